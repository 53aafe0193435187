import "server-only";
import { and, desc, eq, ilike, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { app } from "@/db/schema/app";
import { account } from "@/db/schema/account";
import { contextItem } from "@/db/schema/source";
import { inTransaction, type OwnedApp } from "@/db/scope";
import type { Account } from "@/api/actor";
import { publish } from "@/engines/events";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { gateDataItem } from "@/features/plans/rules";
import { checkPlan, standingOf } from "@/features/plans/store";
import { removeChunks } from "@/features/retrieval/store";
import { type ContextItem, type ItemChange, type ItemSource, type ItemStatus, type ItemType, syncJob } from "./schema";

export type ItemRow = typeof contextItem.$inferSelect;

export const topicOf = (appId: string) => `sources:${appId}` as const;
export const ofItem = ({ appId }: { appId: string }, id: string) =>
  and(eq(contextItem.appId, appId), eq(contextItem.id, id));

/** What the list shows: everything but what only one item's own page needs. */
const listed = {
  id: contextItem.id,
  name: contextItem.name,
  type: contextItem.type,
  source: contextItem.source,
  status: contextItem.status,
  size: contextItem.size,
  numOfChunks: contextItem.numOfChunks,
  createdAt: contextItem.createdAt,
  lastSyncedAt: contextItem.lastSyncedAt,
  externalFileUrl: contextItem.externalFileUrl,
  externalFileId: contextItem.externalFileId,
  providerItemId: contextItem.providerItemId,
  provider: contextItem.provider,
  stage: contextItem.stage,
  stageTimes: contextItem.stageTimes,
  error: contextItem.error,
  done: contextItem.done,
  total: contextItem.total,
  replacesId: contextItem.replacesId,
  originalItemId: contextItem.originalItemId,
  templateFileUrl: contextItem.templateFileUrl,
  instructionsUrl: contextItem.instructionsUrl,
};
type Listed = Pick<ItemRow, keyof typeof listed>;

/** A whole row may be given: where its document lies and who syncs it is nobody's affair outside. */
export function viewOf(whole: Listed): ContextItem {
  const shown = Object.fromEntries(Object.keys(listed).map((name) => [name, whole[name as keyof Listed]])) as Listed;
  const { done, total, createdAt, lastSyncedAt, originalItemId, ...row } = shown;
  return {
    ...row,
    type: row.type as ItemType,
    source: row.source as ItemSource,
    createdAt: createdAt.toISOString(),
    lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
    originalContextItemId: originalItemId,
    progress: done !== null && total !== null ? { done, total } : null,
  };
}

export async function findItem({ db, appId }: OwnedApp, id: string): Promise<ItemRow> {
  const [row] = await db.select().from(contextItem).where(ofItem({ appId }, id));
  if (!row) throw new AppError("item-not-found");
  return row;
}

/** The app of an item, for paths that name the item alone. Says nothing of who may see it. */
export async function appOfItem({ db }: Platform, id: string): Promise<string> {
  const [row] = await db.select({ appId: contextItem.appId }).from(contextItem).where(eq(contextItem.id, id));
  if (!row) throw new AppError("item-not-found");
  return row.appId;
}

type Page = { search?: string | undefined; statuses?: ItemStatus[] | undefined; cursor?: string | undefined };

/** Newest first. @returns a page, and where the next one begins */
export async function listItems(
  { db, appId }: OwnedApp,
  { search, statuses, cursor, limit }: Page & { limit: number },
): Promise<{ items: ContextItem[]; nextCursor: string | null }> {
  const wanted: (SQL | undefined)[] = [eq(contextItem.appId, appId)];
  if (search) wanted.push(ilike(contextItem.name, `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`));
  if (statuses?.length) wanted.push(inArray(contextItem.status, statuses));
  if (cursor) {
    const [at, id = ""] = cursor.split(" ");
    if (Number.isNaN(Date.parse(at ?? ""))) throw new AppError("invalid-query");
    wanted.push(sql`(${contextItem.createdAt}, ${contextItem.id}) < (${at}::timestamptz, ${id})`);
  }
  const rows = await db
    .select({
      ...listed,
      at: sql<string>`to_char(${contextItem.createdAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(contextItem)
    .where(and(...wanted))
    .orderBy(desc(contextItem.createdAt), desc(contextItem.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const items = rows.slice(0, limit).map(({ at: _at, ...row }) => viewOf(row));
  return { items, nextCursor: last ? `${last.at} ${last.id}` : null };
}

/** Items of all of an account's apps: the limit is the account's (1-platform.md §5). One on its way to replace another is not one more. */
export async function countItems(db: OwnedApp["db"], accountId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(contextItem)
    .innerJoin(app, eq(app.id, contextItem.appId))
    .where(and(eq(app.ownerId, accountId), isNull(contextItem.replacesId)));
  return row!.count;
}

export async function hasReachedDataLimit({ env }: Platform, { db }: OwnedApp, who: Account): Promise<boolean> {
  const standing = standingOf(env, who);
  if (!gateDataItem(standing, Number.MAX_SAFE_INTEGER)) return false;
  return gateDataItem(standing, await countItems(db, who.id)) !== undefined;
}

export type NewItem = Partial<Omit<typeof contextItem.$inferInsert, "appId" | "id">> &
  Pick<typeof contextItem.$inferInsert, "name" | "type" | "source"> & { id?: string };

/**
 * Adds items and sends their syncs, all or none.
 * @throws upgrade-required at the plan's limit; item-not-found for an item to replace that is not there
 */
export function createItems(
  { env, jobs }: Platform,
  scope: OwnedApp,
  who: Account,
  items: NewItem[],
): Promise<ContextItem[]> {
  return inTransaction(scope, async (owned) => {
    // One at a time for an account, so that two uploads do not both find room for the last item.
    await owned.db.select({ id: account.id }).from(account).where(eq(account.id, who.id)).for("update");
    const more = items.filter(({ replacesId }) => !replacesId).length;
    if (more > 0) checkPlan(gateDataItem(standingOf(env, who), (await countItems(owned.db, who.id)) + more - 1));
    const replaced = new Map<string, ItemRow>();
    for (const { replacesId } of items) if (replacesId) replaced.set(replacesId, await findItem(owned, replacesId));
    const rows: ItemRow[] = [];
    for (const item of items) {
      const stageTimes = [{ stage: "queued", at: new Date().toISOString() }];
      const values = {
        ...inheritedFrom(replaced.get(item.replacesId ?? "")),
        ...item,
        appId: owned.appId,
        id: item.id ?? newId("d"),
        stageTimes,
        heartbeatAt: sql`now()`,
      };
      rows.push((await owned.db.insert(contextItem).values(values).returning())[0]!);
    }
    for (const { id } of rows) await jobs.send(owned.db, syncJob, { appId: owned.appId, itemId: id });
    await publish(owned.db, topicOf(owned.appId));
    return rows.map(viewOf);
  });
}

/** The item that reads the same document elsewhere already. */
export async function findTwin(
  { db, appId }: OwnedApp,
  { source, externalFileId, externalFileUrl }: Pick<ItemRow, "source" | "externalFileId" | "externalFileUrl">,
): Promise<string | undefined> {
  const isSame =
    externalFileId === null
      ? eq(contextItem.externalFileUrl, externalFileUrl ?? "")
      : eq(contextItem.externalFileId, externalFileId);
  const [row] = await db
    .select({ id: contextItem.id })
    .from(contextItem)
    .where(and(eq(contextItem.appId, appId), eq(contextItem.source, source), isSame))
    .limit(1);
  return row?.id;
}

/** What an item tells whoever replaces it stays true of what they put in its place. */
const inheritedFrom = (row: ItemRow | undefined) =>
  row && {
    originalItemId: row.originalItemId,
    templateFileUrl: row.templateFileUrl,
    instructionsUrl: row.instructionsUrl,
  };

export async function changeItem({ db, appId }: OwnedApp, id: string, change: ItemChange): Promise<ContextItem> {
  const given = Object.entries(change).some(([, value]) => value !== undefined);
  const of = ofItem({ appId }, id);
  const [row] = given
    ? await db.update(contextItem).set(change).where(of).returning()
    : await db.select().from(contextItem).where(of);
  if (!row) throw new AppError("item-not-found");
  await publish(db, topicOf(appId));
  return viewOf(row);
}

/** Deletes an item with all that retrieval keeps of it. A sync that runs finds it gone, and writes nothing. */
export async function deleteItem({ blobs }: Platform, scope: OwnedApp, id: string): Promise<void> {
  const fileKey = await inTransaction(scope, async (owned) => {
    const key = await dropItem(owned, id);
    await publish(owned.db, topicOf(owned.appId));
    return key;
  });
  if (fileKey) await blobs.delete(fileKey);
}

/** @returns the key of its document */
async function dropItem(owned: OwnedApp, id: string): Promise<string | null> {
  const [row] = await owned.db.delete(contextItem).where(ofItem(owned, id)).returning();
  if (!row) throw new AppError("item-not-found");
  await removeChunks(owned, id);
  // What was to take its place has nothing to wait for.
  await owned.db
    .update(contextItem)
    .set({ replacesId: null })
    .where(and(eq(contextItem.appId, owned.appId), eq(contextItem.replacesId, id)));
  return row.fileKey;
}

/**
 * Lets one item take another's place: at once where its chunks are whole, else when they are; until then the old one
 * answers.
 */
export async function replaceItem(
  { blobs }: Platform,
  scope: OwnedApp,
  { oldItemId, newItemId }: { oldItemId: string; newItemId: string },
): Promise<void> {
  const fileKey = await inTransaction(scope, async (owned) => {
    if (oldItemId === newItemId) throw new AppError("item-not-found");
    const [next] = await owned.db.select().from(contextItem).where(ofItem(owned, newItemId)).for("update");
    if (!next) throw new AppError("item-not-found");
    const isWhole = next.lastSyncedAt !== null;
    const change = { ...inheritedFrom(await findItem(owned, oldItemId)), ...(!isWhole && { replacesId: oldItemId }) };
    await owned.db.update(contextItem).set(change).where(ofItem(owned, newItemId));
    const key = isWhole ? await dropItem(owned, oldItemId) : null;
    await publish(owned.db, topicOf(owned.appId));
    return key;
  });
  if (fileKey) await blobs.delete(fileKey);
}

/** Ends what a whole item was to replace, in the transaction that makes it whole. @returns the document's key */
export const dropReplaced = async (owned: OwnedApp, { replacesId }: ItemRow): Promise<string | null> =>
  replacesId === null ? null : await dropItem(owned, replacesId).catch(goneAlready);

function goneAlready(error: unknown): null {
  if (error instanceof AppError && error.reason === "item-not-found") return null;
  throw error;
}

/** Syncs an item again from its document; the chunks that it has answer until the new ones are whole. */
export function resyncItem({ jobs }: Platform, scope: OwnedApp, id: string): Promise<ContextItem> {
  return inTransaction(scope, async (owned) => {
    const [row] = await owned.db
      .update(contextItem)
      .set({ ...asNew, status: "pending", heartbeatAt: sql`now()` })
      .where(
        and(
          ofItem(owned, id),
          or(isNull(contextItem.runner), lt(contextItem.heartbeatAt, sql`now() - interval '20 seconds'`)),
        ),
      )
      .returning();
    if (!row) return viewOf(await findItem(owned, id));
    await jobs.send(owned.db, syncJob, { appId: owned.appId, itemId: id });
    await publish(owned.db, topicOf(owned.appId));
    return viewOf(row);
  });
}

/** A sync from its beginning. */
export const asNew = {
  stage: "queued" as const,
  stageTimes: sql`jsonb_build_array(jsonb_build_object('stage', 'queued', 'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
  error: null,
  done: null,
  total: null,
  revision: sql`${contextItem.revision} + 1`,
  attempts: 0,
  runner: null,
  heartbeatAt: null,
  dueAt: sql`now()`,
};
