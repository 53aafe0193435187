import "server-only";
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { app, appSettings, invitation, member } from "@/db/schema/app";
import { newId } from "@/db/id";
import { sqlState } from "@/db/open";
import { inTransaction, type OwnedApp, type VisitedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { mayStrangersJoin } from "./rules";
import {
  type AppLinks,
  appLinksSchema,
  type InvitationView,
  invitationDays,
  type MemberEntry,
  type MemberRole,
  type MemberSettings,
  membersPageSize,
  noLinks,
} from "./schema";
import { newToken, tokenHash } from "@/engines/token";

type Scope = OwnedApp | VisitedApp;
export type MemberRow = typeof member.$inferSelect;

/** What the owner set for people, and whether the app is where sign-up is possible at all. */
export async function memberSettingsOf({ db, appId }: Scope): Promise<MemberSettings> {
  const [row] = await db
    .select({
      data: appSettings.data,
      isPublished: sql<boolean>`${app.publishedVersionId} is not null`,
      hasDomain: sql<boolean>`${app.customDomain} is not null`,
    })
    .from(app)
    .leftJoin(appSettings, eq(appSettings.appId, app.id))
    .where(eq(app.id, appId));
  const links = appLinksSchema.partial().safeParse({
    termsOfServiceLink: row?.data?.termsOfServiceLink ?? "",
    privacyPolicyLink: row?.data?.privacyPolicyLink ?? "",
    supportEmail: row?.data?.supportEmail ?? "",
  });
  return {
    isSignupWanted: row?.data?.isSignupEnabled === true,
    isPublished: row?.isPublished ?? false,
    hasDomain: row?.hasDomain ?? false,
    links: { ...noLinks, ...(links.success ? links.data : {}) },
  };
}

/** Whether there is anybody who could sign in, or become somebody who can. */
export async function hasMembers(scope: Scope): Promise<boolean> {
  const { db, appId } = scope;
  if (await isSignupEnabled(scope)) return true;
  const [one] = await db.select({ id: member.id }).from(member).where(eq(member.appId, appId)).limit(1);
  return one !== undefined;
}

/** Whether strangers may become members by themselves. Off until the owner turns it on (design §6). */
export const isSignupEnabled = async (scope: Scope): Promise<boolean> =>
  mayStrangersJoin(await memberSettingsOf(scope));

export async function saveMemberSettings(
  { db, appId }: OwnedApp,
  change: Partial<AppLinks> & { isSignupEnabled?: boolean },
): Promise<void> {
  await db
    .update(appSettings)
    .set({
      data: sql`${appSettings.data} || ${JSON.stringify(change)}::jsonb`,
      revision: sql`${appSettings.revision} + 1`,
    })
    .where(eq(appSettings.appId, appId));
}

const entryOf = ({ id, email, role, disabledAt, createdAt, paidUntil }: MemberRow): MemberEntry => ({
  id,
  email,
  role,
  state: disabledAt ? "disabled" : "active",
  createdAt: createdAt.toISOString(),
  expiresAt: null,
  paidUntil: paidUntil?.toISOString() ?? null,
});

/** Invitations that were not used, oldest first: those that were are their members. */
export async function listInvitations({ db, appId }: OwnedApp): Promise<MemberEntry[]> {
  const rows = await db
    .select({ row: invitation, isOpen: sql<boolean>`${invitation.expiresAt} > now()` })
    .from(invitation)
    .where(and(eq(invitation.appId, appId), isNull(invitation.usedAt)))
    .orderBy(asc(invitation.createdAt))
    .limit(1_000);
  return rows.map(({ row, isOpen }) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    state: isOpen ? "invited" : "expired",
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidUntil: null,
  }));
}

export type MemberQuery = { search?: string | undefined; role?: string | undefined; cursor?: string | undefined };

/**
 * Members by a part of their address and by role, oldest first. `cursor` is the id of the last one seen.
 * @returns a page, and how many match in all
 */
export async function pageMembers(
  { db, appId }: OwnedApp,
  { search = "", role, cursor }: MemberQuery,
  limit = membersPageSize,
): Promise<{ rows: MemberRow[]; total: number; nextCursor: string | null }> {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const matches = and(
    eq(member.appId, appId),
    search === "" ? undefined : sql`${member.email} like ${pattern}`,
    role === undefined ? undefined : eq(member.role, role),
  );
  const after =
    cursor === undefined
      ? undefined
      : sql`(${member.createdAt}, ${member.id}) > (select last.created_at, last.id from ${member} as last where last.app_id = ${appId} and last.id = ${cursor})`;
  const rows = await db
    .select()
    .from(member)
    .where(and(matches, after))
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { rows: page, total: await db.$count(member, matches), nextCursor };
}

/** The first thousand members and open invitations, oldest first. */
export async function listMembers(scope: OwnedApp): Promise<MemberEntry[]> {
  const { rows } = await pageMembers(scope, {}, 1_000);
  return [...rows.map(entryOf), ...(await listInvitations(scope))];
}

export async function pageEntries(scope: OwnedApp, query: MemberQuery) {
  const { rows, ...page } = await pageMembers(scope, query);
  return { ...page, items: rows.map(entryOf) };
}

/** Takes a member out, with their sessions and links. Their rows stay. @throws member-not-found */
export async function removeMember({ db, appId }: OwnedApp, id: string): Promise<MemberRow> {
  const [gone] = await db
    .delete(member)
    .where(and(eq(member.appId, appId), eq(member.id, id)))
    .returning();
  if (!gone) throw new AppError("member-not-found");
  return gone;
}

/** Undoes a removal. @throws member-email-taken when somebody joined with the address since */
export async function putMemberBack({ db, appId }: OwnedApp, row: MemberRow): Promise<void> {
  const put = await db
    .insert(member)
    .values({ ...row, appId })
    .onConflictDoNothing()
    .returning({ id: member.id });
  if (put.length === 0) throw new AppError("member-email-taken");
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
  const token = newToken();
  const [row] = await db
    .insert(invitation)
    .values({
      appId,
      id: newId("i"),
      tokenHash: tokenHash(token),
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
    eq(invitation.tokenHash, tokenHash(token)),
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
    const admission =
      token === undefined ? await admissionOfStranger(visited) : await useInvitation(visited, token, email);
    try {
      const [row] = await visited.db
        .insert(member)
        .values({ appId: visited.appId, id: newId("u"), email, passwordHash, ...admission })
        .returning();
      return row!;
    } catch (error) {
      if (sqlState(error) === "23505") throw new AppError("member-email-taken");
      throw error;
    }
  });
}

type Admission = Pick<MemberRow, "role" | "emailVerifiedAt">;

async function admissionOfStranger(scope: VisitedApp): Promise<Admission> {
  if (!(await isSignupEnabled(scope))) throw new AppError("signup-disabled");
  return { role: "user", emailVerifiedAt: null };
}

/**
 * One conditional statement: of two who use a link at once, one comes in. Whoever has the link that was made for an
 * address is taken for its reader.
 */
async function useInvitation(scope: VisitedApp, token: string, email: string): Promise<Admission> {
  const [used] = await scope.db
    .update(invitation)
    .set({ usedAt: sql`now()` })
    .where(usable(scope, token, email))
    .returning({ role: invitation.role, email: invitation.email });
  if (!used) throw new AppError("invitation-invalid");
  return { role: used.role, emailVerifiedAt: used.email ? new Date() : null };
}
