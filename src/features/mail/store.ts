import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { mail } from "@/db/schema/mail";
import type { Database } from "@/db/open";
import { mailPageSize } from "./schema";

export type MailRow = typeof mail.$inferSelect;

/** All mails, newest first. `cursor` is the last id seen. */
export async function listMails(db: Database, cursor?: string): Promise<MailRow[]> {
  // Compare in the database: a JS Date has milliseconds only and would skip mails of the same one.
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

/** Number of mails that the server did not accept. */
export async function countUnsent(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(mail)
    .where(sql`${mail.state} in ('refused', 'failed')`);
  return row!.count;
}
