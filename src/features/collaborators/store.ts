import "server-only";
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { app } from "@/db/schema/app";
import { collaborator, collaboratorInvitation } from "@/db/schema/collaborator";
import { newId } from "@/db/id";
import { type Database, rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { type Collaborator, type CollaboratorRole, collaboratorsMax, inviteDays, type PendingInvite } from "./schema";
import { newToken, tokenHash } from "@/engines/token";

/** Collaborators, first come first. */
export async function listCollaborators({ db, appId }: OwnedApp): Promise<Collaborator[]> {
  const rows = await db
    .select({ accountId: account.id, email: account.email, role: collaborator.role, createdAt: collaborator.createdAt })
    .from(collaborator)
    .innerJoin(account, eq(account.id, collaborator.accountId))
    .where(eq(collaborator.appId, appId))
    .orderBy(asc(collaborator.createdAt), asc(account.id));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

export async function findOwner({ db, appId }: OwnedApp): Promise<{ accountId: string; email: string }> {
  const [row] = await db
    .select({ accountId: account.id, email: account.email })
    .from(app)
    .innerJoin(account, eq(account.id, app.ownerId))
    .where(eq(app.id, appId));
  if (!row) throw new AppError("app-not-found");
  return row;
}

/** Invitations that can still be used. */
export async function listInvites({ db, appId }: OwnedApp): Promise<PendingInvite[]> {
  const rows = await db
    .select()
    .from(collaboratorInvitation)
    .where(and(eq(collaboratorInvitation.appId, appId), gt(collaboratorInvitation.expiresAt, sql`now()`)))
    .orderBy(asc(collaboratorInvitation.createdAt));
  return rows.map(({ id, email, role, expiresAt }) => ({ id, email, role, expiresAt: expiresAt.toISOString() }));
}

/**
 * A new invitation; its token is returned once and stored as a hash. A later one for the same address replaces the
 * earlier.
 * @throws already-collaborator, too-many-collaborators
 */
export function insertInvite(
  scope: OwnedApp,
  { email, role }: { email?: string | undefined; role: CollaboratorRole },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  return inTransaction(scope, async ({ db, appId }) => {
    // One at a time for an app, so that two do not both find the last place.
    await db.select({ id: app.id }).from(app).where(eq(app.id, appId)).for("update");
    if (email) {
      const [known] = await rowsOf(
        db,
        sql`select 1 from account join app on app.id = ${appId}
            where lower(account.email) = ${email} and (app.owner_id = account.id or exists (
              select 1 from collaborator c where c.app_id = app.id and c.account_id = account.id))`,
      );
      if (known) throw new AppError("already-collaborator");
      await db
        .delete(collaboratorInvitation)
        .where(and(eq(collaboratorInvitation.appId, appId), eq(collaboratorInvitation.email, email)));
    }
    const taken =
      (await db.$count(collaborator, eq(collaborator.appId, appId))) +
      (await db.$count(
        collaboratorInvitation,
        and(eq(collaboratorInvitation.appId, appId), gt(collaboratorInvitation.expiresAt, sql`now()`)),
      ));
    if (taken >= collaboratorsMax) throw new AppError("too-many-collaborators");
    const token = newToken();
    const [row] = await db
      .insert(collaboratorInvitation)
      .values({
        appId,
        id: newId("i"),
        tokenHash: tokenHash(token),
        email: email ?? null,
        role,
        expiresAt: sql`now() + ${inviteDays} * interval '1 day'`,
      })
      .returning();
    return { id: row!.id, token, expiresAt: row!.expiresAt };
  });
}

/** @throws invitation-not-found */
export async function deleteInvite({ db, appId }: OwnedApp, id: string): Promise<void> {
  const gone = await db
    .delete(collaboratorInvitation)
    .where(and(eq(collaboratorInvitation.appId, appId), eq(collaboratorInvitation.id, id)))
    .returning({ id: collaboratorInvitation.id });
  if (gone.length === 0) throw new AppError("invitation-not-found");
}

/** An invitation that this account can use now. */
const usable = (token: string, email: string) =>
  and(
    eq(collaboratorInvitation.tokenHash, tokenHash(token)),
    gt(collaboratorInvitation.expiresAt, sql`now()`),
    or(isNull(collaboratorInvitation.email), eq(collaboratorInvitation.email, email.toLowerCase())),
  );

export type InviteView = { appId: string; appName: string; ownerEmail: string; role: CollaboratorRole };

/** What an invitation's page shows. @throws invitation-invalid, also for another address than the invited one */
export async function findInvite(db: Database, token: string, email: string): Promise<InviteView> {
  const [row] = await db
    .select({ appId: app.id, appName: app.name, ownerEmail: account.email, role: collaboratorInvitation.role })
    .from(collaboratorInvitation)
    .innerJoin(app, eq(app.id, collaboratorInvitation.appId))
    .innerJoin(account, eq(account.id, app.ownerId))
    .where(usable(token, email));
  if (!row) throw new AppError("invitation-invalid");
  return row;
}

/**
 * Uses an invitation up: of two at once, one gets it. Who has a role already keeps it, and the owner stays the owner;
 * then the invitation remains for somebody else.
 * @throws invitation-invalid
 */
export function acceptInvite(db: Database, token: string, who: { id: string; email: string }): Promise<string> {
  return db.transaction(async (tx) => {
    const { appId } = await findInvite(tx, token, who.email);
    const [row] = await tx.select({ ownerId: app.ownerId }).from(app).where(eq(app.id, appId)).for("update");
    const [has] = await tx
      .select({ role: collaborator.role })
      .from(collaborator)
      .where(and(eq(collaborator.appId, appId), eq(collaborator.accountId, who.id)));
    if (row?.ownerId === who.id || has) return appId;
    const [used] = await tx.delete(collaboratorInvitation).where(usable(token, who.email)).returning();
    if (!used) throw new AppError("invitation-invalid");
    await tx.insert(collaborator).values({ appId, accountId: who.id, role: used.role });
    return appId;
  });
}

/** @throws collaborator-not-found */
export async function setRole({ db, appId }: OwnedApp, accountId: string, role: CollaboratorRole): Promise<void> {
  const changed = await db
    .update(collaborator)
    .set({ role })
    .where(and(eq(collaborator.appId, appId), eq(collaborator.accountId, accountId)))
    .returning({ accountId: collaborator.accountId });
  if (changed.length === 0) throw new AppError("collaborator-not-found");
}

/** @throws collaborator-not-found */
export async function removeCollaborator({ db, appId }: OwnedApp, accountId: string): Promise<CollaboratorRole> {
  const [gone] = await db
    .delete(collaborator)
    .where(and(eq(collaborator.appId, appId), eq(collaborator.accountId, accountId)))
    .returning();
  if (!gone) throw new AppError("collaborator-not-found");
  return gone.role;
}
