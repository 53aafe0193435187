import "server-only";
import { and, asc, count, eq, isNotNull } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { authenticator, passkey, pendingSignIn, recoveryCode } from "@/db/schema/factor";
import type { Database } from "@/db/open";
import type { PasskeyView } from "./schema";
import type { Way } from "./limits";

/** Serializes changes of one account's factors, in a transaction. */
export async function lockFactors(tx: Database, accountId: string): Promise<void> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for("update");
}

export async function listPasskeys(db: Database, accountId: string): Promise<PasskeyView[]> {
  const rows = await db
    .select()
    .from(passkey)
    .where(eq(passkey.accountId, accountId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));
  return rows.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
    passkeyId: id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

export async function hasAuthenticator(db: Database, accountId: string): Promise<boolean> {
  const rows = await db
    .select({ id: authenticator.accountId })
    .from(authenticator)
    .where(and(eq(authenticator.accountId, accountId), isNotNull(authenticator.confirmedAt)));
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Database, accountId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  return row!.left;
}

/** What can finish this account's sign-in; nothing without a second factor. */
export async function waysOf(db: Database, accountId: string): Promise<Way[]> {
  const hasPasskeys = (await listPasskeys(db, accountId)).length > 0;
  const hasCodes = await hasAuthenticator(db, accountId);
  if (!hasPasskeys && !hasCodes) return [];
  const hasRecovery = (await countRecoveryCodes(db, accountId)) > 0;
  return [
    ...(hasPasskeys ? (["passkey"] as const) : []),
    ...(hasCodes ? (["code"] as const) : []),
    ...(hasRecovery ? (["recovery"] as const) : []),
  ];
}

/** Recovery codes are void without a factor that they stand in for. */
export async function dropUselessCodes(tx: Database, accountId: string): Promise<void> {
  if ((await waysOf(tx, accountId)).length === 0)
    await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
}

/** Ends what waits for its second step. */
export async function dropPending(tx: Database, accountId: string): Promise<void> {
  await tx.delete(pendingSignIn).where(eq(pendingSignIn.accountId, accountId));
}

/** Removes every factor of an account. @returns whether it had one */
export async function dropFactors(tx: Database, accountId: string): Promise<boolean> {
  await lockFactors(tx, accountId);
  const had = (await waysOf(tx, accountId)).length > 0;
  await tx.delete(passkey).where(eq(passkey.accountId, accountId));
  await tx.delete(authenticator).where(eq(authenticator.accountId, accountId));
  await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  await dropPending(tx, accountId);
  return had;
}
