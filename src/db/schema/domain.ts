import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { app } from "./app";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * The domain of its own that an app's owner asked for. It leads to the app once it is verified: then it stands in
 * app_host and in the app's row. Before that, any number of apps may ask for one name.
 */
export const appDomain = pgTable("app_domain", {
  appId: text("app_id")
    .primaryKey()
    .references(() => app.id, { onDelete: "cascade" }),
  /** Lower case, in its ASCII form. */
  name: text().notNull(),
  /** What the TXT record holds: proof that whoever rules the domain means this app. */
  token: text().notNull(),
  verifiedAt: time("verified_at"),
  checkedAt: time("checked_at"),
  /** Why the last check did not verify it, in words for the owner. */
  problem: text(),
  createdAt: time("created_at").notNull().defaultNow(),
});
