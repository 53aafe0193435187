import "server-only";
import type { Rows } from "@/features/rows/read";
import { sql } from "drizzle-orm";
import { newIds } from "@/db/id";
import { rowsOf } from "@/db/open";
import { AppError } from "@/errors";
import { jsonFault } from "@/engines/json";
import type { EntityProperty, NewRow } from "@/features/rows/schema";
import { faultsOfReferences } from "@/features/rows/check-references";
import type { RowFault } from "./store";
import { CellFault, headersOf, propertyAt, readCell, setField } from "./map-columns";
import { withoutComma } from "./number-marks";
import type { CsvRecord } from "./read-csv";
import type { ColumnMapping } from "./schema";
import type { Entity } from "@/features/rows/entity";
import { claimValues } from "@/features/rows/claim-values";
import type { Claimant } from "@/features/rows/compare-values";
import { addRows, updateRows } from "@/features/rows/store";
import { faultsOfChange, nameAt, type RowFaults } from "@/features/rows/validate-row";
import { unguarded } from "@/engines/csv-line";

export type ImportOptions = {
  /** "Unmapped columns are ignored." */
  mapping: ColumnMapping[];
  /** Upsert key: rows with the same value in this field are updated. "id" matches by row id. */
  matchField: string | null;
  /** Removes the quote that our export put before formula-like texts. */
  isGuarded: boolean;
};

type Draft = {
  record: CsvRecord;
  /** The row that the file names, if it does. */
  id?: string;
  /** The row's id to be, where its values are taken beforehand. */
  newId?: string;
  data: Record<string, unknown>;
  /** Records of the file that were merged into it. */
  merged?: CsvRecord[];
  /** `data` as JSON text, written before the database is waited for; missing once another row was merged into it. */
  json?: string | undefined;
};

/** A row that is changed, with the file's records for it. */
type Changed = { data: Record<string, unknown>; was: Record<string, unknown>; drafts: Draft[] };

export type Drafts = { count: number; drafts: Draft[]; faults: RowFault[] };

export type Batch = {
  fresh: NewRow[];
  changes: Map<string, Record<string, unknown>>;
  faults: RowFault[];
};

/** @returns whether there is a fault */
function addFault(faults: RowFault[], { record }: Draft, found: RowFaults | null): boolean {
  const words = Object.values(found ?? {});
  if (words.length > 0) faults.push({ number: record.number, reason: words.join("; ") });
  return words.length > 0;
}

/** Converts records of a file to rows of an entity. */
export class RowImport {
  #headers: string[];
  /** What rows of the batches before would have, when nothing is written. */
  readonly #tried = new Map<string, string>();
  #columns: { index: number; mapping: ColumnMapping; property: ReturnType<typeof propertyAt> }[];

  /** @throws csv-unreadable when no column of the file is mapped */
  constructor(
    private readonly entity: Entity,
    header: string[],
    private readonly options: ImportOptions,
  ) {
    this.#headers = headersOf(header);
    const fault = jsonFault(header);
    if (fault) throw new AppError("csv-unreadable", undefined, `The first line ${fault}`);
    this.#columns = options.mapping.flatMap((one) => {
      const index = this.#headers.indexOf(one.csvHeader.trim());
      return index < 0 || one.schemaField === ""
        ? []
        : [{ index, mapping: one, property: propertyAt(entity.schema, one.schemaField) }];
    });
    if (this.#columns.length === 0)
      throw new AppError("csv-unreadable", undefined, "No column of the file matches a field");
  }

  /**
   * Records as draft rows, with those that are invalid. Pure, so that it can overlap with writing the previous batch.
   */
  draft(records: CsvRecord[]): Drafts {
    const faults: RowFault[] = [];
    const drafts = records.flatMap((record) => this.#draft(record, faults) ?? []);
    // Rows to be merged into existing ones are validated after the merge.
    if (this.options.matchField) return { count: records.length, drafts, faults };
    const fitting = drafts.filter((draft) => !addFault(faults, draft, this.entity.validate(draft.data)));
    for (const draft of fitting) draft.json = JSON.stringify(draft.data);
    return { count: records.length, drafts: fitting, faults };
  }

  /**
   * Plans drafts against existing rows: inserts, updates, and faults.
   * @param isWritten whether the batch will be written in this transaction: its rows then have their unique values
   */
  async plan(rows: Rows, { drafts, faults: found }: Drafts, isWritten: boolean): Promise<Batch> {
    const batch: Batch = { fresh: [], changes: new Map(), faults: [...found] };
    const known = await this.#match(rows, drafts);
    const matches = drafts.map((draft) => (this.options.matchField ? known.get(this.#keyOf(draft)) : undefined));
    const unknown = await faultsOfReferences(
      rows,
      drafts.map(({ data }) => data),
      matches.map((match) => match?.data),
    );
    const fresh = new Map<string, Draft>();
    const changed = new Map<string, Changed>();
    for (const [index, draft] of drafts.entries()) {
      const match = matches[index];
      const fields = match ? { ...match.data, ...batch.changes.get(match.id), ...draft.data } : draft.data;
      const misfits = match
        ? faultsOfChange(this.entity.validate, fields, draft.data)
        : this.options.matchField && this.entity.validate(fields);
      if (addFault(batch.faults, draft, { ...unknown[index], ...misfits })) continue;
      if (match) {
        batch.changes.set(match.id, { ...batch.changes.get(match.id), ...draft.data });
        changed.set(match.id, {
          data: fields,
          was: match.data,
          drafts: [...(changed.get(match.id)?.drafts ?? []), draft],
        });
      } else this.#addFresh(fresh, draft);
    }
    const free = await this.#claim(rows, batch, [...fresh.values()], changed, isWritten);
    batch.fresh = free.map(({ data, json, newId: id }) => ({ id, json: json ?? JSON.stringify(data) }));
    batch.faults.sort((a, b) => a.number - b.number);
    return batch;
  }

  /**
   * Takes the unique values of the batch's rows; those with a value that is taken already become faults.
   * @returns the new rows that are left
   */
  async #claim(
    rows: Rows,
    batch: Batch,
    fresh: Draft[],
    changed: Map<string, Changed>,
    isWritten: boolean,
  ): Promise<Draft[]> {
    if (rows.entity.unique.length === 0) return fresh;
    for (const [index, id] of newIds("r", fresh.length).entries()) fresh[index]!.newId = id;
    const claimants: Claimant[] = [
      ...fresh.map(({ newId, data }) => ({ id: newId!, data })),
      ...[...changed].map(([id, { data, was }]) => ({ id, data, was, isWhole: true })),
    ];
    const taken = await claimValues(rows, claimants, isWritten ? undefined : this.#tried);
    const isTaken = (index: number) => Object.keys(taken[index]!).length > 0;
    for (const [index, [id, { drafts }]] of [...changed].entries()) {
      const place = fresh.length + index;
      if (isTaken(place)) batch.changes.delete(id);
      for (const draft of drafts) addFault(batch.faults, draft, taken[place]!);
    }
    return fresh.filter((draft, index) => {
      for (const record of [draft.record, ...(draft.merged ?? [])])
        addFault(batch.faults, { ...draft, record }, taken[index]!);
      return !isTaken(index);
    });
  }

  #draft(record: CsvRecord, faults: RowFault[]): Draft | undefined {
    const draft: Draft = { record, data: {} };
    try {
      if (
        record.cells.length > this.#headers.length &&
        record.cells.slice(this.#headers.length).some((cell) => cell !== "")
      )
        throw new CellFault(`The row has ${record.cells.length} cells for ${this.#headers.length} columns`);
      for (const { index, mapping, property } of this.#columns) {
        const cell = record.cells[index] ?? "";
        const value = this.#valueOf(this.options.isGuarded ? unguarded(cell) : cell, mapping, property);
        if (value !== undefined) setField(draft.data, mapping.schemaField, value);
      }
      if (this.options.matchField === "id") draft.id = record.cells[this.#headers.indexOf("id")] ?? "";
      return draft;
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      faults.push({ number: record.number, reason: error.message });
      return undefined;
    }
  }

  /** @throws CellFault naming the field, also for unacceptable JSON */
  #valueOf(cell: string, mapping: ColumnMapping, property: EntityProperty | undefined): unknown {
    const refuse = (words: string) =>
      new CellFault(`${nameAt(this.entity.schema, mapping.schemaField.split("."))} ${words}`);
    let value: unknown;
    try {
      value = readCell(mapping.decimalMark ? withoutComma(cell) : cell, mapping, property);
    } catch (error) {
      throw error instanceof CellFault ? refuse(error.message) : error;
    }
    const fault = jsonFault(value);
    if (fault) throw refuse(fault);
    return value;
  }

  /** A later row of the file with the same key is merged into the first. */
  #addFresh(fresh: Map<string, Draft>, draft: Draft): void {
    const key = this.options.matchField ? this.#keyOf(draft) : "null";
    const hasKey = key !== "null" && key !== '""';
    const twin = hasKey ? fresh.get(key) : undefined;
    if (twin) {
      Object.assign(twin.data, draft.data);
      (twin.merged ??= []).push(draft.record);
      twin.json = undefined;
    } else fresh.set(hasKey ? key : `row ${draft.record.number}`, draft);
  }

  #keyOf({ id, data }: Draft): string {
    const { matchField } = this.options;
    return JSON.stringify(
      matchField === "id" ? id : matchField && Object.hasOwn(data, matchField) ? data[matchField] : null,
    );
  }

  async #match(
    { scope, entity }: Rows,
    drafts: Draft[],
  ): Promise<Map<string, { id: string; data: Record<string, unknown> }>> {
    const { matchField } = this.options;
    if (!matchField) return new Map();
    const key = matchField === "id" ? sql`to_jsonb(id)` : sql`data -> ${matchField}`;
    const keys = [...new Set(drafts.map((draft) => this.#keyOf(draft)))].filter(
      (one) => one !== "null" && one !== '""',
    );
    const found = await rowsOf<{ id: string; data: Record<string, unknown>; key: unknown }>(
      scope.db,
      sql`select id, data, ${key} as key from entity_row where app_id = ${scope.appId} and entity = ${entity.name} and ${key} in (select jsonb_array_elements(${`[${keys.join(",")}]`}::jsonb)) order by created_at desc`,
    );
    return new Map(found.map(({ key: value, ...row }) => [JSON.stringify(value), row]));
  }
}

/** Writes a planned batch under one change id. */
export async function storeBatch(rows: Rows, { fresh, changes }: Batch, changeId: string): Promise<void> {
  if (fresh.length > 0) await addRows(rows, fresh, changeId);
  if (changes.size > 0)
    await updateRows(
      rows,
      "every",
      [...changes].map(([id, fields]) => ({ id, fields })),
      changeId,
    );
}
