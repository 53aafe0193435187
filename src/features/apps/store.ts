import "server-only";
import type { AppRole } from "@/api/app-role";
import { and, count, desc, eq, getTableColumns, inArray, notExists, type SQL, sql } from "drizzle-orm";
import { app, appHost, appSettings, appStyle, invitation, member, publication } from "@/db/schema/app";
import { collaborator } from "@/db/schema/collaborator";
import { appDomain } from "@/db/schema/domain";
import { webhook } from "@/db/schema/trigger";
import { newId } from "@/db/id";
import { type Database, sqlState } from "@/db/open";
import { keptWhileTrue } from "@/db/keep-while-true";
import { askTogether, oncePer } from "@/db/prepare";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { AppError } from "@/errors";
import { isReservedSlug, slugOf } from "./rules";
import { type AppIcon, type AppKind, type AppSort, isIdShaped, type SearchApps } from "./schema";

export type AppRow = typeof app.$inferSelect;

/** Creates an app. The slug follows from the name, with a suffix when taken. Call it in a transaction. */
export async function insertApp(
  db: Database,
  owner: { id: string },
  details: { name: string; kind: AppKind; data?: Record<string, unknown> },
): Promise<AppRow> {
  const id = newId("a");
  const values = { id, ownerId: owner.id, name: details.name, kind: details.kind, data: details.data ?? {} };
  await db.insert(app).values({ ...values, slug: suffixedSlug(id, details.name) });
  await db.insert(appHost).values({ name: id, appId: id, kind: "id" });
  const row = await claimSlug(db, id, details.name);
  await db.insert(appStyle).values({ appId: id });
  await db.insert(appSettings).values({ appId: id });
  return row;
}

const baseSlug = (name: string) => slugOf(name) || "app";
/** Eight characters: with five, a thousand apps of one name collide in 1 % of installations. */
const suffixedSlug = (id: string, name: string) => `${baseSlug(name)}-${id.slice(-8)}`;

/** Gives an app that has no slug the one of its name, with a suffix when taken. */
async function claimSlug(db: Database, id: string, name: string): Promise<AppRow> {
  const base = baseSlug(name);
  const suffixed = suffixedSlug(id, name);
  const wanted = isReservedSlug(base) || isIdShaped(base) ? suffixed : base;
  const taken = await db
    .insert(appHost)
    .values({ name: wanted, appId: id, kind: "slug" })
    .onConflictDoNothing()
    .returning();
  if (taken.length === 0) await db.insert(appHost).values({ name: suffixed, appId: id, kind: "slug" });
  const [row] = await db
    .update(app)
    .set({ slug: taken[0]?.name ?? suffixed })
    .where(eq(app.id, id))
    .returning();
  return row!;
}

/**
 * Moves an app to the slug of its new name, where its slug came from the name that it had and nobody can have its
 * address yet: nothing was published, nobody was invited, no service calls a webhook and no domain points there. Call
 * it in a transaction.
 */
export async function followSlug({ db, appId }: OwnedApp, before: string, name: string): Promise<void> {
  const isOf = (table: typeof publication | typeof invitation | typeof member | typeof webhook | typeof appDomain) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(eq(table.appId, appId)),
    );
  const derived = [baseSlug(before), suffixedSlug(appId, before)];
  const unshared = [publication, invitation, member, webhook, appDomain].map(isOf);
  const [row] = await db
    .select({ slug: app.slug })
    .from(app)
    .where(and(eq(app.id, appId), inArray(app.slug, derived), ...unshared));
  if (!row || row.slug === baseSlug(name)) return;
  await db.delete(appHost).where(and(eq(appHost.appId, appId), eq(appHost.kind, "slug")));
  await claimSlug(db, appId, name);
}

/** All apps of an owner, last changed first. */
export async function listApps(db: Database, ownerId: string): Promise<AppRow[]> {
  return db.select().from(app).where(eq(app.ownerId, ownerId)).orderBy(desc(app.updatedAt));
}

type AppWithRole = { row: AppRow; role: AppRole };

/** Apps that others share with an account, with its role in them, last changed first. */
export async function listSharedApps(db: Database, accountId: string): Promise<AppWithRole[]> {
  return db
    .select({ row: app, role: collaborator.role })
    .from(collaborator)
    .innerJoin(app, eq(app.id, collaborator.appId))
    .where(eq(collaborator.accountId, accountId))
    .orderBy(desc(app.updatedAt));
}

/**
 * Cursor times as text in microseconds: a JS date would round them, and a page would skip apps of the same millisecond.
 */
const microseconds = (column: SQL | typeof app.updatedAt) => sql`(extract(epoch from ${column}) * 1000000)::bigint`;
const sortKeys: Record<AppSort, { key: SQL; type: SQL; isDescending: boolean }> = {
  updated: { key: microseconds(app.updatedAt), type: sql`bigint`, isDescending: true },
  created: { key: microseconds(app.createdAt), type: sql`bigint`, isDescending: true },
  name: { key: sql`lower(${app.name})`, type: sql`text`, isDescending: false },
};

/**
 * An account's apps, with its role in each and what they are sorted by. A union rather than "or", which would scan all
 * apps; and with an optimization fence ("offset 0"): Postgres takes a search for one that finds a single row, and would
 * list all the account's apps again for each that it finds.
 */
const builtBy = (db: Database, accountId: string, key: SQL) =>
  db
    .$with("built", {
      ...getTableColumns(app),
      role: sql<AppRole>`role`.as("role"),
      key: sql`key`.mapWith(String).as("key"),
    })
    .as(
      sql`select ${app}.*, own.role, ${key} as key from (
          select id, 'owner' as role from ${app} where owner_id = ${accountId}
          union all
          select app_id, role from ${collaborator} where account_id = ${accountId}
        ) as own join ${app} on ${app.id} = own.id offset 0`,
    );

/** One page of an account's apps, its own and shared ones, searched by name and description. `total` counts all matches. */
export async function searchApps(
  db: Database,
  accountId: string,
  { search, sort, limit, cursor }: SearchApps,
): Promise<{ rows: AppWithRole[]; nextCursor: SearchApps["cursor"]; total: number }> {
  const { key, type, isDescending } = sortKeys[sort];
  if (cursor && isDescending && !/^\d{1,18}$/.test(cursor.key)) throw new AppError("invalid-input");
  const built = builtBy(db, accountId, key);
  const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const matches =
    search === ""
      ? undefined
      : sql`(${built.name} || ' ' || coalesce(${built.data} ->> 'description', '')) ilike ${pattern}`;
  const place = sql`(${built.key}, ${built.id})`;
  const after = cursor && sql`${place} ${isDescending ? sql`<` : sql`>`} (${cursor.key}::${type}, ${cursor.id})`;
  const order = isDescending ? [desc(built.key), desc(built.id)] : [built.key, built.id];
  const found = await db
    .with(built)
    .select()
    .from(built)
    .where(and(matches, after))
    .orderBy(...order)
    .limit(limit + 1);
  const [counted] = await db.with(built).select({ total: count() }).from(built).where(matches);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ role, ...row }) => ({ row, role })),
    nextCursor: found.length > limit && last ? { key: last.key, id: last.id } : undefined,
    total: counted!.total,
  };
}

export async function ownedAppIds(db: Database, ownerId: string): Promise<Set<string>> {
  const rows = await db.select({ id: app.id }).from(app).where(eq(app.ownerId, ownerId));
  return new Set(rows.map(({ id }) => id));
}

const appByHost = oncePer((db) =>
  db
    .select({ app })
    .from(appHost)
    .innerJoin(app, eq(app.id, appHost.appId))
    .where(eq(appHost.name, sql.placeholder("name")))
    .prepare("app_by_host"),
);

const askByHost = keptWhileTrue(
  "app-by-host",
  askTogether(
    async (db, values: { name: string }): Promise<AppRow | undefined> => (await appByHost(db).execute(values))[0]?.app,
  ),
  (found) => found && [found.id],
);

/** An app by id, slug or custom domain. The first query of every visitor's request. */
export const findByHost = (db: Database, name: string) => askByHost(db, { name });

/** Updates name and icon with optimistic concurrency: refused when `revision` is stale. */
export async function updateApp(
  { db, appId }: OwnedApp,
  revision: number,
  { description, icon, ...change }: { name?: string; slug?: string; description?: string; icon?: AppIcon },
): Promise<AppRow> {
  const texts = { ...(description !== undefined && { description }), ...(icon && { icon }) };
  const row = await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(app)
      .set({
        ...change,
        data: sql`${app.data} || ${JSON.stringify(texts)}::jsonb`,
        revision: sql`${app.revision} + 1`,
        updatedAt: sql`now()`,
      })
      .where(and(eq(app.id, appId), eq(app.revision, revision)))
      .returning();
    if (changed && change.slug) await takeSlug(tx, appId, change.slug);
    if (changed) await publish(tx, `app:${appId}`);
    return changed;
  });
  if (row) return row;
  const [newer] = await db.select().from(app).where(eq(app.id, appId));
  throw new AppError("stale-revision", newer && { revision: newer.revision, name: newer.name, slug: newer.slug });
}

/** @throws slug-taken when the name is another app's slug, id or domain */
async function takeSlug(db: Database, appId: string, name: string): Promise<void> {
  try {
    await db
      .update(appHost)
      .set({ name })
      .where(and(eq(appHost.appId, appId), eq(appHost.kind, "slug")));
  } catch (error) {
    if (sqlState(error) === "23505") throw new AppError("slug-taken");
    throw error;
  }
}

/**
 * Merges an app's texts. Its kind never changes.
 * @param revision optimistic concurrency: the revision that the caller saw; without it the merge is unconditional
 * @throws stale-revision with the newer content, save-app
 */
export async function saveApp(
  { db, appId }: OwnedApp,
  content: { kind: AppKind; name: string | undefined; data: Record<string, unknown> },
  revision?: number,
): Promise<AppRow> {
  const [row] = await db
    .update(app)
    .set({
      ...(content.name && { name: content.name }),
      data: sql`${app.data} || ${JSON.stringify(content.data)}::jsonb`,
      revision: sql`${app.revision} + 1`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(app.id, appId),
        eq(app.kind, content.kind),
        revision === undefined ? undefined : eq(app.revision, revision),
      ),
    )
    .returning();
  if (row) return row;
  const [now] = await db.select().from(app).where(eq(app.id, appId));
  if (now?.kind !== content.kind || now.revision === revision) throw new AppError("save-app");
  throw new AppError("stale-revision", { revision: now.revision, title: now.name, data: now.data });
}

/** Whatever belongs to the app goes with it, by foreign keys and by the trigger `rows_go` on `app`. */
export async function deleteApp({ db, appId }: OwnedApp): Promise<void> {
  await db.delete(app).where(eq(app.id, appId));
}
