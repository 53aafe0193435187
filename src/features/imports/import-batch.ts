import "server-only";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { checkRoom } from "@/api/check-room";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { RowImport, storeBatch } from "./import-rows";
import {
  advanceImport,
  beginBatches,
  browserRunner,
  endImport,
  findImport,
  type ImportRow,
  lockImport,
  viewOf,
} from "./store";
import { type CsvRecord, readCsv } from "./read-csv";
import { type ImportView } from "./schema";
import { batchedImportMax, importBatchRows } from "./limits";
import { findEntity } from "@/features/rows/entity";
import { headEntities } from "@/features/entities/schemas";
import type { Rows } from "@/features/rows/read";

/** Records in the n-th batch of the browser: fewer in the last one, none beyond. */
const batchSize = (expected: number, batch: number) =>
  Math.max(0, Math.min(importBatchRows, expected - batch * importBatchRows));

/**
 * Skips records already imported: the browser's batches, and the leading others that a server imported afterwards.
 * @returns a stateful predicate; call it once per record, in file order
 */
export function doneRecords({
  total,
  batches,
  expected,
}: Pick<ImportRow, "total" | "batches" | "expected">): (index: number) => boolean {
  const sent = new Set(batches);
  let others = total - batches.reduce((sum, batch) => sum + batchSize(expected, batch), 0);
  return (index) => sent.has(Math.floor(index / importBatchRows)) || others-- > 0;
}

/**
 * Switches a checked small file to batches from the browser. Headers are read from the stored file, as in the check.
 */
export async function startBatches({ blobs }: Platform, owned: OwnedApp, id: string): Promise<void> {
  const { state, fileKey, bytes, total } = await findImport(owned, id);
  if (state !== "checked") throw new AppError("import-state");
  if (bytes > batchedImportMax.bytes || total > batchedImportMax.records) throw new AppError("body-too-large");
  const file = fileKey && (await blobs.read(fileKey));
  if (!file) throw new AppError("import-not-found", undefined, "The file of this import is gone");
  for await (const { cells } of readCsv(file)) return beginBatches(owned, id, cells);
  throw new AppError("csv-unreadable", undefined, "CSV file appears to be empty");
}

/**
 * Imports one batch in a transaction with its counters; the last one completes the import. Idempotent: a batch that was
 * written already (its response was lost) is only acknowledged.
 * @param batch its index, from 0
 * @throws import-state when the import was cancelled or taken over by a server
 */
export async function importBatch(
  platform: Platform,
  owned: OwnedApp,
  id: string,
  batch: number,
  records: CsvRecord[],
): Promise<ImportView> {
  const { db, events } = platform;
  const { entity: name } = await findImport(owned, id);
  await checkRoom(platform, owned.appId, JSON.stringify(records).length);
  const entity = findEntity(await headEntities(owned), name);
  const { before, after } = await inTransaction(owned, async (scope) => {
    // The row lock serializes batches, so that one sees the keys written by earlier ones, and a retry sees its own
    // first try.
    const row = await lockImport(scope, id);
    if (row.batches.includes(batch)) return { before: row, after: row };
    if (row.state !== "importing" || row.runner !== browserRunner) throw new AppError("import-state");
    if (records.length !== batchSize(row.expected, batch))
      throw new AppError("invalid-input", undefined, "This batch is not as the file was checked");
    await storeRecords({ scope: scope, entity, actor: actorOf(row) }, row, batch, records);
    return { before: row, after: await findImport(scope, id) };
  });
  // Throttle: open tables are notified at most once a second, and at the end.
  if (after.state !== before.state || secondOf(after) !== secondOf(before))
    events.announce(db, `rows:${owned.appId}:${name}`);
  return viewOf(after);
}

const actorOf = ({ accountId }: ImportRow) => ({ id: accountId, role: "builder", email: "" }) as const;
const secondOf = ({ heartbeatAt }: ImportRow) => Math.floor(heartbeatAt.getTime() / 1_000);

async function storeRecords(rows: Rows, row: ImportRow, batch: number, records: CsvRecord[]): Promise<void> {
  const work = new RowImport(rows.entity, row.headers ?? [], { ...row, mapping: row.mapping ?? [] });
  const planned = await work.plan(rows, work.draft(records), true);
  await storeBatch(rows, planned, row.changeId);
  const total = row.total + records.length;
  const bytesDone = Math.round((row.bytes * total) / row.expected);
  await advanceImport(rows.scope.db, row, {
    records: records.length,
    created: planned.fresh.length,
    updated: planned.changes.size,
    bytesDone,
    faults: planned.faults,
    batch,
  });
  if (total === row.expected) await endImport(rows.scope.db, row, "done");
}
