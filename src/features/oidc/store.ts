import "server-only";
import { and, eq, gt, sql } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { oidcIdentity, oidcVisit } from "@/db/schema/oidc";
import type { Database } from "@/db/open";
import type { Sealer } from "@/engines/sealing";
import { tokenHash } from "@/engines/token";
import type { Person } from "./provider";
import { visitMinutes } from "./limits";

type Engines = { db: Database; sealer: Sealer };
type Visit = {
  state: string;
  browserToken: string;
  nonce: string;
  verifier: string;
  redirectTo: string | null;
  accountId: string | null;
};

export async function insertVisit({ db, sealer }: Engines, visit: Visit): Promise<void> {
  const stateHash = tokenHash(visit.state);
  await db.insert(oidcVisit).values({
    stateHash,
    browserHash: tokenHash(visit.browserToken),
    sealed: sealer.seal(JSON.stringify([visit.nonce, visit.verifier]), `oidc:${stateHash}`),
    redirectTo: visit.redirectTo,
    accountId: visit.accountId,
    expiresAt: sql`now() + ${visitMinutes} * interval '1 minute'`,
  });
}

/** Ends a visit, once, for the browser that began it. */
export async function takeVisit(
  { db, sealer }: Engines,
  state: string,
  browserToken: string,
): Promise<Visit | undefined> {
  const stateHash = tokenHash(state);
  const [row] = await db
    .delete(oidcVisit)
    .where(
      and(
        eq(oidcVisit.stateHash, stateHash),
        eq(oidcVisit.browserHash, tokenHash(browserToken)),
        gt(oidcVisit.expiresAt, sql`now()`),
      ),
    )
    .returning();
  if (!row) return undefined;
  const [nonce, verifier] = JSON.parse(sealer.open(row.sealed, `oidc:${stateHash}`)) as [string, string];
  return { state, browserToken, nonce, verifier, redirectTo: row.redirectTo, accountId: row.accountId };
}

export async function findConnected(db: Database, { issuer, subject }: Person) {
  const [row] = await db
    .select({ account })
    .from(oidcIdentity)
    .innerJoin(account, eq(account.id, oidcIdentity.accountId))
    .where(and(eq(oidcIdentity.issuer, issuer), eq(oidcIdentity.subject, subject)));
  return row?.account;
}

/** @returns false when the person is connected already, to whomever */
export async function connect(
  tx: Database,
  accountId: string,
  { issuer, subject }: Person,
  email: string,
): Promise<boolean> {
  const added = await tx
    .insert(oidcIdentity)
    .values({ issuer, subject, accountId, email })
    .onConflictDoNothing()
    .returning({ subject: oidcIdentity.subject });
  return added.length > 0;
}

export async function listConnected(db: Database, accountId: string) {
  return db
    .select({ issuer: oidcIdentity.issuer, subject: oidcIdentity.subject, email: oidcIdentity.email })
    .from(oidcIdentity)
    .where(eq(oidcIdentity.accountId, accountId));
}

export async function disconnectAll(tx: Database, accountId: string): Promise<number> {
  const gone = await tx.delete(oidcIdentity).where(eq(oidcIdentity.accountId, accountId)).returning();
  return gone.length;
}
