import "server-only";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { EmbeddedClient } from "@/db/embedded";
import { rowsOf } from "@/db/open";
import type { Env } from "@/engines/env";
import type { Platform } from "@/engines/platform";
import { version } from "../../../package.json";
import { saveTables } from "./copy-tables";
import { entryOf, type Manifest } from "./schema";
import { tarEnd, tarFile } from "./tar";

export const keyFileOf = ({ DATA_DIR }: Pick<Env, "DATA_DIR">) => join(DATA_DIR, "secrets.key");

/** Identifies the key without revealing it. */
export function keyHashOf(env: Pick<Env, "DATA_DIR" | "SECRETS_KEY">): string {
  const file = keyFileOf(env);
  const key = env.SECRETS_KEY ?? (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
  return createHash("sha256").update("backup").update(key).digest("hex");
}

/**
 * Online backup of the whole installation as tar.gz: contains everything acknowledged before the call. The database is
 * a snapshot; files follow, which is consistent because they are immutable and stored before the rows that name them.
 */
export function openArchive(platform: Platform): Readable {
  const out = new PassThrough();
  // In the data folder, whose disk has room; it may be the only one that does.
  const folder = mkdtempSync(join(existsSync(platform.env.DATA_DIR) ? platform.env.DATA_DIR : tmpdir(), "backup-"));
  pipeline(Readable.from(entries(platform, folder)), createGzip({ level: 4 }), out)
    .catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))))
    .finally(() => rmSync(folder, { recursive: true, force: true }));
  return out;
}

const bytesOf = (text: string) => Buffer.from(text, "utf8");
async function* one(bytes: Uint8Array) {
  yield bytes;
}

async function* entries(platform: Platform, folder: string): AsyncGenerator<Uint8Array> {
  const { env, blobs } = platform;
  let files = 0;
  const add = (path: string, size: number, pieces: AsyncIterable<Uint8Array>) => {
    files += 1;
    return tarFile(path, size, pieces);
  };
  const addBytes = (path: string, bytes: Uint8Array) => add(path, bytes.byteLength, one(bytes));
  const addFile = async (path: string, file: string) => add(path, (await stat(file)).size, createReadStream(file));

  const database = await takeDatabase(platform, folder);
  yield* addBytes(entryOf.manifest, bytesOf(JSON.stringify(await manifestOf(platform))));
  if (!env.SECRETS_KEY && existsSync(keyFileOf(env))) yield* await addFile(entryOf.key, keyFileOf(env));
  for (const { path, file } of database) yield* file ? await addFile(path, file) : addBytes(path, Buffer.alloc(0));
  for await (const key of blobs.keys()) {
    const bytes = await blobs.get(key);
    // Swept since it was listed: unreferenced.
    if (bytes) yield* addBytes(`${entryOf.blobs}${key}`, bytes);
  }
  yield* addBytes(entryOf.end, bytesOf(JSON.stringify({ files })));
  yield tarEnd();
}

async function manifestOf({ db, env, database }: Platform): Promise<Manifest> {
  const [row] = await rowsOf<{ at: string | number }>(
    db,
    sql`select max(created_at) as at from drizzle.__drizzle_migrations`,
  );
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    version,
    database: database.kind,
    schemaAt: Number(row!.at),
    keyHash: keyHashOf(env),
  };
}

/** A snapshot of the database as files in `folder`. */
async function takeDatabase({ database }: Platform, folder: string): Promise<{ path: string; file?: string }[]> {
  if (database.driver instanceof EmbeddedClient) {
    await database.driver.copyTo(join(folder, "database"));
    const found = await readdir(join(folder, "database"), { recursive: true, withFileTypes: true });
    return found.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      // Include empty directories, which Postgres requires.
      return entry.isDirectory() ? { path: `${relative(folder, file)}/` } : { path: relative(folder, file), file };
    });
  }
  const client: postgres.Sql = database.driver;
  const tables = await saveTables(client, folder);
  const list = join(folder, "tables.json");
  await writeFile(list, JSON.stringify(tables.map(({ name, columns }) => ({ name, columns }))));
  return [
    { path: entryOf.tableList, file: list },
    ...tables.map(({ name, file }) => ({ path: `${entryOf.tables}${name}`, file })),
  ];
}
