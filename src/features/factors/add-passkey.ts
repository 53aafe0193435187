import "server-only";
import { count, eq } from "drizzle-orm";
import { passkey } from "@/db/schema/factor";
import type { Database } from "@/db/open";
import type { Env } from "@/engines/env";
import { log } from "@/engines/log";
import { AppError } from "@/errors";
import { issueChallenge, useChallenge } from "./challenge";
import { relyingParty } from "./rules";
import { type Registration } from "./schema";
import { challengeMinutes, passkeysMax } from "./limits";
import { webAuthn } from "./use-passkey";

type Engines = { db: Database; env: Env };
type Owner = { id: string; email: string };

/** What a browser needs to make a passkey. */
export async function beginPasskey({ db, env }: Engines, { id, email }: Owner) {
  const { generateRegistrationOptions } = await webAuthn();
  const { challengeId, challenge } = await issueChallenge(db, { kind: "add", accountId: id });
  const options = await generateRegistrationOptions({
    rpName: "Joinery",
    rpID: relyingParty(env.APP_URL).id,
    userName: email,
    userID: new Uint8Array(Buffer.from(id)),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: challengeMinutes * 60_000,
    attestationType: "none",
    // Signs in without an address and counts for two factors, so it must be discoverable and know its holder.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: await db
      .select({ id: passkey.id, transports: passkey.transports })
      .from(passkey)
      .where(eq(passkey.accountId, id)),
  });
  return { challengeId, options };
}

export type NewPasskey = Omit<typeof passkey.$inferInsert, "name">;

/** Checks what the browser made. @throws passkey-invalid */
export async function checkNewPasskey(
  { db, env }: Engines,
  accountId: string,
  { challengeId, response }: { challengeId: string; response: Registration },
): Promise<NewPasskey> {
  const challenge = await useChallenge(db, challengeId, { kind: "add", accountId });
  if (!challenge) throw new AppError("passkey-invalid");
  const { verifyRegistrationResponse } = await webAuthn();
  const { id, origin } = relyingParty(env.APP_URL);
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    log("info", "passkey-refused", { error });
    return undefined;
  });
  if (!checked?.verified) throw new AppError("passkey-invalid");
  const { credential, credentialBackedUp } = checked.registrationInfo;
  return {
    id: credential.id,
    accountId,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: response.response.transports,
    isSynced: credentialBackedUp,
  };
}

/** @param tx a transaction that holds the account's factors @throws too-many-passkeys, passkey-exists */
export async function insertPasskey(tx: Database, made: NewPasskey, name: string): Promise<void> {
  const [held] = await tx.select({ count: count() }).from(passkey).where(eq(passkey.accountId, made.accountId));
  if (held!.count >= passkeysMax) throw new AppError("too-many-passkeys");
  const added = await tx
    .insert(passkey)
    .values({ ...made, name })
    .onConflictDoNothing()
    .returning({ id: passkey.id });
  if (added.length === 0) throw new AppError("passkey-exists");
}
