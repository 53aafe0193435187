import "server-only";
import { createHash } from "node:crypto";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { eq, sql } from "drizzle-orm";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import { account, accountSession } from "@/db/schema/account";
import type { Database } from "@/db/open";
import { oncePer } from "@/db/prepare";

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof build>;
    DatabaseUserAttributes: typeof account.$inferSelect;
  }
}

export const sessionCookieName = "joinery_session";

const digest = (token: string) => createHash("sha256").update(token).digest("hex");

/** Every request of a builder begins with this one. */
const sessionAndAccount = oncePer((db) =>
  db
    .select({ session: { userId: accountSession.userId, expiresAt: accountSession.expiresAt }, account })
    .from(accountSession)
    .innerJoin(account, eq(account.id, accountSession.userId))
    .where(eq(accountSession.id, sql.placeholder("id")))
    .prepare("session_and_account"),
);

/** Lucia stores session ids as they are; here the database only ever sees their SHA-256, so that a stolen dump opens nothing. */
function hashed(inner: Adapter, db: Database): Adapter {
  const stored = (session: DatabaseSession): DatabaseSession => ({ ...session, id: digest(session.id) });
  return {
    getSessionAndUser: async (id) => {
      const [found] = await sessionAndAccount(db).execute({ id: digest(id) });
      return found ? [{ ...found.session, id, attributes: {} }, { id: found.account.id, attributes: found.account }] : [null, null];
    },
    getUserSessions: (userId) => inner.getUserSessions(userId),
    setSession: (session) => inner.setSession(stored(session)),
    updateSessionExpiration: (id, expiresAt) => inner.updateSessionExpiration(digest(id), expiresAt),
    deleteSession: (id) => inner.deleteSession(digest(id)),
    deleteUserSessions: (userId) => inner.deleteUserSessions(userId),
    deleteExpiredSessions: () => inner.deleteExpiredSessions(),
  };
}

/** Builders' sessions: 30 days, sliding (design §6). `secure` follows the configured address, since plain http on a LAN must work. */
function build(db: Database, secure: boolean) {
  return new Lucia(hashed(new DrizzlePostgreSQLAdapter(db, accountSession, account), db), {
    sessionExpiresIn: new TimeSpan(30, "d"),
    sessionCookie: { name: secure ? `__Host-${sessionCookieName}` : sessionCookieName, attributes: { secure, sameSite: "lax", path: "/" } },
    getUserAttributes: (row) => row,
  });
}

const [plainSessions, secureSessions] = [oncePer((db) => build(db, false)), oncePer((db) => build(db, true))];

export const openSessions = (db: Database, secure: boolean) => (secure ? secureSessions(db) : plainSessions(db));
