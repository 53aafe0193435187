import "server-only";
import { randomInt } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { account } from "@/db/schema/account";
import { app, appSettings, upload } from "@/db/schema/app";
import { appClaim, collaborator } from "@/db/schema/collaborator";
import { entityRow } from "@/db/schema/entity";
import type { Database } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { newToken, tokenHash } from "@/engines/token";
import { AppError } from "@/errors";
import { claimAlphabet, claimCodeLength, claimPath } from "./schema";

const sealedSchema = z.object({ token: z.string(), code: z.string() });
const contextOf = (appId: string) => `claim:${appId}`;

const isClaimable = sql<boolean>`coalesce((${appSettings.data} ->> 'isClaimable')::boolean, false)`;

/**
 * The link and code by which a customer takes the app over, the same on every call until they are used.
 * @throws claim-unpublished, not-claimable
 */
export async function claimInvitation(
  { env, sealer }: Platform,
  scope: OwnedApp,
): Promise<{ inviteLink: string; claimCode: string }> {
  const [row] = await scope.db
    .select({ published: app.publishedVersionId, isClaimable })
    .from(app)
    .innerJoin(appSettings, eq(appSettings.appId, app.id))
    .where(eq(app.id, scope.appId));
  if (!row?.published) throw new AppError("claim-unpublished");
  if (!row.isClaimable) throw new AppError("not-claimable");
  const token = newToken();
  const code = Array.from({ length: claimCodeLength }, () => claimAlphabet[randomInt(claimAlphabet.length)]).join("");
  const made = {
    tokenHash: tokenHash(token),
    sealed: sealer.seal(JSON.stringify({ token, code }), contextOf(scope.appId)),
  };
  const kept = await inTransaction(scope, async ({ db, appId }) => {
    await db
      .insert(appClaim)
      .values({ appId, ...made })
      .onConflictDoNothing();
    return db.select().from(appClaim).where(eq(appClaim.appId, appId));
  });
  const claim = sealedSchema.parse(JSON.parse(sealer.open(kept[0]!.sealed, contextOf(scope.appId))));
  return { inviteLink: `${env.APP_URL}${claimPath}#${claim.token}`, claimCode: claim.code };
}

/** A claim that can be used now: the app is still published, and still offered. */
async function findClaim(db: Database, token: string) {
  const [row] = await db
    .select({ app, sealed: appClaim.sealed, ownerEmail: account.email, settings: appSettings.data })
    .from(appClaim)
    .innerJoin(app, eq(app.id, appClaim.appId))
    .innerJoin(account, eq(account.id, app.ownerId))
    .innerJoin(appSettings, eq(appSettings.appId, app.id))
    .where(and(eq(appClaim.tokenHash, tokenHash(token)), isNotNull(app.publishedVersionId), isClaimable));
  if (!row) throw new AppError("claim-invalid");
  return row;
}

/** What the page of a claim shows. @throws claim-invalid */
export async function viewClaim(db: Database, token: string) {
  const { app: row, ownerEmail } = await findClaim(db, token);
  return { appId: row.id, appName: row.name, ownerEmail };
}

/**
 * Makes the account the app's owner: its code, data, members, secrets and payments with it. The owner before stays on as
 * an admin of it when `requireBuilderCollaboratorAccount` is set, and has nothing to do with it else. Rows and files of
 * theirs become the new owner's. Link and code are used up: of two who claim at once, one gets it.
 * @throws claim-invalid
 */
export function claimApp(
  { db: database, sealer }: Platform,
  { token, code }: { token: string; code: string },
  who: { id: string },
): Promise<{ appId: string }> {
  return database.transaction(async (db) => {
    const { app: row, sealed, settings } = await findClaim(db, token);
    const appId = row.id;
    if (sealedSchema.parse(JSON.parse(sealer.open(sealed, contextOf(appId)))).code !== code)
      throw new AppError("claim-invalid");
    if (row.ownerId === who.id) return { appId };
    const used = await db
      .delete(appClaim)
      .where(eq(appClaim.tokenHash, tokenHash(token)))
      .returning();
    if (used.length === 0) throw new AppError("claim-invalid");
    await db.delete(collaborator).where(and(eq(collaborator.appId, appId), eq(collaborator.accountId, who.id)));
    await db
      .update(app)
      .set({ ownerId: who.id, revision: sql`${app.revision} + 1`, updatedAt: sql`now()` })
      .where(eq(app.id, appId));
    if (settings.requireBuilderCollaboratorAccount === true)
      await db.insert(collaborator).values({ appId, accountId: row.ownerId, role: "admin" });
    await db
      .update(appSettings)
      .set({ data: sql`${appSettings.data} - 'isClaimable' - 'requireBuilderCollaboratorAccount'` })
      .where(eq(appSettings.appId, appId));
    for (const table of [entityRow, upload])
      await db
        .update(table)
        .set({ creatorId: who.id })
        .where(and(eq(table.appId, appId), eq(table.creatorId, row.ownerId)));
    return { appId };
  });
}
