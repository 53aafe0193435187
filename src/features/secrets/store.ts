import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import { secret } from "@/db/schema/secret";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import type { Platform } from "@/engines/platform";
import type { Sealer } from "@/engines/sealing";
import { AppError } from "@/errors";
import { refusalOf } from "./rules";
import { type SecretEntry, secretsMax, type SecretView } from "./schema";

/** Additional authenticated data: a ciphertext decrypts for this app and key only. */
const contextOf = (appId: string, key: string) => `secret:${appId}:${key}`;

export async function listSecrets({ db, appId }: OwnedApp): Promise<SecretView[]> {
  const rows = await db.select().from(secret).where(eq(secret.appId, appId)).orderBy(asc(secret.key));
  return rows.map(({ key, instructions, createdAt, updatedAt }) => ({
    key,
    instructions,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

export async function secretKeys({ db, appId }: OwnedApp): Promise<Set<string>> {
  const rows = await db.select({ key: secret.key }).from(secret).where(eq(secret.appId, appId));
  return new Set(rows.map(({ key }) => key));
}

/**
 * Adds and updates secrets, all or none. Running functions are notified.
 * @throws secret-incomplete, secret-repeated, secrets-save
 */
export function storeSecrets({ sealer }: Platform, scope: OwnedApp, entries: SecretEntry[]): Promise<void> {
  return inTransaction(scope, async (owned) => {
    const stored = await secretKeys(owned);
    const refusal = refusalOf(entries, stored);
    if (refusal) throw new AppError(refusal);
    if (new Set([...stored, ...entries.map(({ key }) => key)]).size > secretsMax) throw new AppError("secrets-save");
    await saveSecrets(owned, sealer, entries);
    await publish(owned.db, `secrets:${owned.appId}`);
  });
}

/** Upserts values, and instructions where given. */
async function saveSecrets({ db, appId }: OwnedApp, sealer: Sealer, entries: SecretEntry[]): Promise<void> {
  for (const { key, value, instructions } of entries) {
    if (value === undefined) {
      if (instructions !== undefined)
        await db
          .update(secret)
          .set({ instructions, updatedAt: sql`now()` })
          .where(and(eq(secret.appId, appId), eq(secret.key, key)));
      continue;
    }
    const ciphertext = sealer.seal(value, contextOf(appId, key));
    await db
      .insert(secret)
      .values({ appId, key, ciphertext, instructions: instructions ?? "" })
      .onConflictDoUpdate({
        target: [secret.appId, secret.key],
        set: { ciphertext, updatedAt: sql`now()`, ...(instructions !== undefined && { instructions }) },
      });
  }
}

export async function deleteSecret({ db, appId }: OwnedApp, key: string): Promise<void> {
  await db.delete(secret).where(and(eq(secret.appId, appId), eq(secret.key, key)));
}

/** Decrypted values, for the function runtime only. Never return them from a procedure, and never log them. */
export async function secretValues({ db, appId }: OwnedApp, sealer: Sealer): Promise<Record<string, string>> {
  const rows = await db.select().from(secret).where(eq(secret.appId, appId));
  return Object.fromEntries(rows.map(({ key, ciphertext }) => [key, sealer.open(ciphertext, contextOf(appId, key))]));
}
