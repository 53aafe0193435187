import Papa from "papaparse";
import { headersOf } from "../map-columns";
import { mappingPreviewRows } from "../schema";

/** The start of a file is enough to show its first rows. */
const previewBytes = 256 * 1024;

/** A file that cannot be imported, in the spec's words (2-builder.md §8). */
export class CsvFault extends Error {}

const unreadable = "Failed to parse CSV file. Please check the format.";
const isEmpty = "CSV file appears to be empty";

export type CsvStart = { file: File; headers: string[]; rows: string[][] };

/** The file's headers and first rows. @throws CsvFault when there is nothing to import */
export async function readStart(file: File): Promise<CsvStart> {
  if (file.size === 0) throw new CsvFault(isEmpty);
  const start = await file.slice(0, previewBytes).arrayBuffer().catch(() => {
    throw new CsvFault(unreadable);
  });
  const bytes = new Uint8Array(start);
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
  // A picture, a spreadsheet's own file: no text begins like this.
  if (text.slice(0, 32).includes("\0")) throw new CsvFault(unreadable);
  const { data } = Papa.parse<string[]>(text, { preview: mappingPreviewRows + 1, skipEmptyLines: "greedy" });
  const [headers, ...rows] = data;
  if (!headers || headers.every((header) => header.trim() === "")) throw new CsvFault(isEmpty);
  if (rows.length === 0) throw new CsvFault("No valid data rows found in CSV");
  return { file, headers: headersOf(headers), rows };
}
