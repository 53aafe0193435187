import "server-only";
import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import { mail } from "@/db/schema/mail";
import type { Database } from "@/db/open";
import { mailPageSize } from "./schema";

export type MailRow = typeof mail.$inferSelect;

/** Mails of the whole installation, newest first. `cursor` is the id of the last one seen. */
export async function listMails(db: Database, cursor?: string): Promise<MailRow[]> {
  const [last] = cursor ? await db.select().from(mail).where(eq(mail.id, cursor)) : [];
  const older =
    last && or(lt(mail.createdAt, last.createdAt), and(eq(mail.createdAt, last.createdAt), lt(mail.id, last.id)));
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
