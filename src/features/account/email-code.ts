import "server-only";
import { randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { emailCode } from "@/db/schema/account";
import type { Database } from "@/db/open";
import type { Sealer } from "@/engines/sealing";
import { AppError } from "@/errors";
import { codeMinutes, codeTriesMax } from "./limits";

type Engines = { db: Database; sealer: Sealer };
type Of = { place: string; email: string };

const isOf = ({ place, email }: Of) => and(eq(emailCode.place, place), eq(emailCode.email, email));

/** HMAC with the installation's key: six digits are brute-forced quickly from a plain hash. */
const hashOf = (sealer: Sealer, { place, email }: Of, code: string) =>
  sealer.sign(JSON.stringify([place, email, code]));

/** Issues a code and revokes the one before. */
export async function issueCode({ db, sealer }: Engines, of: Of): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeHash = hashOf(sealer, of, code);
  const expiresAt = sql`now() + ${codeMinutes} * interval '1 minute'`;
  await db
    .insert(emailCode)
    .values({ ...of, codeHash, expiresAt })
    .onConflictDoUpdate({ target: [emailCode.place, emailCode.email], set: { codeHash, expiresAt, tries: 0 } });
  return code;
}

/**
 * Redeems a code. Each guess is counted by the same conditional statement that allows it, so that parallel guesses on
 * any number of servers are limited to five.
 * @throws code-invalid, ATTEMPTS_EXCEEDED
 */
export async function useCode({ db, sealer }: Engines, of: Of, code: string): Promise<void> {
  const [row] = await db
    .update(emailCode)
    .set({ tries: sql`${emailCode.tries} + 1` })
    .where(and(isOf(of), gt(emailCode.expiresAt, sql`now()`), lt(emailCode.tries, codeTriesMax)))
    .returning();
  if (!row) {
    const [spent] = await db
      .select({ tries: emailCode.tries })
      .from(emailCode)
      .where(and(isOf(of), gt(emailCode.expiresAt, sql`now()`)));
    throw new AppError(spent ? "ATTEMPTS_EXCEEDED" : "code-invalid");
  }
  const given = hashOf(sealer, of, code);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(row.codeHash))) throw new AppError("code-invalid");
  const used = await db
    .delete(emailCode)
    .where(and(isOf(of), eq(emailCode.codeHash, row.codeHash)))
    .returning({ place: emailCode.place });
  if (used.length === 0) throw new AppError("code-invalid");
}
