import "server-only";
import { randomBytes } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { app, appHost } from "@/db/schema/app";
import { appDomain } from "@/db/schema/domain";
import type { Database } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { pendingDays } from "./schema";

export type DomainRow = typeof appDomain.$inferSelect;

export async function findDomain({ db, appId }: OwnedApp): Promise<DomainRow | undefined> {
  const [row] = await db.select().from(appDomain).where(eq(appDomain.appId, appId));
  return row;
}

/** Asks for a name. Another one takes the place of the one before, which leads to the app no longer. */
export function claimDomain(scope: OwnedApp, name: string): Promise<DomainRow> {
  return inTransaction(scope, async (owned) => {
    const before = await findDomain(owned);
    if (before?.name === name) return before;
    await removeDomain(owned);
    const claim = { name, token: randomBytes(16).toString("hex") };
    const [row] = await owned.db
      .insert(appDomain)
      .values({ appId: owned.appId, ...claim })
      // A double click.
      .onConflictDoUpdate({ target: appDomain.appId, set: claim })
      .returning();
    return row!;
  });
}

/** The app keeps its address under the apps' domain. */
export function removeDomain(scope: OwnedApp): Promise<void> {
  return inTransaction(scope, async ({ db, appId }) => {
    await db.delete(appDomain).where(eq(appDomain.appId, appId));
    await release(db, appId);
  });
}

async function release(db: Database, appId: string): Promise<void> {
  await db.delete(appHost).where(and(eq(appHost.appId, appId), eq(appHost.kind, "domain")));
  await db.update(app).set({ customDomain: null }).where(eq(app.id, appId));
}

/** Notes what a check found, where the claim is still the one that was checked. */
export async function noteCheck({ db, appId }: OwnedApp, name: string, problem: string): Promise<void> {
  await db
    .update(appDomain)
    .set({ checkedAt: sql`now()`, problem })
    .where(and(eq(appDomain.appId, appId), eq(appDomain.name, name)));
}

/** Which other app a name leads to. */
export async function holderOf({ db, appId }: OwnedApp, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ appId: appHost.appId })
    .from(appHost)
    .where(and(eq(appHost.name, name), ne(appHost.appId, appId)));
  return row?.appId;
}

/**
 * Makes a proven name lead to the app.
 * @param former the app that held the name and can no longer prove it
 * @throws domain-taken when it leads to another one
 */
export function verifyDomain(scope: OwnedApp, name: string, former: string | undefined): Promise<void> {
  return inTransaction(scope, async ({ db, appId }) => {
    const [claim] = await db
      .update(appDomain)
      .set({ verifiedAt: sql`coalesce(${appDomain.verifiedAt}, now())`, checkedAt: sql`now()`, problem: null })
      .where(and(eq(appDomain.appId, appId), eq(appDomain.name, name)))
      .returning({ appId: appDomain.appId });
    // The owner chose another name meanwhile.
    if (!claim) return;
    if (former) {
      await release(db, former);
      await db
        .update(appDomain)
        .set({ verifiedAt: null, problem: "Another app has proven this domain since." })
        .where(and(eq(appDomain.appId, former), eq(appDomain.name, name)));
    }
    const [host] = await db
      .insert(appHost)
      .values({ name, appId, kind: "domain" })
      .onConflictDoUpdate({ target: appHost.name, set: { kind: "domain" }, setWhere: eq(appHost.appId, appId) })
      .returning({ appId: appHost.appId });
    if (!host) throw new AppError("domain-taken");
    await db.update(app).set({ customDomain: name }).where(eq(app.id, appId));
  });
}

const checkedMax = 200;

/** Apps whose domain waits for its DNS. */
export async function pendingDomains(db: Database): Promise<string[]> {
  const rows = await db
    .select({ appId: appDomain.appId })
    .from(appDomain)
    .where(and(isNull(appDomain.verifiedAt), sql`${appDomain.createdAt} > now() - ${pendingDays} * interval '1 day'`))
    .orderBy(sql`${appDomain.checkedAt} nulls first`)
    .limit(checkedMax);
  return rows.map(({ appId }) => appId);
}

/** Whether a name leads to an app: a verified domain in full, or a label below the apps' domain. */
export async function isAppHost(db: Database, name: string): Promise<boolean> {
  const [row] = await db.select({ appId: appHost.appId }).from(appHost).where(eq(appHost.name, name));
  return row !== undefined;
}
