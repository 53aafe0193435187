import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { EmbeddedClient } from "../../src/db/embedded";
import { openDatabase, openEmbedded, type OpenDatabase } from "../../src/db/open";
import { Jobs } from "../../src/engines/jobs";

declare module "vitest" {
  export interface ProvidedContext {
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

/**
 * Migrates one empty database and dumps it: each test file starts from the dump in a third of a second, or from a copy
 * of a server's.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const client = await EmbeddedClient.open(undefined);
  await addJobs(await openEmbedded(client));
  const folder = mkdtempSync(join(tmpdir(), "joinery-dump-"));
  const file = join(folder, "database.tar");
  writeFileSync(file, await client.dump());
  await client.close();
  project.provide("databaseDump", file);
  const template = process.env.TEST_DATABASE_URL ? await makeTemplate(process.env.TEST_DATABASE_URL) : undefined;
  project.provide("databaseTemplate", template?.name ?? "");
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await template?.drop();
  };
}
