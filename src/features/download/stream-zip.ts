import "server-only";
import { Readable } from "node:stream";
import JSZip from "jszip";

/**
 * A file of an archive. What is given as a function is read when the archive comes to it, and never lies in memory
 * whole.
 */
export type ZipEntry = { path: string; content: string | (() => AsyncIterable<Uint8Array>) };

/**
 * An archive as it is read: a slow reader slows the writing down, and one that goes away ends it.
 * @param folder everything lies in this folder, so that unpacking makes one
 */
export function streamZip(folder: string, entries: ZipEntry[]): ReadableStream<Uint8Array> {
  const zip = new JSZip();
  const sources: Readable[] = [];
  for (const { path, content } of entries) {
    if (typeof content !== "string") sources.push(Readable.from(content(), { objectMode: false }));
    zip.file(`${folder}/${path}`, typeof content === "string" ? content : sources.at(-1)!, { createFolders: false });
  }
  const stream = new Readable().wrap(
    zip.generateNodeStream({
      streamFiles: true,
      compression: "DEFLATE",
      compressionOptions: { level: 6 },
      platform: "UNIX",
    }),
  );
  // The archive only pauses what it reads from; a reader that goes away must end it.
  stream.once("close", () => sources.forEach((source) => source.destroy()));
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
