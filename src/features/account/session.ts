import "server-only";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { and, eq, lte, sql } from "drizzle-orm";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import { withoutCaller } from "@/db/caller";
import { account, accountSession } from "@/db/schema/account";
import { app } from "@/db/schema/app";
import type { Database } from "@/db/open";
import { keptWhileTrue } from "@/db/keep-while-true";
import { askTogether, oncePer } from "@/db/prepare";
import { log } from "@/engines/log";
import { tokenHash } from "@/engines/token";
import { sessionCookieName } from "./limits";

type SessionRow = typeof accountSession.$inferSelect;

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof build>;
    DatabaseUserAttributes: typeof account.$inferSelect;
    DatabaseSessionAttributes: Pick<SessionRow, "signInId" | "signedInAt" | "device" | "address" | "method">;
  }
}

const sessionDays = 30;

/**
 * Adapter that stores session ids as SHA-256, so that a stolen dump opens nothing. Lucia would store them as they are.
 */
function hashed(inner: Adapter): Adapter {
  const stored = (session: DatabaseSession): DatabaseSession => ({ ...session, id: tokenHash(session.id) });
  return {
    getSessionAndUser: async (id) => {
      const [session, user] = await inner.getSessionAndUser(tokenHash(id));
      return [session && { ...session, id }, user];
    },
    getUserSessions: (userId) => inner.getUserSessions(userId),
    setSession: (session) => inner.setSession(stored(session)),
    updateSessionExpiration: (id, expiresAt) => inner.updateSessionExpiration(tokenHash(id), expiresAt),
    deleteSession: (id) => inner.deleteSession(tokenHash(id)),
    deleteUserSessions: (userId) => inner.deleteUserSessions(userId),
    deleteExpiredSessions: () => inner.deleteExpiredSessions(),
  };
}

/**
 * Builders' sessions: 30 days, sliding (design §6). `secure` follows APP_URL, because plain http on a LAN must work.
 */
function build(db: Database, secure: boolean) {
  return new Lucia(hashed(new DrizzlePostgreSQLAdapter(db, accountSession, account)), {
    sessionExpiresIn: new TimeSpan(sessionDays, "d"),
    sessionCookie: {
      name: secure ? `__Host-${sessionCookieName}` : sessionCookieName,
      attributes: { secure, sameSite: "lax", path: "/" },
    },
    getUserAttributes: (row) => row,
  });
}

const [plainSessions, secureSessions] = [oncePer((db) => build(db, false)), oncePer((db) => build(db, true))];

export const openSessions = (db: Database, secure: boolean) => (secure ? secureSessions(db) : plainSessions(db));

const sessionAccountApp = oncePer((db) =>
  db
    .select({ expiresAt: accountSession.expiresAt, lastSeenAt: accountSession.lastSeenAt, account, app })
    .from(accountSession)
    .innerJoin(account, eq(account.id, accountSession.userId))
    .leftJoin(app, eq(app.id, sql.placeholder("appId")))
    .where(eq(accountSession.id, sql.placeholder("id")))
    .prepare("session_account_app"),
);

/** The first query of every builder's request: the session with its account and app. */
const findSession = keptWhileTrue(
  "account-session",
  askTogether(async (db, values: { id: string; appId: string }) => (await sessionAccountApp(db).execute(values))[0]),
  // Do not cache a missing app: it may be created.
  (found, { appId }) => (found && (found.app || appId === "") ? [found.account.id, found.app?.id ?? null] : undefined),
);

/** Grace period of a rotated token, for requests in flight here or in another tab. */
const graceSeconds = 60;

const graceEnd = sql`now() + ${graceSeconds} * interval '1 second'`;

/** Shortens a session to the grace period. */
export async function retireSession(db: Database, token: string): Promise<void> {
  await db
    .update(accountSession)
    .set({ expiresAt: sql`least(${accountSession.expiresAt}, ${graceEnd})` })
    .where(eq(accountSession.id, tokenHash(token)));
}

/** Ends rotated tokens on sign-out. */
export async function endRetired(db: Database, accountId: string): Promise<void> {
  await db
    .delete(accountSession)
    .where(and(eq(accountSession.userId, accountId), lte(accountSession.expiresAt, graceEnd)));
}

/** Throttle of `lastSeenAt` updates. */
const seenSeconds = 600;

function noteSeen(db: Database, id: string, lastSeenAt: Date): void {
  if (Date.now() - lastSeenAt.getTime() < seenSeconds * 1_000) return;
  const note = () =>
    db
      .update(accountSession)
      .set({ lastSeenAt: sql`now()` })
      .where(
        and(
          eq(accountSession.id, id),
          lte(accountSession.lastSeenAt, sql`now() - ${seenSeconds} * interval '1 second'`),
        ),
      );
  // Fire and forget, outside the request's deadline.
  withoutCaller(note).catch((error: unknown) => log("warn", "session-seen", { error }));
}

/** The session row of a token. */
export async function findSessionRow(db: Database, token: string): Promise<SessionRow | undefined> {
  const [row] = await db
    .select()
    .from(accountSession)
    .where(eq(accountSession.id, tokenHash(token)));
  return row;
}

type Session = { account: typeof account.$inferSelect; app?: typeof app.$inferSelect | null; renewed?: string };

/**
 * The session's account and an app's row in one round trip. Past half of its lifetime a session is renewed, and its
 * cookie returned.
 */
export async function readSession(
  db: Database,
  secure: boolean,
  token: string,
  appId = "",
): Promise<Session | undefined> {
  const found = await findSession(db, { id: tokenHash(token), appId });
  if (!found) return undefined;
  noteSeen(db, tokenHash(token), found.lastSeenAt);
  const leftMs = found.expiresAt.getTime() - Date.now();
  // Never renew a rotated token, or it would live on.
  if (leftMs <= graceSeconds * 1_000) return leftMs > 0 ? { account: found.account, app: found.app } : undefined;
  if (leftMs > (sessionDays / 2) * 86_400_000) return { account: found.account, app: found.app };
  const sessions = openSessions(db, secure);
  const { session, user } = await sessions.validateSession(token);
  return user
    ? { account: user, ...(session.fresh && { renewed: sessions.createSessionCookie(session.id).serialize() }) }
    : undefined;
}
