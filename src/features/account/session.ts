import "server-only";
import { createHash } from "node:crypto";
import { DrizzlePostgreSQLAdapter } from "@lucia-auth/adapter-drizzle";
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from "lucia";
import { account, accountSession } from "@/db/schema/account";
import type { Database } from "@/db/open";

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof openSessions>;
    DatabaseUserAttributes: typeof account.$inferSelect;
  }
}

export const sessionCookieName = "joinery_session";

const digest = (token: string) => createHash("sha256").update(token).digest("hex");

/** Lucia stores session ids as they are; here the database only ever sees their SHA-256, so that a stolen dump opens nothing. */
function hashed(inner: Adapter): Adapter {
  const stored = (session: DatabaseSession): DatabaseSession => ({ ...session, id: digest(session.id) });
  return {
    getSessionAndUser: async (id) => {
      const [session, user] = await inner.getSessionAndUser(digest(id));
      return [session && { ...session, id }, user];
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
export function openSessions(db: Database, secure: boolean) {
  return new Lucia(hashed(new DrizzlePostgreSQLAdapter(db, accountSession, account)), {
    sessionExpiresIn: new TimeSpan(30, "d"),
    sessionCookie: { name: secure ? `__Host-${sessionCookieName}` : sessionCookieName, attributes: { secure, sameSite: "lax", path: "/" } },
    getUserAttributes: (row) => row,
  });
}
