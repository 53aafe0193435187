import "server-only";
import { jsonLength } from "@/engines/json";
import { checkRoom } from "@/api/check-room";
import { ownedByServer } from "@/api/gates";
import { setImmediate, setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { csvImport } from "@/db/schema/entity";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { newId } from "@/db/id";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { doneRecords } from "./import-batch";
import { type Drafts, RowImport, storeBatch } from "./import-rows";
import { mapFile } from "./map-file";
import { pruneImports } from "./prune";
import {
  advanceImport,
  beatImport,
  claimImport,
  endImport,
  ImportLost,
  type ImportRow,
  keepMapping,
  orphanedImports,
  releaseImport,
} from "./store";
import { type CsvRecord, readCsvPieces } from "./read-csv";
import { findEntity } from "@/features/rows/entity";
import { headEntities } from "@/features/entities/schemas";
import { importJob } from "./schema";
import { importBytesMax } from "./limits";
import type { Rows } from "@/features/rows/read";

/** A batch is written at this many records or characters. */
const batchRecords = 2_000;
const batchCharacters = 4_000_000;
/** Records parsed per event-loop slice: 1–2 ms. */
const sliceRecords = 100;
const heartbeatMs = 5_000;
const watchMs = 20_000;
/** Throttle of notifications to open tables. */
const announceMs = 1_000;

/** Streams an upload to the blob store. @returns the new import's id @throws body-too-large, app-full, storage-full */
export async function storeImport(
  platform: Platform,
  { appId }: OwnedApp,
  file: { entity: string; accountId: string; name: string; pieces: AsyncIterable<Uint8Array> },
): Promise<string> {
  const { blobs, db } = platform;
  const id = newId("i");
  const fileKey = `imports/${appId}/${id}`;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of file.pieces) {
      bytes += piece.byteLength;
      if (bytes > importBytesMax) throw new AppError("body-too-large");
      await checkRoom(platform, appId, piece.byteLength);
      yield piece;
    }
  }
  await blobs.write(fileKey, counted(), "text/csv");
  await db.insert(csvImport).values({
    appId,
    id,
    entity: file.entity,
    accountId: file.accountId,
    fileName: file.name.slice(0, 200),
    fileKey,
    bytes,
    changeId: newId("c"),
  });
  return id;
}

/**
 * Checks or imports a stored file from its last batch on. Each batch is one transaction with its counters, so that a
 * crash at any point neither loses nor duplicates rows. A no-op when another runner has the import.
 * @param stop the process is shutting down: release the import after the current batch
 */
export async function runImport(platform: Platform, appId: string, id: string, stop?: AbortSignal): Promise<void> {
  const { db } = platform;
  const row = await claimImport(ownedByServer(db, appId), id);
  if (!row) return;
  const heartbeat = setInterval(
    () => void beatImport(db, row).catch((error: unknown) => log("warn", "import-heartbeat", { error })),
    heartbeatMs,
  );
  try {
    await importFile(platform, row, stop);
    await endImport(db, row, row.state === "checking" ? "checked" : "done");
  } catch (error) {
    if (error instanceof ImportLost) return;
    if (error instanceof AppError) await endImport(db, row, "failed", error.message).catch(ignoreLost);
    else {
      if (!stop?.aborted) log("error", "import", { appId, id, error });
      await releaseImport(db, row).catch(ignoreLost);
    }
  } finally {
    clearInterval(heartbeat);
    if (row.state === "importing") platform.events.announce(db, `rows:${appId}:${row.entity}`);
  }
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof ImportLost)) throw error;
}

/** @throws import-not-found when the file was removed */
async function fileOf({ blobs }: Platform, { fileKey }: ImportRow): Promise<AsyncIterable<Uint8Array>> {
  const file = fileKey && (await blobs.read(fileKey));
  if (!file) throw new AppError("import-not-found", undefined, "The file of this import is gone");
  return file;
}

async function importFile(platform: Platform, row: ImportRow, stop: AbortSignal | undefined): Promise<void> {
  const owned = ownedByServer(platform.db, row.appId);
  const entity = findEntity(await headEntities(owned), row.entity);
  const actor = { id: row.accountId, role: "builder", email: "" } as const;
  const rows: Rows = { scope: owned, entity, actor };
  const mapping = row.mapping ?? (await mapFile(await fileOf(platform, row), entity.schema));
  if (!row.mapping) await keepMapping(platform.db, row, mapping);
  const file = await fileOf(platform, row);
  let bytesDone = 0;
  async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytesDone += piece.byteLength;
      yield piece;
    }
  }
  let announcedAt = 0;
  const isWritten = row.state === "importing";
  // Postgres stores a batch while the one before is stored too; the embedded engine would only queue the two. Matched
  // rows may be those of the batch before, and unique values may be among them, for which one would wait.
  const isPipelined =
    isWritten && !row.matchField && entity.unique.length === 0 && platform.database.kind === "postgres";
  const drafts = readAhead(
    draftsOf(
      readCsvPieces(counted(file)),
      doneRecords(row),
      (header) => new RowImport(entity, header, { ...row, mapping }),
    ),
  );
  const storeAfter = (earlier: Promise<void>, work: RowImport, drafted: Drafts, begun: () => void): Promise<void> => {
    const done = bytesDone;
    return inTransaction(rows.scope, async (scope) => {
      begun();
      // A crash of the database may lose the last batches together with their counters. The final commit waits for all
      // of them.
      await scope.db.execute(sql`set local synchronous_commit = off`);
      const inside = { ...rows, scope };
      const batch = await work.plan(inside, drafted, isWritten);
      const stored = isWritten ? storeBatch(inside, batch, row.changeId) : undefined;
      // Not earlier: the statements before would wait for slices of this.
      drafts.begin();
      await stored;
      // Count in the file's order: a new runner continues after as many records as were counted.
      await earlier;
      await advanceImport(scope.db, row, {
        records: drafted.count,
        created: batch.fresh.length,
        updated: batch.changes.size,
        bytesDone: done,
        faults: batch.faults,
      });
    });
  };
  let last = Promise.resolve();
  try {
    for await (const { work, batch: drafted } of drafts) {
      stop?.throwIfAborted();
      if (isWritten) await checkRoom(platform, row.appId, charactersOf(drafted));
      const earlier = last;
      const begun = new Promise<void>((resolve) => (last = storeAfter(earlier, work, drafted, resolve)));
      // Avoid an unhandled rejection while the earlier one is waited for.
      last.catch(() => undefined);
      // Rows are dated from the begin of their transaction on, a microsecond apart: keep the file's order.
      if (isPipelined) await Promise.race([begun.then(() => setTimeout(drafted.count / 1_000)), last]);
      await (isPipelined ? earlier : last);
      if (!isWritten || Date.now() - announcedAt < announceMs) continue;
      announcedAt = Date.now();
      platform.events.announce(platform.db, `rows:${row.appId}:${row.entity}`);
    }
    await last;
  } finally {
    // Also after a failure: nobody else may claim the import before its last transaction has ended.
    await last.catch(() => undefined);
  }
}

const charactersOf = ({ drafts }: Drafts): number =>
  drafts.reduce((sum, { data, json }) => sum + (json?.length ?? jsonLength(data)), 0);

/** An iterator whose next item is computed before it is asked for, from `begin` on, so that parsing overlaps with writing. */
function readAhead<T>(items: AsyncGenerator<T>): AsyncIterable<T> & { begin: () => void } {
  let next: Promise<IteratorResult<T>> | undefined;
  const begin = () => {
    next ??= items.next();
    // Avoid an unhandled rejection when the consumer fails first; an awaiting consumer still gets the error.
    next.catch(() => undefined);
  };
  return {
    begin,
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          begin();
          const { value, done } = await next!;
          next = undefined;
          if (done) return;
          yield value;
        }
      } finally {
        await next?.catch(() => undefined);
        await items.return(undefined);
      }
    },
  };
}

/**
 * Records after the header as drafts, in batches, without those already done.
 * @throws csv-unreadable when there is nothing to import
 */
async function* draftsOf(
  pieces: AsyncIterable<CsvRecord[]>,
  isDone: (index: number) => boolean,
  open: (header: string[]) => RowImport,
): AsyncGenerator<{ work: RowImport; batch: Drafts }> {
  let work: RowImport | undefined;
  let slice: CsvRecord[] = [];
  let batch: Drafts = { count: 0, drafts: [], faults: [] };
  let seen = -1;
  let characters = 0;
  const draft = (one: RowImport) => {
    const { count, drafts, faults } = one.draft(slice);
    batch.count += count;
    batch.drafts.push(...drafts);
    batch.faults.push(...faults);
    slice = [];
  };
  for await (const records of pieces)
    for (const record of records) {
      seen += 1;
      if (!work) work = open(record.cells);
      if (seen === 0 || isDone(seen - 1)) continue;
      slice.push(record);
      for (const cell of record.cells) characters += cell.length;
      if (slice.length < sliceRecords && characters < batchCharacters) continue;
      draft(work);
      // Yield to the previous batch's write and to other requests.
      await setImmediate();
      if (batch.count < batchRecords && characters < batchCharacters) continue;
      yield { work, batch };
      [batch, characters] = [{ count: 0, drafts: [], faults: [] }, 0];
    }
  if (work && slice.length > 0) draft(work);
  if (work && batch.count > 0) yield { work, batch };
  if (seen < 0) throw new AppError("csv-unreadable", undefined, "CSV file appears to be empty");
  if (seen === 0) throw new AppError("csv-unreadable", undefined, "No valid data rows found in CSV");
}

/**
 * Resumes imports of dead processes and prunes old ones.
 * @param isBoot at start with the embedded database no other process can hold one
 */
export async function recoverImports({ db, database, blobs, jobs }: Platform, isBoot = false): Promise<void> {
  for (const { appId, id } of await orphanedImports(db, isBoot && database.kind === "embedded"))
    await jobs.send(db, importJob, { appId, importId: id });
  await pruneImports(blobs, db);
}

/** Looks for orphaned imports now and every 20 seconds, since another process may die while this one lives. */
export function watchImports(platform: Platform): () => void {
  const timer = setInterval(
    () => void recoverImports(platform).catch((error: unknown) => log("error", "recover-imports", { error })),
    watchMs,
  );
  timer.unref();
  return () => clearInterval(timer);
}
