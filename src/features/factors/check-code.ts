import "server-only";
import { randomInt } from "node:crypto";
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { authenticator, recoveryCode } from "@/db/schema/factor";
import type { Database } from "@/db/open";
import { log } from "@/engines/log";
import type { Sealer } from "@/engines/sealing";
import { AppError } from "@/errors";
import { isOneTimeCode, normalizeCode, showRecoveryCode } from "./rules";
import { recoveryCodesCount } from "./limits";

type Engines = { db: Database; sealer: Sealer };

/** The parameters that every authenticator app understands. */
const shape = { issuer: "Joinery", algorithm: "SHA1", digits: 6, period: 30 };
const sealContext = (accountId: string) => `authenticator:${accountId}`;

/** A new secret, which counts once a code has confirmed it. @throws authenticator-exists */
export async function beginAuthenticator(
  { db, sealer }: Engines,
  { id, email }: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 });
  const sealedSecret = sealer.seal(secret.base32, sealContext(id));
  const begun = await db
    .insert(authenticator)
    .values({ accountId: id, sealedSecret })
    .onConflictDoUpdate({
      target: authenticator.accountId,
      set: { sealedSecret, lastStep: 0 },
      setWhere: isNull(authenticator.confirmedAt),
    })
    .returning({ id: authenticator.accountId });
  if (begun.length === 0) throw new AppError("authenticator-exists");
  return { secret: secret.base32, uri: new TOTP({ ...shape, label: email, secret }).toString() };
}

/** Spends a code: one of a time step that was accepted before is refused. A clock may be wrong by one step. */
async function spendOneTimeCode(
  { db, sealer }: Engines,
  accountId: string,
  code: string,
  state: "confirmed" | "new",
): Promise<boolean> {
  const isState = state === "confirmed" ? isNotNull(authenticator.confirmedAt) : isNull(authenticator.confirmedAt);
  const of = and(eq(authenticator.accountId, accountId), isState);
  const [row] = await db.select().from(authenticator).where(of);
  if (!row) return false;
  let secret: Secret;
  try {
    secret = Secret.fromBase32(sealer.open(row.sealedSecret, sealContext(accountId)));
  } catch (error) {
    // Sealed with another key: only an administrator's reset helps.
    log("error", "authenticator-unreadable", { error });
    return false;
  }
  const timestamp = Date.now();
  const delta = new TOTP({ ...shape, secret }).validate({ token: code, timestamp, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1_000 / shape.period) + delta;
  const spent = await db
    .update(authenticator)
    .set({ lastStep: step, ...(state === "new" && { confirmedAt: sql`now()` }) })
    .where(and(of, eq(authenticator.sealedSecret, row.sealedSecret), lt(authenticator.lastStep, step)))
    .returning({ id: authenticator.accountId });
  return spent.length > 0;
}

/** @throws second-code-wrong */
export async function confirmAuthenticator(engines: Engines, accountId: string, typed: string): Promise<void> {
  if (!(await spendOneTimeCode(engines, accountId, normalizeCode(typed), "new")))
    throw new AppError("second-code-wrong");
}

/** @returns whether there was one */
export async function dropAuthenticator(tx: Database, accountId: string): Promise<boolean> {
  const dropped = await tx.delete(authenticator).where(eq(authenticator.accountId, accountId)).returning();
  return dropped.length > 0;
}

/** 50 bits; no letters that look like digits. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const newRecoveryCode = () => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("");

/** HMAC with the installation's key, like mailed codes. */
const recoveryHash = (sealer: Sealer, accountId: string, code: string) =>
  sealer.sign(JSON.stringify(["recovery", accountId, code]));

/** New recovery codes, shown once; the ones before are void. */
export async function replaceRecoveryCodes({ db, sealer }: Engines, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesCount }, newRecoveryCode);
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  await db
    .insert(recoveryCode)
    .values(codes.map((code) => ({ accountId, codeHash: recoveryHash(sealer, accountId, code) })));
  return codes.map(showRecoveryCode);
}

async function spendRecoveryCode({ db, sealer }: Engines, accountId: string, code: string): Promise<boolean> {
  const spent = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.codeHash, recoveryHash(sealer, accountId, code))))
    .returning({ id: recoveryCode.accountId });
  return spent.length > 0;
}

/** Spends a code of either kind. @returns which it was; undefined for a wrong one */
export async function spendCode(
  engines: Engines,
  accountId: string,
  typed: string,
): Promise<"code" | "recovery" | undefined> {
  const code = normalizeCode(typed);
  if (isOneTimeCode(code)) return (await spendOneTimeCode(engines, accountId, code, "confirmed")) ? "code" : undefined;
  return (await spendRecoveryCode(engines, accountId, code)) ? "recovery" : undefined;
}
