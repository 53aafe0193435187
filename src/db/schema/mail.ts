import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * outbox: there is no mail server, and the administrator reads it here. refused: the server said no for good. failed:
 * every try was in vain.
 */
const mailStates = ["outbox", "queued", "sent", "refused", "failed"] as const;

/**
 * Every mail of the installation. Its text is sealed, as links in it open accounts, and emptied once the server has
 * taken it.
 */
export const mail = pgTable(
  "mail",
  {
    id: text("id").primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    sealed: text().notNull(),
    state: text({ enum: mailStates }).notNull(),
    tries: integer().notNull().default(0),
    /** What the mail server answered last, in its own words. */
    answer: text().notNull().default(""),
    createdAt: time("created_at").notNull().defaultNow(),
    triedAt: time("tried_at"),
  },
  (table) => [index("mail_created").on(table.createdAt), oneOf("mail", table.state, mailStates)],
);
