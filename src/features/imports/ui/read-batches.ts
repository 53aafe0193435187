import { CellFault, headersOf, propertyAt, readCell } from "../map-columns";
import type { CsvRecord } from "../read-csv";
import { type EntitySchema } from "@/features/rows/schema";
import { type ColumnMapping } from "../schema";
import { importBatchRows } from "../limits";

/** Batches of records, and for each the earlier batches that share a key with it. */
export type Batches = { batches: CsvRecord[][]; after: number[][] };

type Plan = { mapping: ColumnMapping[]; matchField: string | null; schema: EntitySchema };

const pieceBytes = 65_536;

/** A file as a lazy stream. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes)
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
}

/** Parses a small file with the server's parser and cuts it into batches of 10. */
export async function readBatches(file: Blob, { mapping, matchField, schema }: Plan): Promise<Batches> {
  // Lazy: most sessions import nothing.
  const { readCsv } = await import("../read-csv");
  const batches: CsvRecord[][] = [];
  let headers: string[] | undefined;
  for await (const record of readCsv(piecesOf(file))) {
    if (!headers) headers = headersOf(record.cells);
    else if (batches.at(-1) && batches.at(-1)!.length < importBatchRows) batches.at(-1)!.push(record);
    else batches.push([record]);
  }
  const column = mapping.findLast(({ schemaField }) => schemaField === matchField);
  const isById = matchField === "id";
  const index = (headers ?? []).indexOf(isById ? "id" : (column?.csvHeader.trim() ?? ""));
  const keyOf = ({ cells }: CsvRecord) =>
    isById || !column ? cells[index] || undefined : keyIn(cells[index] ?? "", column, schema);
  return { batches, after: index >= 0 ? sharing(batches.map((records) => records.map(keyOf))) : batches.map(() => []) };
}

/** The upsert key as the server will match it; undefined for none. */
function keyIn(cell: string, column: ColumnMapping, schema: EntitySchema): string | undefined {
  try {
    return JSON.stringify(readCell(cell, column, propertyAt(schema, column.schemaField)));
  } catch (error) {
    if (error instanceof CellFault) return undefined;
    throw error;
  }
}

/** "A second row of the file with the same key completes the first": batches that share a key stay in order. */
export function sharing(keys: (string | undefined)[][]): number[][] {
  const last = new Map<string, number>();
  return keys.map((list, batch) => {
    const before = new Set<number>();
    for (const key of list) {
      const earlier = key === undefined ? undefined : last.get(key);
      if (earlier !== undefined && earlier !== batch) before.add(earlier);
      if (key !== undefined) last.set(key, batch);
    }
    return [...before];
  });
}
