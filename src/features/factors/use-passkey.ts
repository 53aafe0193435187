import "server-only";
import { and, eq, lt, sql } from "drizzle-orm";
import { passkey } from "@/db/schema/factor";
import type { Database } from "@/db/open";
import type { Env } from "@/engines/env";
import { log } from "@/engines/log";
import { AppError } from "@/errors";
import { type ChallengeKind, issueChallenge, useChallenge } from "./challenge";
import { relyingParty } from "./rules";
import { type Assertion } from "./schema";
import { challengeMinutes } from "./limits";

/** Loaded when it is first needed: with its parsers of certificates it is large. */
export const webAuthn = () => import("@simplewebauthn/server");

type Engines = { db: Database; env: Env };
type Kind = Exclude<ChallengeKind, "add">;

/**
 * What a browser needs to ask for a passkey.
 * @param accountId null offers every passkey of this site, and its holder chooses
 */
export async function askForPasskey({ db, env }: Engines, kind: Kind, accountId: string | null) {
  const { generateAuthenticationOptions } = await webAuthn();
  const { challengeId, challenge } = await issueChallenge(db, { kind, accountId });
  const known =
    accountId === null
      ? []
      : await db
          .select({ id: passkey.id, transports: passkey.transports })
          .from(passkey)
          .where(eq(passkey.accountId, accountId));
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(env.APP_URL).id,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: challengeMinutes * 60_000,
    userVerification: "required",
    allowCredentials: known,
  });
  return { challengeId, options };
}

/**
 * Checks a passkey's answer: the challenge (once), the origin and the relying party of APP_URL, the signature, that its
 * holder was verified, and the counter.
 * @returns the account that it belongs to @throws passkey-invalid
 */
export async function checkPasskey(
  { db, env }: Engines,
  kind: Kind,
  accountId: string | null,
  { challengeId, response }: { challengeId: string; response: Assertion },
): Promise<string> {
  const challenge = await useChallenge(db, challengeId, { kind, accountId });
  const [row] = await db.select().from(passkey).where(eq(passkey.id, response.id));
  if (!challenge || !row || (accountId !== null && row.accountId !== accountId)) throw new AppError("passkey-invalid");
  const { userHandle, ...signed } = response.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== row.accountId)
    throw new AppError("passkey-invalid");
  const { verifyAuthenticationResponse } = await webAuthn();
  const { id, origin } = relyingParty(env.APP_URL);
  const checked = await verifyAuthenticationResponse({
    response: { ...response, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: row.id,
      publicKey: new Uint8Array(Buffer.from(row.publicKey, "base64url")),
      counter: row.counter,
      transports: row.transports,
    },
  }).catch((error: unknown) => {
    log("info", "passkey-refused", { error });
    return undefined;
  });
  if (!checked?.verified) throw new AppError("passkey-invalid");
  const { newCounter } = checked.authenticationInfo;
  const isNewer = newCounter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, newCounter);
  const used = await db
    .update(passkey)
    .set({ counter: newCounter, lastUsedAt: sql`now()` })
    .where(and(eq(passkey.id, row.id), isNewer))
    .returning({ id: passkey.id });
  if (used.length === 0) throw new AppError("passkey-invalid");
  return row.accountId;
}
