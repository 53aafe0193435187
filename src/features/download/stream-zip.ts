import "server-only";
import { Readable } from "node:stream";
import JSZip from "jszip";

/** An archive's file. A function is read lazily and streamed. */
export type ZipEntry = { path: string; content: string | (() => AsyncIterable<Uint8Array>) };

/**
 * Streams an archive with back-pressure; cancelling it stops the writing.
 * @param folder root folder of all entries
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
  // JSZip only pauses its sources when the reader goes away: destroy them.
  stream.once("close", () => sources.forEach((source) => source.destroy()));
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
