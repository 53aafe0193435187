import "server-only";
import { createReadStream, createWriteStream, existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { type Blobs, openBlobs } from "@/engines/blobs";
import { lockFolder } from "@/db/folder-lock";
import type { Env } from "@/engines/env";
import { loadTable, moveSequences } from "./copy-tables";
import { archivedMigrations, type Migration } from "./rules";
import { endSchema, entryOf, type Manifest, manifestSchema, tableListSchema } from "./schema";
import { readTar, type TarEntry } from "./tar";
import { keyFileOf, keyHashOf } from "./write-archive";

async function bytesOf({ pieces }: TarEntry): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

const jsonOf = async (entry: TarEntry): Promise<unknown> => JSON.parse((await bytesOf(entry)).toString("utf8"));

/** A path below `root`. @throws on path traversal */
function below(root: string, path: string): string {
  const file = resolve(root, path);
  if (!file.startsWith(`${resolve(root)}/`)) throw new Error(`The archive names a file outside of its folder: ${path}`);
  return file;
}

/**
 * Restores an installation into an empty data folder or database while no server runs on it. Atomic: an interrupted
 * restore leaves nothing.
 * @returns what was restored
 * @throws when an installation exists, and for an incomplete archive
 */
export async function restoreArchive(
  env: Env,
  file: string,
): Promise<{ manifest: Manifest; files: number; notes: string[] }> {
  await mkdir(env.DATA_DIR, { recursive: true });
  const unlock = await lockFolder(env.DATA_DIR);
  const draft = await mkdtemp(join(env.DATA_DIR, "restore-"));
  try {
    await checkEmpty(env);
    const { manifest, files } = await unpack(file, draft);
    const wanted = env.DATABASE_URL ? "postgres" : "embedded";
    if (manifest.database !== wanted)
      throw new Error(
        `This is a backup of ${manifest.database === "postgres" ? "a Postgres database: set DATABASE_URL to an empty one" : "an embedded database: restore it without DATABASE_URL"}.`,
      );
    await putBlobs(openBlobs(env), join(draft, "blobs"));
    if (existsSync(join(draft, entryOf.key)) && !env.SECRETS_KEY)
      await rename(join(draft, entryOf.key), keyFileOf(env));
    // The database last: it makes the installation exist.
    if (env.DATABASE_URL) await loadPostgres(env.DATABASE_URL, manifest, draft);
    else await rename(join(draft, "database"), join(env.DATA_DIR, "database"));
    const notes =
      manifest.keyHash === keyHashOf(env)
        ? []
        : ["The secrets were sealed with another SECRETS_KEY. Start the server with that key, or enter them again."];
    return { manifest, files, notes };
  } finally {
    await rm(draft, { recursive: true, force: true });
    unlock();
  }
}

async function checkEmpty({ DATA_DIR, DATABASE_URL, SECRETS_KEY }: Env): Promise<void> {
  if (!DATABASE_URL && existsSync(join(DATA_DIR, "database")))
    throw new Error(
      `${DATA_DIR} holds an installation already. Restore into an empty folder (DATA_DIR), or move this one away.`,
    );
  if (existsSync(keyFileOf({ DATA_DIR })) && !SECRETS_KEY)
    throw new Error(
      `${keyFileOf({ DATA_DIR })} exists already. Restore into an empty folder (DATA_DIR), or move it away.`,
    );
  if (!DATABASE_URL) return;
  const client = postgres(DATABASE_URL, { max: 1, onnotice: () => undefined });
  try {
    const tables = await client`select 1 from pg_tables where schemaname in ('public', 'drizzle') limit 1`;
    if (tables.length > 0) throw new Error("The database of DATABASE_URL is not empty. Restore into an empty one.");
  } finally {
    await client.end();
  }
}

/** Unpacks everything into a folder, then checks that the archive is complete. */
async function unpack(file: string, folder: string): Promise<{ manifest: Manifest; files: number }> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  const feeding = pipeline(source, unzipped);
  // The error also reaches the stream's reader; avoid an unhandled rejection.
  feeding.catch(() => undefined);
  let manifest: Manifest | undefined;
  let [files, stated] = [0, -1];
  for await (const entry of readTar(unzipped)) {
    if (!manifest) {
      if (entry.path !== entryOf.manifest) throw new Error("This is not a backup of Joinery");
      manifest = manifestSchema.parse(await jsonOf(entry));
    } else if (entry.path === entryOf.end) {
      stated = endSchema.parse(await jsonOf(entry)).files;
      continue;
    } else if (entry.path.endsWith("/")) {
      await mkdir(below(folder, entry.path), { recursive: true });
    } else {
      const target = below(folder, entry.path);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(entry.pieces, createWriteStream(target, { mode: 0o600 }));
    }
    files += 1;
  }
  await feeding;
  if (!manifest || files !== stated) throw new Error("This backup is not whole");
  return { manifest, files };
}

async function putBlobs(blobs: Blobs, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    await blobs.put(path.slice(folder.length + 1), await readFile(path), "application/octet-stream");
  }
}

/**
 * Creates the archive's schema, loads every table in one transaction, and leaves later migrations to the next start.
 */
async function loadPostgres(url: string, manifest: Manifest, draft: string): Promise<void> {
  const client = postgres(url, { max: 2, onnotice: () => undefined });
  try {
    await migrate(drizzle(client), { migrationsFolder: await migrationsOf(manifest, draft) });
    const tables = tableListSchema.parse(JSON.parse(await readFile(join(draft, entryOf.tableList), "utf8")));
    const connection = await client.reserve();
    try {
      await connection`begin`;
      for (const table of tables)
        await loadTable(connection, table, createReadStream(below(join(draft, entryOf.tables), table.name)));
      // Field indexes are rebuilt on demand; jobs are not archived.
      await connection`delete from field_index`;
      await connection`update mail set state = 'failed', answer = 'Restored from a backup before it was sent' where state = 'queued'`;
      await moveSequences(connection);
      await connection`commit`;
    } finally {
      connection.release();
    }
  } finally {
    await client.end();
  }
}

/** The migrations of this release that the archived database had, as a folder for Drizzle. */
async function migrationsOf(manifest: Manifest, draft: string): Promise<string> {
  const journal = JSON.parse(await readFile("drizzle/meta/_journal.json", "utf8")) as { entries: Migration[] };
  const entries = archivedMigrations(manifest, journal.entries);
  const folder = join(draft, "migrations");
  await mkdir(join(folder, "meta"), { recursive: true });
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await writeFile(join(folder, `${tag}.sql`), await readFile(`drizzle/${tag}.sql`));
  return folder;
}
