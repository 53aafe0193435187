import "server-only";
import { type Account, type Actor, anonymous } from "@/api/actor";
import type { AppRole } from "@/api/app-role";
import { visitingBuilder } from "@/api/gates";
import { serviceActor } from "@/features/functions/service-call";
import { and, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import { isAdmin } from "@/features/account/rules";
import { openSessions, readSession } from "@/features/account/session";
import { account } from "@/db/schema/account";
import { app, member, visitorSession } from "@/db/schema/app";
import { collaborator } from "@/db/schema/collaborator";
import { appPayment } from "@/db/schema/membership";
import { keptWhileTrue } from "@/db/keep-while-true";
import { askTogether, oncePer } from "@/db/prepare";
import type { Visitor } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { tokenHash } from "@/engines/token";

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

/**
 * The actor on the builder's host, by the bearer token's session, else the cookie's. A stale bearer does not mask a
 * valid cookie.
 * @param appId an app to join into the same query
 * @returns also the cookie to set: renewed for a session that was extended, blank for a dead one
 */
export async function builderActor(
  platform: Platform,
  headers: Headers,
  appId?: string,
): Promise<{ actor: Actor; app?: typeof app.$inferSelect | null; cookie?: string }> {
  const isSecure = platform.env.APP_URL.startsWith("https:");
  const sessions = openSessions(platform.db, isSecure);
  const kept = cookie(headers, sessions.sessionCookieName);
  for (const token of [bearer(headers), kept]) {
    const session = token && (await readSession(platform.db, isSecure, token, appId));
    if (!session || session.account.disabledAt) continue;
    const account = { ...session.account, isAdmin: isAdmin(session.account, platform.env.ADMIN_EMAILS) };
    return { actor: { kind: "account", account, token }, app: session.app, cookie: session.renewed };
  }
  return { actor: anonymous, ...(kept && { cookie: sessions.createBlankSessionCookie().serialize() }) };
}

const sessionOfVisitor = oncePer((db) =>
  db
    .select({
      appId: visitorSession.appId,
      expiresAt: visitorSession.expiresAt,
      member,
      builder: { id: account.id, email: account.email, disabledAt: account.disabledAt },
      isOwner: sql<boolean>`coalesce(${app.ownerId} = ${account.id}, false)`,
      role: collaborator.role,
      isSold: sql<boolean>`coalesce(${appPayment.isEnabled} and ${appPayment.connectedAt} is not null, false)`,
    })
    .from(visitorSession)
    .leftJoin(member, and(eq(member.appId, visitorSession.appId), eq(member.id, visitorSession.memberId)))
    .leftJoin(appPayment, eq(appPayment.appId, visitorSession.appId))
    // The session of a builder is good as long as the app is theirs, or shared with them.
    .leftJoin(app, eq(app.id, visitorSession.appId))
    .leftJoin(
      collaborator,
      and(eq(collaborator.appId, visitorSession.appId), eq(collaborator.accountId, visitorSession.accountId)),
    )
    .leftJoin(
      account,
      and(eq(account.id, visitorSession.accountId), or(eq(account.id, app.ownerId), isNotNull(collaborator.role))),
    )
    .where(
      and(
        eq(visitorSession.appId, sql.placeholder("appId")),
        eq(visitorSession.tokenHash, sql.placeholder("tokenHash")),
        gt(visitorSession.expiresAt, sql`now()`),
      ),
    )
    .prepare("session_of_visitor"),
);

const findVisitor = keptWhileTrue(
  "visitor-session",
  askTogether(
    async (db, values: { appId: string; tokenHash: string }) => (await sessionOfVisitor(db).execute(values))[0],
  ),
  (found) => {
    const person = found?.builder ?? found?.member;
    return person ? [person.id, found!.appId] : undefined;
  },
);

/** The visitor of an app's host: a member, or a builder in the preview. Bearer token only; cookies are ignored. */
export async function visitorActor(platform: Platform, appId: string, headers: Headers): Promise<Actor> {
  const token = bearer(headers);
  if (!token) return anonymous;
  const service = serviceActor(appId, token);
  if (service) return service;
  const found = await findVisitor(platform.db, { appId, tokenHash: tokenHash(token) });
  // The query compared with the database's clock, but its cached result may have expired since.
  const visitor = found && found.expiresAt.getTime() > Date.now() && visitorOf(found);
  if (!visitor) return anonymous;
  return { kind: "visitor", appId, visitor, token, isUnpaid: !found.builder && isUnpaid(found) };
}

/** Admins of a paid app are its staff. What was paid until a moment ends at that moment, whatever was kept. */
const isUnpaid = ({ isSold, member: row }: { isSold: boolean; member: typeof member.$inferSelect | null }): boolean =>
  isSold && row?.role !== "admin" && !(row?.paidUntil && row.paidUntil.getTime() > Date.now());

function visitorOf({
  builder,
  isOwner,
  role,
  member: row,
}: {
  builder: Pick<Account, "id" | "email" | "disabledAt"> | null;
  isOwner: boolean;
  role: AppRole | null;
  member: typeof member.$inferSelect | null;
}): Visitor {
  if (builder) return builder.disabledAt ? null : visitingBuilder(isOwner ? "owner" : (role ?? "view"), builder);
  if (!row || row.disabledAt) return null;
  const address = row.emailVerifiedAt ? row.email.toLowerCase() : undefined;
  return { id: row.id, role: row.role, email: row.email, address };
}
