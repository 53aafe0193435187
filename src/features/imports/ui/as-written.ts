import { numberSampleRows } from "../limits";
import { withNumberMarks } from "../number-marks";
import type { ColumnMapping } from "../schema";
import type { CsvStart } from "./read-start";
import { piecesOf } from "./read-batches";

/**
 * Adds to a mapping how its columns are written: times in the person's zone, like those pasted into the table, and
 * numbers with a decimal comma where the file's first thousand rows have one.
 */
export async function asWritten({ file, headers }: CsvStart, mapping: ColumnMapping[]): Promise<ColumnMapping[]> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const rows = mapping.some(({ dataType }) => dataType === "number") ? await sampleOf(file) : [];
  return withNumberMarks(headers, rows, mapping).map((one) =>
    one.dataType === "datetime" ? { ...one, timeZone } : one,
  );
}

async function sampleOf(file: File): Promise<string[][]> {
  // Lazy, like the reader of the file's start.
  const { readCsv } = await import("../read-csv");
  const rows: string[][] = [];
  for await (const { cells } of readCsv(piecesOf(file))) if (rows.push(cells) > numberSampleRows) break;
  return rows.slice(1);
}
