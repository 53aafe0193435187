import "server-only";
import type { Platform } from "@/engines/platform";
import { SyncFailure } from "./sync-failure";
import type { ItemRow } from "./store";

/** A document as its parser takes it. */
export type FetchedDocument = { type: string; name: string; bytes: Uint8Array<ArrayBuffer> };

/** The bytes of an item, from where it comes from. */
export async function fetchDocument(
  { blobs }: Platform,
  { type, name, fileKey }: ItemRow,
  _signal: AbortSignal,
): Promise<FetchedDocument> {
  const bytes = fileKey === null ? null : await blobs.get(fileKey);
  if (!bytes) throw new SyncFailure("The file of this item is gone. Upload it again.");
  return { type, name, bytes };
}
