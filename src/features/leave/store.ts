import "server-only";
import { and, eq, ne, sql } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { app } from "@/db/schema/app";
import { mail } from "@/db/schema/mail";
import type { Database } from "@/db/open";
import { AppError } from "@/errors";

/** The ids of all apps of an account. */
export async function appIdsOf(db: Database, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ id: app.id })
    .from(app)
    .where(eq(app.ownerId, accountId))
    .orderBy(app.createdAt, app.id);
  return rows.map(({ id }) => id);
}

/**
 * Deletes an account with everything that belongs to it, including mails to it; its apps must be deleted before. A
 * table lock keeps the last two admins from leaving at once.
 * @throws last-admin, while there are other accounts
 */
export async function deleteAccountRow(
  tx: Database,
  row: { id: string; email: string; isAdmin: boolean },
): Promise<void> {
  await tx.execute(sql`lock table ${account} in share row exclusive mode`);
  if (row.isAdmin) {
    const others = await tx.select({ isAdmin: account.isAdmin }).from(account).where(ne(account.id, row.id)).limit(1);
    const admins = await tx
      .select({ id: account.id })
      .from(account)
      .where(and(ne(account.id, row.id), eq(account.isAdmin, true)))
      .limit(1);
    if (others.length > 0 && admins.length === 0) throw new AppError("last-admin");
  }
  await tx.delete(account).where(eq(account.id, row.id));
  await tx.delete(mail).where(eq(mail.recipient, row.email));
}
