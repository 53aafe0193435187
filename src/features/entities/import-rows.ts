import "server-only";
import { sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { rowsOf } from "@/db/open";
import { inTransaction } from "@/db/scope";
import { AppError } from "@/errors";
import { CellFault, mapByName, propertyAt, readCell, setField } from "./map-columns";
import { type CsvRecord, readCsv } from "./read-csv";
import type { ColumnMapping } from "./schema";
import { addRows, type Rows, updateRows } from "./store";
import { unguarded, writeCsvLine } from "./write-csv";

const batchRows = 500;
/** What the list of failed rows may hold; above it, rows are still counted. */
const failedCharactersMax = 5_000_000;

export type ImportOptions = {
  /** Without it, headers are matched by name. "Unmapped columns are ignored." */
  mapping?: ColumnMapping[] | undefined;
  /** A row whose value in this field exists already is updated instead of made again. "id" matches rows by their id. */
  matchField?: string | undefined;
  isDryRun?: boolean | undefined;
  /** Our export put a sign before texts that a spreadsheet would run: it is taken away again. */
  isGuarded?: boolean | undefined;
  /** Chosen by the caller, so that an import whose answer was lost can still be undone. */
  changeId?: string | undefined;
};

export type ImportResult = { total: number; created: number; updated: number; failed: number; failedCsv: string; changeId: string; mapping: ColumnMapping[]; message: string };

type Draft = { record: CsvRecord; id?: string; data: Record<string, unknown> };

/** One import at work: batches of rows, each written whole in a transaction of its own. */
class Import {
  readonly result: ImportResult;
  #headers: string[];
  #columns: { index: number; mapping: ColumnMapping; property: ReturnType<typeof propertyAt> }[];

  constructor(private readonly rows: Rows, header: string[], private readonly options: ImportOptions) {
    this.#headers = header.map((name) => name.trim());
    const mapping = options.mapping ?? mapByName(this.#headers, rows.entity.schema);
    this.#columns = mapping.flatMap((one) => {
      // Of two columns with one header, the first is meant.
      const index = this.#headers.indexOf(one.csvHeader.trim());
      return index < 0 || one.schemaField === "" ? [] : [{ index, mapping: one, property: propertyAt(rows.entity.schema, one.schemaField) }];
    });
    if (this.#columns.length === 0) throw new AppError("csv-unreadable", undefined, "No column of the file matches a field");
    this.result = { total: 0, created: 0, updated: 0, failed: 0, failedCsv: writeCsvLine([...this.#headers, "reason"]), changeId: options.changeId ?? newId("c"), mapping, message: "" };
  }

  async write(records: CsvRecord[]): Promise<void> {
    const drafts = records.flatMap((record) => this.#draft(record) ?? []);
    const known = await this.#match(drafts);
    const fresh = new Map<string, Draft>();
    const changes = new Map<string, Record<string, unknown>>();
    for (const draft of drafts) {
      const match = known.get(this.#keyOf(draft));
      const fields = match ? { ...match.data, ...changes.get(match.id), ...draft.data } : draft.data;
      const faults = this.rows.entity.validate(fields);
      if (faults) this.#fail(draft.record, Object.entries(faults).map(([field, words]) => `${field} ${words}`).join("; "));
      else if (match) changes.set(match.id, { ...changes.get(match.id), ...draft.data });
      else this.#addFresh(fresh, draft);
    }
    await this.#store([...fresh.values()], changes);
  }

  #draft(record: CsvRecord): Draft | undefined {
    this.result.total += 1;
    const draft: Draft = { record, data: {} };
    try {
      if (record.cells.length > this.#headers.length && record.cells.slice(this.#headers.length).some((cell) => cell !== "")) throw new CellFault(`has ${record.cells.length} cells for ${this.#headers.length} columns`);
      for (const { index, mapping, property } of this.#columns) {
        const cell = record.cells[index] ?? "";
        const value = readCell(this.options.isGuarded ? unguarded(cell) : cell, mapping, property);
        if (value !== undefined) setField(draft.data, mapping.schemaField, value);
      }
      if (this.options.matchField === "id") draft.id = record.cells[this.#headers.indexOf("id")] ?? "";
      return draft;
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      this.#fail(record, error.message);
      return undefined;
    }
  }

  /** A second row of the file with the same key completes the first. */
  #addFresh(fresh: Map<string, Draft>, draft: Draft): void {
    const key = this.options.matchField ? this.#keyOf(draft) : "null";
    const hasKey = key !== "null" && key !== '""';
    const twin = hasKey ? fresh.get(key) : undefined;
    if (twin) Object.assign(twin.data, draft.data);
    else fresh.set(hasKey ? key : `row ${draft.record.number}`, draft);
  }

  #keyOf({ id, data }: Draft): string {
    const { matchField } = this.options;
    return JSON.stringify(matchField === "id" ? id : matchField && Object.hasOwn(data, matchField) ? data[matchField] : null);
  }

  async #match(drafts: Draft[]): Promise<Map<string, { id: string; data: Record<string, unknown> }>> {
    const { matchField } = this.options;
    if (!matchField) return new Map();
    const { scope, entity } = this.rows;
    const key = matchField === "id" ? sql`to_jsonb(id)` : sql`data -> ${matchField}`;
    const keys = [...new Set(drafts.map((draft) => this.#keyOf(draft)))].filter((one) => one !== "null" && one !== '""');
    const found = await rowsOf<{ id: string; data: Record<string, unknown>; key: unknown }>(
      scope.db,
      sql`select id, data, ${key} as key from entity_row where app_id = ${scope.appId} and entity = ${entity.name} and ${key} in (select jsonb_array_elements(${`[${keys.join(",")}]`}::jsonb)) order by created_at desc`,
    );
    return new Map(found.map(({ key: value, ...row }) => [JSON.stringify(value), row]));
  }

  async #store(fresh: Draft[], changes: Map<string, Record<string, unknown>>): Promise<void> {
    this.result.created += fresh.length;
    this.result.updated += changes.size;
    if (this.options.isDryRun || fresh.length + changes.size === 0) return;
    await inTransaction(this.rows.scope, async (scope) => {
      const rows = { ...this.rows, scope };
      if (fresh.length > 0) await addRows(rows, fresh.map(({ data }) => ({ data })), this.result.changeId);
      if (changes.size > 0) await updateRows(rows, "every", [...changes].map(([id, fields]) => ({ id, fields })), this.result.changeId);
    });
  }

  #fail(record: CsvRecord, reason: string): void {
    this.result.failed += 1;
    const line = writeCsvLine([...this.#headers.map((_, index) => record.cells[index] ?? ""), `Row ${record.number}: ${reason}`]);
    if (this.result.failedCsv.length + line.length < failedCharactersMax) this.result.failedCsv += line;
  }
}

/**
 * Imports a CSV file of any size without holding it: batches are written as the file arrives, all under one change that can be undone.
 * A row that does not fit is listed with its reason and the others go on; a file that breaks off keeps what was written, under `changeId`.
 * @throws csv-unreadable
 */
export async function importCsv(rows: Rows, bytes: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<ImportResult> {
  let work: Import | undefined;
  let batch: CsvRecord[] = [];
  try {
    for await (const record of readCsv(bytes)) {
      if (!work) {
        work = new Import(rows, record.cells, options);
        continue;
      }
      batch.push(record);
      if (batch.length >= batchRows) {
        await work.write(batch);
        batch = [];
      }
    }
    if (work && batch.length > 0) await work.write(batch);
  } catch (error) {
    if (!(error instanceof AppError) || !work) throw error;
    throw new AppError(error.reason, { ...work.result, failedCsv: undefined }, `${error.message} ${work.result.created + work.result.updated} rows were imported before it; they can be undone.`);
  }
  if (!work) throw new AppError("csv-unreadable", undefined, "CSV file appears to be empty");
  if (work.result.total === 0) throw new AppError("csv-unreadable", undefined, "No valid data rows found in CSV");
  return { ...work.result, message: messageOf(work.result) };
}

function messageOf({ total, failed }: ImportResult): string {
  return failed > 0 ? `Import completed with ${failed} failed rows out of ${total} total` : `Successfully imported all ${total} rows`;
}
