import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { appSettings, invitation, member } from "@/db/schema/app";
import { newId } from "@/db/id";
import { sqlState } from "@/db/open";
import { inTransaction, type OwnedApp, type VisitedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { type InvitationView, invitationDays, type MemberEntry, type MemberRole } from "./schema";

type Scope = OwnedApp | VisitedApp;
export type MemberRow = typeof member.$inferSelect;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** Whether strangers may become members by themselves. Off until the owner turns it on (design §6). */
export async function isSignupEnabled({ db, appId }: Scope): Promise<boolean> {
  const [row] = await db.select({ data: appSettings.data }).from(appSettings).where(eq(appSettings.appId, appId));
  return row?.data.isSignupEnabled === true;
}

export async function setSignup({ db, appId }: OwnedApp, isSignupEnabled: boolean): Promise<void> {
  await db
    .update(appSettings)
    .set({
      data: sql`${appSettings.data} || ${JSON.stringify({ isSignupEnabled })}::jsonb`,
      revision: sql`${appSettings.revision} + 1`,
    })
    .where(eq(appSettings.appId, appId));
}

/** Members and open invitations, oldest first. Invitations that were used are their members. */
export async function listMembers({ db, appId }: OwnedApp): Promise<MemberEntry[]> {
  const members = await db
    .select({
      id: member.id,
      email: member.email,
      role: member.role,
      disabledAt: member.disabledAt,
      createdAt: member.createdAt,
    })
    .from(member)
    .where(eq(member.appId, appId))
    .orderBy(asc(member.createdAt))
    .limit(1_000);
  const invitations = await db
    .select({ row: invitation, isOpen: sql<boolean>`${invitation.expiresAt} > now()` })
    .from(invitation)
    .where(and(eq(invitation.appId, appId), isNull(invitation.usedAt)))
    .orderBy(asc(invitation.createdAt))
    .limit(1_000);
  return [
    ...members.map(({ disabledAt, createdAt, ...row }): MemberEntry => ({
      ...row,
      state: disabledAt ? "disabled" : "active",
      createdAt: createdAt.toISOString(),
      expiresAt: null,
    })),
    ...invitations.map(({ row, isOpen }): MemberEntry => ({
      id: row.id,
      email: row.email,
      role: row.role,
      state: isOpen ? "invited" : "expired",
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
  ];
}

/** A new invitation. Its token is told once; only the hash is kept. */
export async function insertInvitation(
  { db, appId }: OwnedApp,
  { email, role }: { email?: string | undefined; role: MemberRole },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  if (email) {
    const [taken] = await db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.appId, appId), eq(member.email, email)));
    if (taken) throw new AppError("already-member");
  }
  const token = randomBytes(24).toString("base64url");
  const [row] = await db
    .insert(invitation)
    .values({
      appId,
      id: newId("i"),
      tokenHash: hashOf(token),
      email: email ?? null,
      role,
      expiresAt: sql`now() + ${invitationDays} * interval '1 day'`,
    })
    .returning();
  return { id: row!.id, token, expiresAt: row!.expiresAt };
}

export async function deleteInvitation({ db, appId }: OwnedApp, id: string): Promise<void> {
  const deleted = await db
    .delete(invitation)
    .where(and(eq(invitation.appId, appId), eq(invitation.id, id), isNull(invitation.usedAt)))
    .returning({ id: invitation.id });
  if (deleted.length === 0) throw new AppError("invitation-not-found");
}

/** A member's role, and whether they may come in at all. Their open sessions follow at once. */
export async function updateMember(
  { db, appId }: OwnedApp,
  id: string,
  { role, isDisabled }: { role?: MemberRole | undefined; isDisabled?: boolean | undefined },
): Promise<void> {
  const changed = await db
    .update(member)
    .set({
      role: role ?? sql`${member.role}`,
      disabledAt: isDisabled === undefined ? sql`${member.disabledAt}` : isDisabled ? sql`now()` : null,
    })
    .where(and(eq(member.appId, appId), eq(member.id, id)))
    .returning({ id: member.id });
  if (changed.length === 0) throw new AppError("member-not-found");
}

/** An invitation of this very app that can be used now, and by this address where one is given. */
const usable = ({ appId }: Scope, token: string, email?: string) =>
  and(
    eq(invitation.appId, appId),
    eq(invitation.tokenHash, hashOf(token)),
    isNull(invitation.usedAt),
    gt(invitation.expiresAt, sql`now()`),
    email === undefined ? undefined : or(isNull(invitation.email), eq(invitation.email, email)),
  );

export async function findInvitation(scope: Scope, token: string): Promise<InvitationView> {
  const [row] = await scope.db
    .select({ email: invitation.email, role: invitation.role })
    .from(invitation)
    .where(usable(scope, token));
  if (!row) throw new AppError("invitation-invalid");
  return row;
}

/**
 * Refuses whom `admitMember` would refuse, before a password is hashed for them.
 * @throws signup-disabled, invitation-invalid
 */
export async function checkAdmission(scope: Scope, invitationToken: string | undefined): Promise<void> {
  if (invitationToken !== undefined) await findInvitation(scope, invitationToken);
  else if (!(await isSignupEnabled(scope))) throw new AppError("signup-disabled");
}

/**
 * Every member of an app is made here (design §1: one admission function). By an invitation, which is used up with it
 * and gives its role; without one only while sign-up is enabled, as a user.
 * @throws signup-disabled, invitation-invalid, member-email-taken
 */
export function admitMember(
  scope: VisitedApp,
  person: { email: string; passwordHash: string; invitation?: string | undefined },
): Promise<MemberRow> {
  const { email, passwordHash, invitation: token } = person;
  return inTransaction(scope, async (visited) => {
    const role = token === undefined ? await roleOfStranger(visited) : await useInvitation(visited, token, email);
    try {
      const [row] = await visited.db
        .insert(member)
        .values({ appId: visited.appId, id: newId("u"), email, passwordHash, role })
        .returning();
      return row!;
    } catch (error) {
      if (sqlState(error) === "23505") throw new AppError("member-email-taken");
      throw error;
    }
  });
}

async function roleOfStranger(scope: VisitedApp): Promise<MemberRole> {
  if (!(await isSignupEnabled(scope))) throw new AppError("signup-disabled");
  return "user";
}

/** One conditional statement: of two who use a link at once, one comes in. */
async function useInvitation(scope: VisitedApp, token: string, email: string): Promise<MemberRole> {
  const [used] = await scope.db
    .update(invitation)
    .set({ usedAt: sql`now()` })
    .where(usable(scope, token, email))
    .returning({ role: invitation.role });
  if (!used) throw new AppError("invitation-invalid");
  return used.role;
}
