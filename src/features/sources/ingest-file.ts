import "server-only";
import { newId } from "@/db/id";
import type { OwnedApp } from "@/db/scope";
import type { Account } from "@/api/actor";
import { checkRoom } from "@/api/check-room";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { limitsOf } from "@/features/plans/rules";
import { standingOf } from "@/features/plans/store";
import { detectType } from "./detect-type";
import { tooBigWords } from "./rules";
import type { ContextItem, ItemType } from "./schema";
import { createItems } from "./store";

/** Bytes that one file of this account may have. */
export const fileBytesMaxOf = ({ env }: Platform, who: Account): number => limitsOf(standingOf(env, who)).fileBytesMax;

/** @throws file-too-big, in the words of 1-platform.md §5 */
function checkSize(platform: Platform, who: Account, bytes: number): void {
  const bytesMax = fileBytesMaxOf(platform, who);
  if (bytes > bytesMax) throw new AppError("file-too-big", { bytesMax }, tooBigWords(bytesMax));
}

type NewDocument = { name: string; type: ItemType; bytes: Uint8Array; replacesId?: string | undefined };

/** Stores a document and sends its sync. What is refused leaves nothing behind. */
async function ingest(
  platform: Platform,
  owned: OwnedApp,
  who: Account,
  { bytes, replacesId, ...item }: NewDocument,
): Promise<ContextItem> {
  checkSize(platform, who, bytes.byteLength);
  await checkRoom(platform, owned.appId, bytes.byteLength);
  const id = newId("d");
  const fileKey = `sources/${id}-1`;
  await platform.blobs.put(fileKey, bytes, "application/octet-stream");
  try {
    const created = await createItems(platform, owned, who, [
      { ...item, id, fileKey, size: bytes.byteLength, source: "local_files", ...(replacesId && { replacesId }) },
    ]);
    return created[0]!;
  } catch (error) {
    await platform.blobs.delete(fileKey);
    throw error;
  }
}

/** @throws empty-text */
export function ingestText(
  platform: Platform,
  owned: OwnedApp,
  who: Account,
  { text, name, replacesId }: { text: string; name: string; replacesId?: string | undefined },
): Promise<ContextItem> {
  if (text.trim() === "") throw new AppError("empty-text");
  return ingest(platform, owned, who, { name, type: "txt", bytes: new TextEncoder().encode(text), replacesId });
}

/**
 * @throws no-file for an empty one; file-too-big; csv-unreadable for an items list without column headers or rows;
 *   upgrade-required
 */
export function ingestFile(
  platform: Platform,
  owned: OwnedApp,
  who: Account,
  { name, bytes, replacesId }: { name: string; bytes: Uint8Array; replacesId?: string | undefined },
): Promise<ContextItem> {
  const type = detectType(name, bytes);
  if (type === "csv") checkCsv(bytes);
  else if (bytes.byteLength === 0) throw new AppError("no-file", undefined, "This file is empty. Please upload a file");
  const plainName =
    name
      .replaceAll(/[\p{Cc}]/gu, "")
      .trim()
      .slice(0, 200) || "File";
  return ingest(platform, owned, who, { name: plainName, type, bytes, replacesId });
}

/** "CSV needs column headers and rows" (1-platform.md §5): told at once, not minutes later. */
function checkCsv(bytes: Uint8Array): void {
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
  const text = new TextDecoder(isWide ? "utf-16" : "utf-8").decode(bytes.subarray(0, 1_000_000));
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  const refuse = (words: string) => new AppError("csv-unreadable", undefined, words);
  if (lines.length === 0) throw refuse("CSV file appears to be empty");
  if (!/[^\s,;|"']/.test(lines[0]!))
    throw refuse("The first row of a CSV file names its columns. Add column headers and upload it again.");
  if (lines.length === 1) throw refuse("No valid data rows found in CSV");
}
