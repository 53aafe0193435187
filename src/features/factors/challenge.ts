import "server-only";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { passkeyChallenge } from "@/db/schema/factor";
import type { Database } from "@/db/open";
import { newToken } from "@/engines/token";
import { challengeMinutes } from "./limits";

export type ChallengeKind = (typeof passkeyChallenge.$inferSelect)["kind"];

/** For one purpose and one account; `accountId` null: whoever signs in by a passkey alone. */
type For = { kind: ChallengeKind; accountId: string | null };

export async function issueChallenge(
  db: Database,
  { kind, accountId }: For,
): Promise<{ challengeId: string; challenge: string }> {
  const [challengeId, challenge] = [newToken(), newToken()];
  const expiresAt = sql`now() + ${challengeMinutes} * interval '1 minute'`;
  await db.insert(passkeyChallenge).values({ id: challengeId, kind, accountId, challenge, expiresAt });
  return { challengeId, challenge };
}

/** Redeems a challenge: of two concurrent answers one succeeds. */
export async function useChallenge(db: Database, challengeId: string, of: For): Promise<string | undefined> {
  const [row] = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.id, challengeId),
        eq(passkeyChallenge.kind, of.kind),
        of.accountId === null ? isNull(passkeyChallenge.accountId) : eq(passkeyChallenge.accountId, of.accountId),
        gt(passkeyChallenge.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge });
  return row?.challenge;
}
