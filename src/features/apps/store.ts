import "server-only";
import { and, desc, eq, or, sql } from "drizzle-orm";
import { app, appSettings, appStyle } from "@/db/schema/app";
import { entityRowHistory } from "@/db/schema/entity";
import { newId } from "@/db/id";
import { type Database, sqlState } from "@/db/open";
import { askTogether, oncePer } from "@/db/prepare";
import { inTransaction, mintOwnedApp, type OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { isReservedSlug, slugOf } from "./rules";
import type { AppKind } from "./schema";

export type AppRow = typeof app.$inferSelect;

/** Makes the app's rows. The address is the name's slug, with a short suffix when that one is taken. */
export async function insertApp(
  db: Database,
  owner: { id: string },
  details: { name: string; kind: AppKind; data?: Record<string, unknown> },
): Promise<AppRow> {
  const id = newId("a");
  const base = slugOf(details.name) || "app";
  const suffixed = `${base}-${id.slice(-5)}`;
  const slug = isReservedSlug(base) || (await findByHostLabel(db, base)) ? suffixed : base;
  const values = { id, ownerId: owner.id, name: details.name, kind: details.kind, data: details.data ?? {} };
  const [row] = await db
    .insert(app)
    .values({ ...values, slug })
    .onConflictDoNothing()
    .returning();
  // Another app may have taken the address between the look and the insert.
  const inserted =
    row ??
    (
      await db
        .insert(app)
        .values({ ...values, slug: suffixed })
        .returning()
    )[0]!;
  await db.insert(appStyle).values({ appId: id });
  await db.insert(appSettings).values({ appId: id });
  return inserted;
}

export async function listApps(db: Database, ownerId: string): Promise<AppRow[]> {
  return db.select().from(app).where(eq(app.ownerId, ownerId)).orderBy(desc(app.updatedAt)).limit(200);
}

export async function ownedAppIds(db: Database, ownerId: string): Promise<Set<string>> {
  const rows = await db.select({ id: app.id }).from(app).where(eq(app.ownerId, ownerId));
  return new Set(rows.map(({ id }) => id));
}

const appByLabel = oncePer((db) =>
  db
    .select()
    .from(app)
    .where(or(eq(app.slug, sql.placeholder("label")), eq(app.id, sql.placeholder("label"))))
    .prepare("app_by_label"),
);

/** An app by the first label of its host: its address or its id. Every request of an app's visitors begins with it. */
const askByLabel = askTogether(
  async (db, values: { label: string }): Promise<AppRow | undefined> => (await appByLabel(db).execute(values))[0],
);

export const findByHostLabel = (db: Database, label: string) => askByLabel(db, { label });

export async function findByDomain(db: Database, domain: string): Promise<AppRow | undefined> {
  const [row] = await db.select().from(app).where(eq(app.customDomain, domain));
  return row;
}

/** Changes a name or address. `revision` is the one that the caller saw: a newer one refuses, and nothing is overwritten in silence. */
export async function updateApp(
  { db, appId }: OwnedApp,
  revision: number,
  change: { name?: string; slug?: string },
): Promise<AppRow> {
  try {
    const [row] = await db
      .update(app)
      .set({ ...change, revision: sql`${app.revision} + 1`, updatedAt: sql`now()` })
      .where(and(eq(app.id, appId), eq(app.revision, revision)))
      .returning();
    if (row) return row;
  } catch (error) {
    if (sqlState(error) === "23505") throw new AppError("slug-taken");
    throw error;
  }
  const [newer] = await db.select().from(app).where(eq(app.id, appId));
  throw new AppError("stale-revision", newer && { revision: newer.revision, name: newer.name, slug: newer.slug });
}

/** Saves an app's texts over the ones it has. The kind of an app never changes. */
export async function saveApp(
  { db, appId }: OwnedApp,
  content: { kind: AppKind; name: string | undefined; data: Record<string, unknown> },
): Promise<AppRow> {
  const [row] = await db
    .update(app)
    .set({
      ...(content.name && { name: content.name }),
      data: sql`${app.data} || ${JSON.stringify(content.data)}::jsonb`,
      revision: sql`${app.revision} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(app.id, appId), eq(app.kind, content.kind)))
    .returning();
  if (!row) throw new AppError("save-app");
  return row;
}

export function deleteApp(scope: OwnedApp): Promise<void> {
  return inTransaction(scope, async ({ db, appId }) => {
    await db.delete(app).where(eq(app.id, appId));
    // Afterwards: whoever was still writing rows of it has ended by now, and nobody can begin to.
    await db.delete(entityRowHistory).where(eq(entityRowHistory.appId, appId));
  });
}

/** The server's own right to act on an app: for jobs, which run after the owner was checked. */
export function ownedByServer(db: Database, appId: string): OwnedApp {
  return mintOwnedApp(db, appId);
}
