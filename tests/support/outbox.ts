import { asc, eq } from "drizzle-orm";
import { mail } from "@/db/schema";
import type { World } from "./world";

/** Outbox mails to an address, oldest first. */
export async function mailsTo({ db, platform }: World, to: string) {
  const rows = await db.select().from(mail).where(eq(mail.recipient, to)).orderBy(asc(mail.createdAt), asc(mail.id));
  return rows.map((row) => ({ subject: row.subject, ...platform.mail.open(row)! }));
}

/** The link, with its token, of the newest mail to an address whose subject contains these words. */
export async function linkTo(world: World, to: string, words: string): Promise<{ url: URL; token: string }> {
  const found = (await mailsTo(world, to)).filter(({ subject }) => subject.includes(words)).at(-1);
  const text = /https?:\/\/\S+#\S+/.exec(found?.text ?? "")?.[0];
  if (!text) throw new Error(`No mail "${words}" to ${to}`);
  const url = new URL(text);
  return { url, token: decodeURIComponent(url.hash.slice(1)) };
}
