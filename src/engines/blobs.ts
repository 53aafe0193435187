import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import type { Env } from "./env";

/** Blob store: bytes by key. Keys are ours (ids and hashes), never a person's file name. */
export type Blobs = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  delete(key: string): Promise<void>;
  keys(): AsyncIterable<string>;
  /** Keys under a prefix with their modification times. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Deletes an object unless it was stored again since. @returns whether it did */
  deleteOlder(key: string, before: Date): Promise<boolean>;
  /** Stores a stream of any size without buffering it whole. A source that fails leaves nothing behind. */
  write(key: string, pieces: AsyncIterable<Uint8Array>, contentType: string): Promise<void>;
  /** A stream of the bytes, or null when there are none. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>;
};

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** An S3 bucket when configured, else a folder in DATA_DIR. */
export function openBlobs(settings: Env): Blobs {
  return settings.S3_ENDPOINT && settings.S3_BUCKET
    ? bucket(settings, `${settings.S3_ENDPOINT.replace(/\/$/, "")}/${settings.S3_BUCKET}`)
    : folder(join(settings.DATA_DIR, "blobs"));
}

const isMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT") return null;
  throw error;
};

function folder(root: string): Blobs {
  const fileOf = (key: string) => {
    if (!/^[a-z0-9/._-]+$/i.test(key) || key.includes(".."))
      throw new Error("A blob key has characters that no key of ours has");
    return join(root, key);
  };
  return {
    // Atomic: written beside and renamed, so that a killed process leaves no partial file under a real key.
    async put(key, bytes) {
      const file = fileOf(key);
      const draft = `${file}.${randomUUID()}`;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(draft, bytes);
      await rename(draft, file);
    },
    get: (key) => readFile(fileOf(key)).then((bytes) => new Uint8Array(bytes), isMissing),
    delete: (key) => rm(fileOf(key), { force: true }),
    async *keys() {
      const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(isMissing);
      for (const entry of found ?? [])
        // Skip drafts, whose names end in a UUID.
        if (entry.isFile() && !/\.[0-9a-f]{8}-[0-9a-f-]{27}$/.test(entry.name))
          yield relative(root, join(entry.parentPath, entry.name));
    },
    async *list(prefix) {
      const names = await readdir(join(root, prefix)).catch(isMissing);
      for (const name of names ?? []) {
        const found = await stat(join(root, prefix, name)).catch(isMissing);
        if (found?.isFile()) yield { key: `${prefix}${name}`, modifiedAt: found.mtime };
      }
    },
    async deleteOlder(key, before) {
      const found = await stat(fileOf(key)).catch(isMissing);
      if (!found || found.mtime >= before) return false;
      await rm(fileOf(key), { force: true });
      return true;
    },
    async write(key, pieces) {
      const file = fileOf(key);
      const draft = `${file}.${randomUUID()}`;
      await mkdir(dirname(file), { recursive: true });
      try {
        await pipeline(pieces, createWriteStream(draft, { flush: true }));
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(key) {
      const handle = await open(fileOf(key)).catch(isMissing);
      return handle?.createReadStream({ highWaterMark: 256 * 1024 }) ?? null;
    },
  };
}

/** S3 multipart limits: parts of at least 5 MB, at most 10,000 per object. */
const partBytes = 16 * 1024 * 1024;

/** Regroups the stream into parts of one size; the last may be shorter, and an empty stream is one empty part. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let count = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += piece.byteLength;
    if (bytes < partBytes) continue;
    yield new Uint8Array(Buffer.concat(held));
    [held, bytes, count] = [[], 0, count + 1];
  }
  if (bytes > 0 || count === 0) yield new Uint8Array(Buffer.concat(held));
}

function bucket(settings: Env, base: string): Blobs {
  const client = new AwsClient({
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? "",
    service: "s3",
  });
  const call = async (method: string, key: string, init: RequestInit = {}) => {
    const response = await client.fetch(`${base}/${key}`, { ...init, method });
    if (!response.ok && !(response.status === 404 && ["GET", "HEAD", "DELETE"].includes(method)))
      throw new Error(`The bucket answered ${response.status} to ${method}`);
    return response;
  };
  async function* list(prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    let after = "";
    for (;;) {
      const query = new URLSearchParams({ "list-type": "2", prefix, ...(after && { "start-after": after }) });
      const text = await (await call("GET", `?${query}`)).text();
      const found = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
        key: /<Key>(.*?)<\/Key>/.exec(entry)?.[1] ?? "",
        modifiedAt: new Date(/<LastModified>(.*?)<\/LastModified>/.exec(entry)?.[1] ?? Number.NaN),
      }));
      yield* found;
      after = found.at(-1)?.key ?? "";
      if (!after || !/<IsTruncated>true</.test(text)) return;
    }
  }
  return {
    list,
    async *keys() {
      for await (const { key } of list("")) yield key;
    },
    put: async (key, bytes, contentType) =>
      void (await call("PUT", key, { body: new Uint8Array(bytes), headers: { "content-type": contentType } })),
    async get(key) {
      const response = await call("GET", key);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    },
    delete: async (key) => void (await call("DELETE", key)),
    async deleteOlder(key, before) {
      const response = await call("HEAD", key);
      const modifiedAt = Date.parse(response.headers.get("last-modified") ?? "");
      if (!response.ok || !(modifiedAt < before.getTime())) return false;
      await call("DELETE", key);
      return true;
    },
    async write(key, pieces, contentType) {
      const begun = await (await call("POST", `${key}?uploads=`, { headers: { "content-type": contentType } })).text();
      const upload = `uploadId=${encodeURIComponent(/<UploadId>([^<]+)</.exec(begun)?.[1] ?? "")}`;
      try {
        const tags: string[] = [];
        for await (const part of inParts(pieces))
          tags.push(
            (await call("PUT", `${key}?partNumber=${tags.length + 1}&${upload}`, { body: part })).headers.get("etag") ??
              "",
          );
        const list = tags
          .map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
          .join("");
        const ended = await call("POST", `${key}?${upload}`, {
          body: `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`,
        });
        // CompleteMultipartUpload answers 200 before joining: only the body tells of a failure.
        if (/<Error>/.test(await ended.text())) throw new Error("The bucket could not join the parts of a file");
      } catch (error) {
        await call("DELETE", `${key}?${upload}`).catch(() => undefined);
        throw error;
      }
    },
    async read(key) {
      const response = await call("GET", key);
      return response.ok ? response.body : null;
    },
  };
}
