import "server-only";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { pendingSignIn } from "@/db/schema/factor";
import type { Database } from "@/db/open";
import { newToken, tokenHash } from "@/engines/token";
import { AppError } from "@/errors";
import { codeTriesMax, pendingMinutes } from "./limits";

/** After the first step of a sign-in: a token that can do nothing but finish it. */
export async function beginPending(db: Database, accountId: string, method: string): Promise<string> {
  const token = newToken();
  const expiresAt = sql`now() + ${pendingMinutes} * interval '1 minute'`;
  await db.insert(pendingSignIn).values({ tokenHash: tokenHash(token), accountId, method, expiresAt });
  return token;
}

const isLive = (token: string) =>
  and(eq(pendingSignIn.tokenHash, tokenHash(token)), gt(pendingSignIn.expiresAt, sql`now()`));

/** @throws sign-in-expired */
export async function findPending(db: Database, token: string) {
  const [row] = await db.select().from(pendingSignIn).where(isLive(token));
  if (!row) throw new AppError("sign-in-expired");
  return row;
}

/**
 * Counts a guess in the same statement that allows it, so that parallel guesses on any number of servers are limited to
 * five.
 * @throws ATTEMPTS_EXCEEDED, sign-in-expired
 */
export async function countGuess(db: Database, token: string) {
  const [row] = await db
    .update(pendingSignIn)
    .set({ tries: sql`${pendingSignIn.tries} + 1` })
    .where(and(isLive(token), lt(pendingSignIn.tries, codeTriesMax)))
    .returning();
  if (row) return row;
  await findPending(db, token);
  throw new AppError("ATTEMPTS_EXCEEDED", undefined, "Too many wrong codes. Sign in again.");
}

/** Of two concurrent second steps one succeeds. @throws sign-in-expired */
export async function endPending(db: Database, token: string): Promise<void> {
  const ended = await db.delete(pendingSignIn).where(isLive(token)).returning({ id: pendingSignIn.accountId });
  if (ended.length === 0) throw new AppError("sign-in-expired");
}
