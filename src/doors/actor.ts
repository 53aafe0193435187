import "server-only";
import { createHash } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { openSessions } from "@/features/account/session";
import type { account } from "@/db/schema/account";
import { member, visitorSession } from "@/db/schema/app";
import type { Visitor } from "@/db/scope";
import type { Platform } from "@/engines/platform";

export type Account = typeof account.$inferSelect;

/** Who is calling. A token that is wrong, expired or of a disabled account makes an anonymous caller, never a trusted one. */
export type Actor =
  | { kind: "account"; account: Account; token: string }
  | { kind: "visitor"; appId: string; visitor: NonNullable<Visitor>; token: string }
  | { kind: "anonymous" };

export const anonymous: Actor = { kind: "anonymous" };

function bearer(headers: Headers): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

function cookie(headers: Headers, name: string): string | undefined {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}

/** On the builder's own host: the session of the bearer token, else of the cookie. A stale bearer does not mask a good cookie. */
export async function builderActor(platform: Platform, headers: Headers): Promise<{ actor: Actor; renewed?: string }> {
  const sessions = openSessions(platform.db, platform.env.APP_URL.startsWith("https:"));
  for (const token of [bearer(headers), cookie(headers, sessions.sessionCookieName)]) {
    if (!token) continue;
    const { session, user } = await sessions.validateSession(token);
    if (!user || user.disabledAt) continue;
    const renewed = session.fresh ? sessions.createSessionCookie(session.id).serialize() : undefined;
    return { actor: { kind: "account", account: user, token }, renewed };
  }
  return { actor: anonymous };
}

/** A visitor's token is bound to one app; only its hash is stored. */
export function visitorTokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** On an app's host: one of its members, or its owner in the preview, by bearer token only. Cookies play no part there. */
export async function visitorActor(platform: Platform, appId: string, headers: Headers): Promise<Actor> {
  const token = bearer(headers);
  if (!token) return anonymous;
  const session = await platform.db.query.visitorSession.findFirst({
    where: and(eq(visitorSession.appId, appId), eq(visitorSession.tokenHash, visitorTokenHash(token)), gt(visitorSession.expiresAt, sql`now()`)),
  });
  if (!session) return anonymous;
  const visitor = session.accountId ? await ownerAsVisitor(platform, appId, session.accountId) : await memberAsVisitor(platform, appId, session.memberId);
  return visitor ? { kind: "visitor", appId, visitor, token } : anonymous;
}

async function ownerAsVisitor(platform: Platform, appId: string, accountId: string): Promise<Visitor> {
  const app = await platform.db.query.app.findFirst({ where: (row) => and(eq(row.id, appId), eq(row.ownerId, accountId)) });
  const owner = app && (await platform.db.query.account.findFirst({ where: (row) => eq(row.id, accountId) }));
  return owner && !owner.disabledAt ? { id: owner.id, role: "admin", email: owner.email } : null;
}

async function memberAsVisitor(platform: Platform, appId: string, memberId: string | null): Promise<Visitor> {
  if (!memberId) return null;
  const [row] = await platform.db.select().from(member).where(and(eq(member.appId, appId), eq(member.id, memberId)));
  return row && !row.disabledAt ? { id: row.id, role: row.role, email: row.email } : null;
}
