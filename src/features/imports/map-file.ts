import { jsonFault } from "@/engines/json";
import type { EntitySchema } from "@/features/rows/schema";
import { numberSampleRows } from "./limits";
import { headersOf, mapByName } from "./map-columns";
import { withNumberMarks } from "./number-marks";
import { readCsv } from "./read-csv";
import type { ColumnMapping } from "./schema";

/**
 * Maps a file whose caller sent no mapping: by name, with decimal commas as the dialog recognizes them.
 * @throws csv-unreadable
 */
export async function mapFile(file: AsyncIterable<Uint8Array>, schema: EntitySchema): Promise<ColumnMapping[]> {
  const [header, ...rows] = await firstRecords(file);
  const headers = headersOf(header ?? []);
  // A header with a NUL, which the import refuses with words, cannot be stored as a mapping.
  const readable = headers.filter((one) => !jsonFault(one));
  return withNumberMarks(headers, rows, mapByName(readable, schema));
}

async function firstRecords(file: AsyncIterable<Uint8Array>): Promise<string[][]> {
  const records: string[][] = [];
  for await (const { cells } of readCsv(file)) if (records.push(cells) > numberSampleRows) break;
  return records;
}
