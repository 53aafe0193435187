import "server-only";
import { and, eq, gt, sql } from "drizzle-orm";
import { member, visitorSession } from "@/db/schema/app";
import { memberLink } from "@/db/schema/member-link";
import type { VisitedApp } from "@/db/scope";
import { linkMinutes } from "@/features/account/limits";
import type { MemberRow } from "./store";
import { newToken, tokenHash } from "@/engines/token";

/** A link for a new password. The ones before it open nothing any more. */
export async function issueMemberLink({ db, appId }: VisitedApp, memberId: string): Promise<string> {
  const token = newToken();
  await db.delete(memberLink).where(and(eq(memberLink.appId, appId), eq(memberLink.memberId, memberId)));
  const expiresAt = sql`now() + ${linkMinutes["reset-password"]} * interval '1 minute'`;
  await db.insert(memberLink).values({ appId, memberId, tokenHash: tokenHash(token), expiresAt });
  return token;
}

const usable = ({ appId }: VisitedApp, token: string) =>
  and(eq(memberLink.appId, appId), eq(memberLink.tokenHash, tokenHash(token)), gt(memberLink.expiresAt, sql`now()`));

/** Whose link this is, as long as it can be used. */
export async function findMemberLink(scope: VisitedApp, token: string): Promise<MemberRow | undefined> {
  const [row] = await scope.db
    .select({ member })
    .from(memberLink)
    .innerJoin(member, and(eq(member.appId, memberLink.appId), eq(member.id, memberLink.memberId)))
    .where(usable(scope, token));
  return row?.member;
}

/** Uses a link up. Of two who do so at once, one gets it. */
export async function useMemberLink(scope: VisitedApp, token: string): Promise<boolean> {
  const used = await scope.db.delete(memberLink).where(usable(scope, token)).returning({ id: memberLink.memberId });
  return used.length > 0;
}

/** Marks a member's address as proven by a mail that was read. */
export async function proveMemberAddress({ db, appId }: VisitedApp, id: string): Promise<void> {
  await db
    .update(member)
    .set({ emailVerifiedAt: sql`coalesce(${member.emailVerifiedAt}, now())` })
    .where(and(eq(member.appId, appId), eq(member.id, id)));
}

/** A new password ends every session and every link of the member. */
export async function setMemberPassword({ db, appId }: VisitedApp, id: string, passwordHash: string): Promise<void> {
  await db
    .update(member)
    .set({ passwordHash })
    .where(and(eq(member.appId, appId), eq(member.id, id)));
  await db.delete(visitorSession).where(and(eq(visitorSession.appId, appId), eq(visitorSession.memberId, id)));
  await db.delete(memberLink).where(and(eq(memberLink.appId, appId), eq(memberLink.memberId, id)));
}
