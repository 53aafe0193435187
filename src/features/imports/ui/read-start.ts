import { headersOf } from "../map-columns";
import { mappingPreviewRows } from "../limits";
import { piecesOf } from "./read-batches";

/** A file that cannot be imported; messages of 2-builder.md §8. */
export class CsvFault extends Error {}

const unreadable = "Failed to parse CSV file. Please check the format.";
const isEmpty = "CSV file appears to be empty";

export type CsvStart = { file: File; headers: string[]; rows: string[][] };

/**
 * Parses headers and first rows like the server, from the beginning of the file.
 * @throws CsvFault when there is nothing to import
 */
export async function readStart(file: File): Promise<CsvStart> {
  const [headers, ...rows] = await firstRecords(file);
  if (!headers || headers.every((header) => header.trim() === "")) throw new CsvFault(isEmpty);
  // Binary file: an image or a spreadsheet's own format.
  if (headers.some((header) => header.includes("\0"))) throw new CsvFault(unreadable);
  if (rows.length === 0) throw new CsvFault("No valid data rows found in CSV");
  return { file, headers: headersOf(headers), rows };
}

async function firstRecords(file: File): Promise<string[][]> {
  // Lazy: most sessions import nothing.
  const { readCsv } = await import("../read-csv");
  const records: string[][] = [];
  try {
    for await (const { cells } of readCsv(piecesOf(file))) if (records.push(cells) > mappingPreviewRows) break;
  } catch {
    throw new CsvFault(unreadable);
  }
  return records;
}
