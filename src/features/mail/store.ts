import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { mail } from "@/db/schema/mail";
import type { Database } from "@/db/open";
import { mailPageSize } from "./schema";

export type MailRow = typeof mail.$inferSelect;

/** Mails of the whole installation, newest first. `cursor` is the id of the last one seen. */
export async function listMails(db: Database, cursor?: string): Promise<MailRow[]> {
  // Compared in the database: a Date holds milliseconds, and mails of one millisecond would be skipped.
  const older = cursor
    ? sql`(${mail.createdAt}, ${mail.id}) < (select last.created_at, last.id from ${mail} as last where last.id = ${cursor})`
    : undefined;
  return db
    .select()
    .from(mail)
    .where(older)
    .orderBy(desc(mail.createdAt), desc(mail.id))
    .limit(mailPageSize + 1);
}

export async function findMail(db: Database, id: string): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mail).where(eq(mail.id, id));
  return row;
}

/** How many mails the server did not take, for the administrator's eye. */
export async function countUnsent(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(mail)
    .where(sql`${mail.state} in ('refused', 'failed')`);
  return row!.count;
}
