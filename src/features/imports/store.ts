import "server-only";
import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { newId } from "@/db/id";
import type { Database } from "@/db/open";
import { csvImport, csvImportFault } from "@/db/schema/entity";
import type { OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import type { ColumnMapping, ImportView } from "./schema";

export type ImportRow = typeof csvImport.$inferSelect;
export type RowFault = { number: number; reason: string };

/** Runner of an import whose batches the browser sends. */
export const browserRunner = "browser";

/** Lease: a runner without a heartbeat for this long is dead. */
const deadAfterSeconds = 20;
/** Crashes without progress before an import is given up. */
const attemptsMax = 5;
/** Days until the file of an abandoned import is removed. */
export const keptDays = 7;

const running = ["checking", "importing"] as const;
export const isRunning = inArray(csvImport.state, [...running]);
const isOld = lt(csvImport.heartbeatAt, sql`now() - ${deadAfterSeconds} * interval '1 second'`);
/** One import. */
export const at = (appId: string, id: string) => and(eq(csvImport.appId, appId), eq(csvImport.id, id));
const fromStart = {
  batches: [],
  total: 0,
  created: 0,
  updated: 0,
  failed: 0,
  bytesDone: 0,
  attempts: 0,
  error: null,
  runner: null,
  heartbeatAt: sql`now()`,
};

export async function findImport({ db, appId }: OwnedApp, id: string): Promise<ImportRow> {
  const [row] = await db.select().from(csvImport).where(at(appId, id));
  if (!row) throw new AppError("import-not-found");
  return row;
}

/** The newest import not dismissed, so that a reloaded page can show it. */
export async function openImport({ db, appId }: OwnedApp): Promise<ImportRow | undefined> {
  const [row] = await db
    .select()
    .from(csvImport)
    .where(
      and(
        eq(csvImport.appId, appId),
        isNull(csvImport.closedAt),
        inArray(csvImport.state, [...running, "done", "failed", "cancelled"]),
      ),
    )
    .orderBy(desc(csvImport.createdAt))
    .limit(1);
  return row;
}

export function viewOf({
  id,
  entity,
  changeId,
  fileName,
  bytes,
  bytesDone,
  state,
  error,
  total,
  created,
  updated,
  failed,
  undoneAt,
}: ImportRow): ImportView {
  const message =
    state !== "done"
      ? error
      : failed > 0
        ? `Import completed with ${failed} failed rows out of ${total} total`
        : `Successfully imported all ${total} rows`;
  return {
    importId: id,
    entity,
    fileName,
    changeId,
    state,
    message,
    total,
    created,
    updated,
    failed,
    fraction: bytes === 0 ? 1 : bytesDone / bytes,
    isUndone: undoneAt !== null,
  };
}

export type Plan = {
  mapping?: ColumnMapping[] | undefined;
  matchField?: string | undefined;
  isGuarded?: boolean | undefined;
};

type Beginning = Plan & Partial<Pick<ImportRow, "headers" | "runner">> & { expected?: SQL };

function begin(
  { db, appId }: OwnedApp,
  id: string,
  from: ImportRow["state"][],
  state: (typeof running)[number],
  beginning: Beginning,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(csvImport)
      .set({ ...fromStart, ...beginning, state, changeId: newId("c") })
      .where(and(at(appId, id), inArray(csvImport.state, from)))
      .returning({ id: csvImport.id });
    if (!row) throw new AppError("import-state");
    await tx.delete(csvImportFault).where(and(eq(csvImportFault.appId, appId), eq(csvImportFault.importId, id)));
  });
}

/**
 * Starts checking or importing the file from its beginning.
 * @throws import-state while it runs or after it was imported
 */
export const beginImport = (
  owned: OwnedApp,
  id: string,
  state: (typeof running)[number],
  plan: Plan = {},
): Promise<void> => begin(owned, id, ["uploaded", "checked"], state, plan);

/**
 * Starts an import by batches from the browser. The number of records found by the check tells when it is complete.
 * @throws import-state unless it was checked
 */
export const beginBatches = (owned: OwnedApp, id: string, headers: string[]): Promise<void> =>
  begin(owned, id, ["checked"], "importing", { headers, runner: browserRunner, expected: sql`${csvImport.total}` });

/** Reads an import with a row lock until the transaction ends. */
export async function lockImport({ db, appId }: OwnedApp, id: string): Promise<ImportRow> {
  const [row] = await db.select().from(csvImport).where(at(appId, id)).for("update");
  if (!row) throw new AppError("import-not-found");
  return row;
}

/**
 * Ends the browser's lease.
 * @returns whether it held the import, which now needs another runner
 */
export async function releaseBatches({ db, appId }: OwnedApp, id: string): Promise<boolean> {
  const released = await db
    .update(csvImport)
    .set({ runner: null, heartbeatAt: sql`now()` })
    .where(and(at(appId, id), eq(csvImport.state, "importing"), eq(csvImport.runner, browserRunner)))
    .returning({ id: csvImport.id });
  return released.length > 0;
}

/** Claims an import unless a live runner has it. @returns the row with its progress */
export async function claimImport({ db, appId }: OwnedApp, id: string): Promise<ImportRow | undefined> {
  const [row] = await db
    .update(csvImport)
    .set({ runner: newId("p"), heartbeatAt: sql`now()`, attempts: sql`${csvImport.attempts} + 1` })
    .where(and(at(appId, id), isRunning, or(isNull(csvImport.runner), isOld)))
    .returning();
  return row;
}

/** The runner lost its lease: the import was cancelled or taken over. */
export class ImportLost extends Error {}

const mine = (row: ImportRow) =>
  and(at(row.appId, row.id), eq(csvImport.runner, row.runner!), eq(csvImport.state, row.state));

export type Progress = {
  records: number;
  created: number;
  updated: number;
  bytesDone: number;
  faults: RowFault[];
  /** Set when the batch came from a browser. */ batch?: number;
};

/**
 * Records a batch in the transaction that wrote its rows.
 * @throws ImportLost, which rolls the rows back
 */
export async function advanceImport(
  db: Database,
  row: ImportRow,
  { records, created, updated, bytesDone, faults, batch }: Progress,
): Promise<void> {
  const counted = {
    total: sql`${csvImport.total} + ${records}`,
    created: sql`${csvImport.created} + ${created}`,
    updated: sql`${csvImport.updated} + ${updated}`,
    failed: sql`${csvImport.failed} + ${faults.length}`,
    ...(batch !== undefined && { batches: sql`array_append(${csvImport.batches}, ${batch}::integer)` }),
  };
  const kept = await db
    .update(csvImport)
    .set({ ...counted, bytesDone, attempts: 0, heartbeatAt: sql`now()` })
    .where(mine(row))
    .returning({ id: csvImport.id });
  if (kept.length === 0) throw new ImportLost();
  if (faults.length > 0)
    await db.insert(csvImportFault).values({ appId: row.appId, importId: row.id, number: faults[0]!.number, faults });
}

/** Keeps the mapping that was made for a caller who sent none, so that batches and later runners read the file alike. */
export async function keepMapping(db: Database, row: ImportRow, mapping: ColumnMapping[]): Promise<void> {
  await db.update(csvImport).set({ mapping }).where(mine(row));
}

/** Heartbeat between batches, for instance while skipping to the resume point. */
export async function beatImport(db: Database, row: ImportRow): Promise<void> {
  await db
    .update(csvImport)
    .set({ heartbeatAt: sql`now()` })
    .where(mine(row));
}

export async function endImport(
  db: Database,
  row: ImportRow,
  state: "checked" | "done" | "failed",
  error?: string,
): Promise<void> {
  const ended = await db
    .update(csvImport)
    .set({
      state,
      error: error ?? null,
      runner: null,
      heartbeatAt: sql`now()`,
      ...(state !== "failed" && { bytesDone: row.bytes }),
    })
    .where(mine(row))
    .returning({ id: csvImport.id });
  if (ended.length === 0) throw new ImportLost();
}

/** Releases an import after a failure; it is retried later, a limited number of times. */
export async function releaseImport(db: Database, row: ImportRow): Promise<void> {
  if (row.attempts >= attemptsMax) await endImport(db, row, "failed", "Failed to import data. Please try again.");
  else
    await db
      .update(csvImport)
      .set({ runner: null, heartbeatAt: sql`now()` })
      .where(mine(row));
}

/** Stops at the last written batch: a check is undone, an import keeps its rows. */
export async function cancelImport({ db, appId }: OwnedApp, id: string): Promise<void> {
  const state = sql`case when ${csvImport.state} = 'checking' then 'uploaded' else 'cancelled' end`;
  const [row] = await db
    .update(csvImport)
    .set({ state, runner: null, heartbeatAt: sql`now()` })
    .where(and(at(appId, id), isRunning))
    .returning({ id: csvImport.id });
  if (!row) throw new AppError("import-state");
}

/**
 * Imports of dead runners.
 * @param isBoot at start with the embedded database every runner is dead
 */
export async function orphanedImports(db: Database, isBoot: boolean): Promise<{ appId: string; id: string }[]> {
  return db
    .update(csvImport)
    .set({ runner: null, heartbeatAt: sql`now()` })
    .where(and(isRunning, isBoot ? sql`true` : isOld))
    .returning({ appId: csvImport.appId, id: csvImport.id });
}
