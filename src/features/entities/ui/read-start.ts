import Papa from "papaparse";
import { mappingPreviewRows } from "../schema";

/** The start of a file is enough to show its first rows. */
const previewBytes = 256 * 1024;

export type CsvStart = { file: File; headers: string[]; rows: string[][] };

/** The file's headers and first rows. @throws with the spec's words when there is nothing to import */
export async function readStart(file: File): Promise<CsvStart> {
  if (file.size === 0) throw new Error("CSV file appears to be empty");
  const bytes = new Uint8Array(await file.slice(0, previewBytes).arrayBuffer());
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
  const { data } = Papa.parse<string[]>(text, { preview: mappingPreviewRows + 1, skipEmptyLines: "greedy" });
  const [headers, ...rows] = data;
  if (!headers || headers.every((header) => header.trim() === "")) throw new Error("CSV file appears to be empty");
  if (rows.length === 0) throw new Error("No valid data rows found in CSV");
  return { file, headers, rows };
}
