import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * outbox: no mail server is configured, and an administrator reads it here. refused: permanent failure of the server
 * (5xx). failed: retries are exhausted.
 */
const mailStates = ["outbox", "queued", "sent", "refused", "failed"] as const;

/**
 * Every mail of the installation. Its text is encrypted, because links in it open accounts, and emptied once the server
 * has accepted it.
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
    /** The mail server's last response, verbatim. */
    answer: text().notNull().default(""),
    createdAt: time("created_at").notNull().defaultNow(),
    triedAt: time("tried_at"),
  },
  (table) => [index("mail_created").on(table.createdAt), oneOf("mail", table.state, mailStates)],
);
