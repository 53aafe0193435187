import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { EmbeddedClient } from "../../src/db/embedded";
import { openDatabase, openEmbedded, type OpenDatabase } from "../../src/db/open";
import { Jobs } from "../../src/engines/jobs";

declare module "vitest" {
  export interface ProvidedContext {
    /** A file; empty with TEST_DATABASE_URL. */
    databaseDump: string;
    /** Of the databases on the server of TEST_DATABASE_URL; empty without it. */
    databaseTemplate: string;
  }
}

/** The tables of the job queue, which its first start makes. */
async function addJobs(database: OpenDatabase): Promise<void> {
  const jobs = new Jobs(database);
  await jobs.start({});
  await jobs.stop();
}

/** An empty database on a server, which others are copied from. @returns its name and what drops it */
async function makeTemplate(server: string): Promise<{ name: string; drop: () => Promise<void> }> {
  const name = `joinery_template_${process.pid}`;
  const admin = postgres(server, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ DATABASE_URL: url.href, DATA_DIR: "" });
  await addJobs(database);
  await database.close();
  const drop = async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { name, drop };
}

/** An empty embedded database in a file. @returns its path and what removes it */
async function makeDump(): Promise<{ file: string; drop: () => void }> {
  // As in the workers (vitest.config.ts): it ends before what V8 would optimize is used again.
  setFlagsFromString("--wasm-tiering-budget=1000000000");
  const client = await EmbeddedClient.open(undefined);
  await addJobs(await openEmbedded(client));
  const folder = mkdtempSync(join(tmpdir(), "joinery-dump-"));
  const file = join(folder, "database.tar");
  writeFileSync(file, await client.dump());
  await client.close();
  return { file, drop: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Migrates one empty database: each test file starts from its dump in a third of a second, or, with TEST_DATABASE_URL,
 * from a copy on that server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  const template = server ? await makeTemplate(server) : undefined;
  // Five seconds of processor, which nobody asks for beside a server.
  const dump = server ? undefined : await makeDump();
  project.provide("databaseTemplate", template?.name ?? "");
  project.provide("databaseDump", dump?.file ?? "");
  return async () => {
    dump?.drop();
    await template?.drop();
  };
}
