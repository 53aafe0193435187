import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AwsClient } from "aws4fetch";
import type { Env } from "./env";

/** Bytes by key. Keys are ours (ids and hashes), never a person's file name. */
export type Blobs = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  delete(key: string): Promise<void>;
};

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A bucket when S3 is configured, else a folder in DATA_DIR. */
export function openBlobs(settings: Env): Blobs {
  return settings.S3_ENDPOINT && settings.S3_BUCKET ? bucket(settings, `${settings.S3_ENDPOINT.replace(/\/$/, "")}/${settings.S3_BUCKET}`) : folder(join(settings.DATA_DIR, "blobs"));
}

function folder(root: string): Blobs {
  const fileOf = (key: string) => {
    if (!/^[a-z0-9/._-]+$/i.test(key) || key.includes("..")) throw new Error("A blob key has characters that no key of ours has");
    return join(root, key);
  };
  return {
    // Written beside and renamed, so that a killed process leaves no half file under a real key.
    async put(key, bytes) {
      const file = fileOf(key);
      const draft = `${file}.${randomUUID()}`;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(draft, bytes);
      await rename(draft, file);
    },
    get: (key) =>
      readFile(fileOf(key)).then(
        (bytes) => new Uint8Array(bytes),
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return null;
          throw error;
        },
      ),
    delete: (key) => rm(fileOf(key), { force: true }),
  };
}

function bucket(settings: Env, base: string): Blobs {
  const client = new AwsClient({ accessKeyId: settings.S3_ACCESS_KEY_ID ?? "", secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? "", service: "s3" });
  const call = async (method: string, key: string, init: RequestInit = {}) => {
    const response = await client.fetch(`${base}/${key}`, { ...init, method });
    if (!response.ok && response.status !== 404) throw new Error(`The bucket answered ${response.status} to ${method}`);
    return response;
  };
  return {
    put: async (key, bytes, contentType) => void (await call("PUT", key, { body: new Uint8Array(bytes), headers: { "content-type": contentType } })),
    async get(key) {
      const response = await call("GET", key);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    },
    delete: async (key) => void (await call("DELETE", key)),
  };
}
