import { foreignKey, index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { member } from "./app";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Lets a member choose a new password, once, while it lasts. `tokenHash` is the SHA-256 of what its link carries. */
export const memberLink = pgTable(
  "member_link",
  {
    appId: text("app_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    memberId: text("member_id").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.tokenHash] }),
    foreignKey({ columns: [table.appId, table.memberId], foreignColumns: [member.appId, member.id] }).onDelete(
      "cascade",
    ),
    index("member_link_member").on(table.appId, table.memberId),
  ],
);
