import "server-only";
import { checkRoom } from "@/api/check-room";
import { upload } from "@/db/schema/app";
import { newId } from "@/db/id";
import { sha256 } from "@/engines/blobs";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { typeOfBytes } from "@/engines/file-type";

/**
 * Stores a file of a running app. The type is what the bytes are, whatever was claimed.
 * @returns its address, on the app's own host
 */
export async function storeUpload(
  platform: Platform,
  appId: string,
  file: { name: string; bytes: Uint8Array; creatorId: string | null; base: string },
): Promise<{ file_url: string }> {
  if (file.bytes.length === 0) throw new AppError("no-file");
  await checkRoom(platform, appId, file.bytes.length);
  const { db, blobs } = platform;
  const contentType = typeOfBytes(file.bytes);
  const key = `uploads/${sha256(file.bytes)}`;
  await blobs.put(key, file.bytes, contentType);
  const id = newId("f");
  const name = file.name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, "_").slice(0, 120) || "file";
  await db
    .insert(upload)
    .values({ appId, id, name, contentType, bytes: file.bytes.length, key, creatorId: file.creatorId });
  return { file_url: `${file.base}/files/${id}/${encodeURIComponent(name)}` };
}
