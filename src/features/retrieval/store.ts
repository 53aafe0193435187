import "server-only";
import { and, asc, eq, gte, ilike, inArray, or, sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { chunk, chunkCode, chunkIndex, chunkVector } from "@/db/schema/chunk";
import { appSettings } from "@/db/schema/app";
import { inTransaction, type OwnedApp, type VisitedApp } from "@/db/scope";
import { sha256 } from "@/engines/blobs";
import { addPostings, removePostings } from "./index-chunks";
import { isAt } from "./look-up";
import { matchChunks } from "./rules";
import { type ChunkDraft, querySettingsSchema, type QuerySettings } from "./schema";

type Chunk = typeof chunk.$inferSelect;

/** Rows of one insert: a statement has room for 65,535 parameters. */
const insertMax = 1_000;

/** The app's index for one writer at a time, until the transaction ends. */
async function holdIndex({ db, appId }: OwnedApp): Promise<{ nextNumber: number }> {
  await db.insert(chunkIndex).values({ appId }).onConflictDoNothing();
  const [held] = await db.select().from(chunkIndex).where(eq(chunkIndex.appId, appId)).for("update");
  return held!;
}

/** Counts chunks in (1) or out (-1) of what BM25 knows of the whole index. */
async function countChunks({ db, appId }: OwnedApp, chunks: readonly { words: number }[], sign: 1 | -1): Promise<void> {
  const words = chunks.reduce((sum, one) => sum + one.words, 0);
  await db
    .update(chunkIndex)
    .set({
      chunks: sql`${chunkIndex.chunks} + ${sign * chunks.length}`,
      words: sql`${chunkIndex.words} + ${sign * words}`,
    })
    .where(eq(chunkIndex.appId, appId));
}

const ofItem = ({ appId }: OwnedApp, itemId: string) => and(eq(chunk.appId, appId), eq(chunk.itemId, itemId));

/**
 * Makes these the item's chunks, in one transaction: until it ends the former ones answer. Idempotent. A chunk whose
 * heading and text did not change keeps its id, its vector and whether it is switched on.
 */
export function replaceChunks(
  scope: OwnedApp,
  itemId: string,
  drafts: readonly ChunkDraft[],
): Promise<{ added: number; kept: number; removed: number }> {
  return inTransaction(scope, async (owned) => {
    const { nextNumber } = await holdIndex(owned);
    const stored = await owned.db.select().from(chunk).where(ofItem(owned, itemId)).orderBy(asc(chunk.position));
    const hashed = drafts.map((draft) => ({ ...draft, hash: sha256(`${draft.heading}\0${draft.text}`) }));
    const { kept, added, gone } = matchChunks(stored, hashed);
    await removeAll(owned, gone);
    await moveChunks(
      owned,
      kept.flatMap(({ stored: { id, position }, next }) =>
        position === next.position ? [] : [{ id, position: next.position }],
      ),
    );
    const numbered = added.map((draft, index) => ({ ...draft, number: nextNumber + index }));
    const words = await addPostings(owned, numbered);
    const rows = numbered.map((one) => ({
      appId: owned.appId,
      id: newId("k"),
      itemId,
      number: one.number,
      position: one.position,
      heading: one.heading,
      text: one.text,
      hash: one.hash,
      words: words.get(one.number) ?? 0,
    }));
    for (let start = 0; start < rows.length; start += insertMax)
      await owned.db.insert(chunk).values(rows.slice(start, start + insertMax));
    await countChunks(owned, rows, 1);
    await owned.db
      .update(chunkIndex)
      .set({ nextNumber: nextNumber + rows.length })
      .where(eq(chunkIndex.appId, owned.appId));
    return { added: rows.length, kept: kept.length, removed: gone.length };
  });
}

async function moveChunks({ db, appId }: OwnedApp, moved: { id: string; position: number }[]): Promise<void> {
  if (moved.length === 0) return;
  await db.execute(
    sql`update chunk c set position = v.position
      from json_to_recordset(${JSON.stringify(moved)}::text::json) as v(id text, position int)
      cross join lateral (select k.ctid from chunk k where k.app_id = ${appId} and ${isAt("k.id", "v.id")}) k
      where c.ctid = k.ctid`,
  );
}

/** Deletes all that retrieval keeps of an item. */
export function removeChunks(scope: OwnedApp, itemId: string): Promise<void> {
  return inTransaction(scope, async (owned) => {
    await holdIndex(owned);
    await removeAll(owned, await owned.db.select().from(chunk).where(ofItem(owned, itemId)));
  });
}

async function removeAll(scope: OwnedApp, gone: readonly Chunk[]): Promise<void> {
  if (gone.length === 0) return;
  const { db, appId } = scope;
  const enabled = gone.filter(({ isEnabled }) => isEnabled);
  await removePostings(scope, enabled);
  await countChunks(scope, enabled, -1);
  for (let start = 0; start < gone.length; start += insertMax) {
    const numbers = gone.slice(start, start + insertMax).map(({ number }) => number);
    await db.delete(chunkCode).where(and(eq(chunkCode.appId, appId), inArray(chunkCode.number, numbers)));
    await db.delete(chunkVector).where(and(eq(chunkVector.appId, appId), inArray(chunkVector.number, numbers)));
    await db.delete(chunk).where(and(eq(chunk.appId, appId), inArray(chunk.number, numbers)));
  }
}

/** How the app's settings want questions answered; a tool may have settings of its own. */
export async function querySettings({ db, appId }: OwnedApp | VisitedApp): Promise<QuerySettings> {
  const [row] = await db.select({ data: appSettings.data }).from(appSettings).where(eq(appSettings.appId, appId));
  return querySettingsSchema.parse(row?.data ?? {});
}

/**
 * Switches a chunk off, so that it answers nothing, or on again.
 * @returns whether there is such a chunk
 */
export function switchChunk(scope: OwnedApp, itemId: string, id: string, isEnabled: boolean): Promise<boolean> {
  return inTransaction(scope, async (owned) => {
    await holdIndex(owned);
    const [found] = await owned.db
      .select()
      .from(chunk)
      .where(and(ofItem(owned, itemId), eq(chunk.id, id)));
    if (!found) return false;
    if (found.isEnabled === isEnabled) return true;
    if (isEnabled) await addPostings(owned, [found]);
    else await removePostings(owned, [found]);
    await countChunks(owned, [found], isEnabled ? 1 : -1);
    await owned.db
      .update(chunk)
      .set({ isEnabled })
      .where(and(eq(chunk.appId, owned.appId), eq(chunk.id, id)));
    return true;
  });
}

/** An item's chunks in the order of the document, from a position on; those with the text when one is searched for. */
export function listChunks(
  scope: OwnedApp,
  itemId: string,
  { search, from, limit }: { search?: string | undefined; from: number; limit: number },
): Promise<Pick<Chunk, "id" | "position" | "heading" | "text" | "isEnabled">[]> {
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return scope.db
    .select({
      id: chunk.id,
      position: chunk.position,
      heading: chunk.heading,
      text: chunk.text,
      isEnabled: chunk.isEnabled,
    })
    .from(chunk)
    .where(
      and(
        ofItem(scope, itemId),
        gte(chunk.position, from),
        pattern ? or(ilike(chunk.text, pattern), ilike(chunk.heading, pattern)) : undefined,
      ),
    )
    .orderBy(asc(chunk.position))
    .limit(limit);
}
