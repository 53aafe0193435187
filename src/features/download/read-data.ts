import "server-only";
import type { OwnedApp } from "@/db/scope";
import type { Blobs } from "@/engines/blobs";
import { listUploads, rowPages } from "./store";
import type { ZipEntry } from "./stream-zip";

/** Zip entries of an app's rows and uploads, read lazily. */
export async function dataEntries(scope: OwnedApp, blobs: Blobs, entities: string[]): Promise<ZipEntry[]> {
  const uploads = await listUploads(scope);
  const encoder = new TextEncoder();
  async function* rows(entity: string): AsyncGenerator<Uint8Array> {
    for await (const page of rowPages(scope, entity))
      yield encoder.encode(page.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
  async function* bytes(key: string): AsyncGenerator<Uint8Array> {
    const found = await blobs.get(key);
    if (!found) throw new Error(`The content of an uploaded file is missing: ${key}`);
    yield found;
  }
  const listing = uploads.map(
    ({ id, name, contentType, creatorId }) => `${JSON.stringify({ id, name, contentType, creatorId })}\n`,
  );
  return [
    ...entities.map((entity) => ({ path: `data/rows/${entity}.jsonl`, content: () => rows(entity) })),
    ...(uploads.length > 0 ? [{ path: "data/uploads.jsonl", content: listing.join("") }] : []),
    ...uploads.map(({ id, key }) => ({ path: `data/uploads/${id}`, content: () => bytes(key) })),
  ];
}
