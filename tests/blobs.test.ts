import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Blobs, openBlobs } from "@/engines/blobs";
import { parseEnv } from "@/engines/env";

/** As much of S3 as uploads in parts need. */
class Bucket {
  objects = new Map<string, Buffer>();
  uploads = new Map<string, Map<number, Buffer>>();
  readonly server: Server = createServer(
    (request, response) =>
      void this.#answer(request.method ?? "", new URL(request.url ?? "/", "http://s3"), request).then(
        ({ status, text = "", body, tag }) => response.writeHead(status, tag ? { etag: tag } : {}).end(body ?? text),
      ),
  );

  async #answer(
    method: string,
    { pathname, searchParams }: URL,
    request: AsyncIterable<Buffer>,
  ): Promise<{ status: number; text?: string; body?: Buffer; tag?: string }> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const upload = searchParams.get("uploadId");
    if (searchParams.has("uploads")) {
      this.uploads.set("u/1", new Map());
      return {
        status: 200,
        text: "<InitiateMultipartUploadResult><UploadId>u/1</UploadId></InitiateMultipartUploadResult>",
      };
    }
    const parts = upload ? this.uploads.get(upload) : undefined;
    if (upload && !parts) return { status: 404 };
    if (parts && method === "PUT") {
      const number = Number(searchParams.get("partNumber"));
      parts.set(number, body);
      return { status: 200, tag: `"part ${number}"` };
    }
    if (parts && method === "DELETE") return { status: this.uploads.delete(upload!) ? 204 : 404 };
    if (parts && method === "POST") {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"part \1"<\/ETag>/g)].map(
        ([, number]) => Number(number),
      );
      this.objects.set(pathname, Buffer.concat(numbers.map((number) => parts.get(number)!)));
      this.uploads.delete(upload!);
      return { status: 200, text: "<CompleteMultipartUploadResult/>" };
    }
    const found = this.objects.get(pathname);
    if (method === "DELETE") return { status: this.objects.delete(pathname) ? 204 : 404 };
    return found ? { status: 200, body: found } : { status: 404 };
  }
}

const bucket = new Bucket();
const folder = mkdtempSync(join(tmpdir(), "joinery-blobs-"));
const stores: Record<string, () => Blobs> = {
  folder: () => openBlobs(parseEnv({ DATA_DIR: folder })),
  bucket: () =>
    openBlobs(
      parseEnv({
        DATA_DIR: folder,
        S3_ENDPOINT: `http://127.0.0.1:${(bucket.server.address() as { port: number }).port}`,
        S3_BUCKET: "joinery",
        S3_ACCESS_KEY_ID: "id",
        S3_SECRET_ACCESS_KEY: "secret",
      }),
    ),
};
beforeAll(async () => void (await once(bucket.server.listen(0, "127.0.0.1"), "listening")));
afterAll(() => {
  bucket.server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* pieces(count: number, breaksOff = false): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < count; piece += 1) yield new Uint8Array(1_000_000).fill(piece);
  if (breaksOff) throw new Error("The sender hung up");
}

async function bytesOf(source: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of source!) all.push(piece);
  return Buffer.concat(all);
}

describe.each(Object.keys(stores))("Files in a %s", (kind) => {
  it.each([0, 1, 40])("are written and read as streams: %d MB", async (count) => {
    const blobs = stores[kind]!();
    await blobs.write("imports/a/one", pieces(count), "text/csv");
    const read = await bytesOf(await blobs.read("imports/a/one"));
    expect(read.equals(await bytesOf(pieces(count)))).toBe(true);
    await blobs.delete("imports/a/one");
    expect(await blobs.read("imports/a/one")).toBeNull();
  });

  it("leave nothing behind when the sender hangs up", async () => {
    const blobs = stores[kind]!();
    await expect(blobs.write("imports/a/two", pieces(20, true), "text/csv")).rejects.toThrow("The sender hung up");
    expect(await blobs.read("imports/a/two")).toBeNull();
    expect(bucket.uploads.size).toBe(0);
    if (kind === "folder") expect(readdirSync(join(folder, "blobs/imports/a"))).toEqual([]);
  });
});
