import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { account } from "@/db/schema/account";
import { contextItem } from "@/db/schema/source";
import type { OwnedApp } from "@/db/scope";
import type { Account } from "@/api/actor";
import type { Platform } from "@/engines/platform";
import { gateDataItem } from "@/features/plans/rules";
import { standingOf } from "@/features/plans/store";
import { copyIndex } from "@/features/retrieval/copy-index";
import { isOpen } from "./rules";
import { syncJob } from "./schema";
import { asNew, countItems } from "./store";

/** Copies of documents in the blob store, by the keys of the originals. */
type Documents = Map<string, string>;

async function copyDocument({ blobs }: Platform, fileKey: string): Promise<string> {
  const key = `sources/${newId("d")}-1`;
  const pieces = await blobs.read(fileKey);
  // A document that is gone stays gone: its chunks answer, and a sync says what is missing.
  if (pieces) await blobs.write(key, pieces, "application/octet-stream");
  return key;
}

/**
 * Copies the documents of an app's data items. Before the transaction that copies the items, since they may be large;
 * those that no item names in the end are swept away.
 */
export async function copyDocuments(platform: Platform, { db, appId }: OwnedApp): Promise<Documents> {
  const rows = await db.select({ key: contextItem.fileKey }).from(contextItem).where(eq(contextItem.appId, appId));
  const copies: Documents = new Map();
  for (const { key } of rows) if (key !== null) copies.set(key, await copyDocument(platform, key));
  return copies;
}

/**
 * Copies data items with their chunks, in the caller's transaction. What is not synced yet is synced in the copy.
 * @returns how many were left out: all of them where the plan has no room for all
 */
export async function copyItems(
  platform: Platform,
  original: OwnedApp,
  copyId: string,
  who: Account,
  documents: Documents,
): Promise<{ leftOut: number }> {
  const { db, appId } = original;
  const items = await db
    .select()
    .from(contextItem)
    .where(eq(contextItem.appId, appId))
    .orderBy(asc(contextItem.createdAt), asc(contextItem.id));
  if (items.length === 0) return { leftOut: 0 };
  await db.select({ id: account.id }).from(account).where(eq(account.id, who.id)).for("update");
  const room = gateDataItem(standingOf(platform.env, who), (await countItems(db, who.id)) + items.length - 1);
  if (room !== undefined) return { leftOut: items.length };
  const ids = new Map(items.map(({ id }) => [id, newId("d")]));
  for (const item of items) {
    const id = ids.get(item.id)!;
    const fileKey = item.fileKey && (documents.get(item.fileKey) ?? (await copyDocument(platform, item.fileKey)));
    await db.insert(contextItem).values({
      ...item,
      appId: copyId,
      id,
      fileKey,
      replacesId: (item.replacesId && ids.get(item.replacesId)) ?? null,
      originalItemId: item.originalItemId ?? item.id,
      revision: 1,
      ...(isOpen(item.status) && {
        status: "unsynced",
        ...asNew,
        revision: 1,
        stageTimes: [{ stage: "queued", at: new Date().toISOString() }],
        dueAt: sql`now()`,
        heartbeatAt: sql`now()`,
      }),
    });
    if (isOpen(item.status)) await platform.jobs.send(db, syncJob, { appId: copyId, itemId: id });
  }
  await copyIndex(original, copyId, ids);
  return { leftOut: 0 };
}
