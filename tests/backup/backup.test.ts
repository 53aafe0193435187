import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, describe, expect, inject, it } from "vitest";
import { callProcedure } from "@/doors/console";
import { mail } from "@/db/schema";
import { EmbeddedClient } from "@/db/embedded";
import { openEmbedded, rowsOf } from "@/db/open";
import { type Env, parseEnv } from "@/engines/env";
import { openPlatform, type Platform } from "@/engines/platform";
import { restoreArchive } from "@/features/backup/read-archive";
import { openArchive } from "@/features/backup/write-archive";

const root = mkdtempSync(join(tmpdir(), "joinery-backup-"));
const server = process.env.TEST_DATABASE_URL;
const dropped: string[] = [];
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  if (!server) return;
  const client = postgres(server, { max: 1, onnotice: () => undefined });
  for (const name of dropped) await client.unsafe(`drop database if exists ${name} with (force)`);
  await client.end();
});

let count = 0;
/**
 * The settings of an installation of its own: a folder, and a database on the server where the tests have one.
 * @param template of that database; without one it is empty, as a backup needs it
 */
async function fresh(more: Record<string, string> = {}, template = ""): Promise<Env> {
  const name = `joinery_backup_${process.pid}_${(count += 1)}`;
  const variables: Record<string, string> = { DATA_DIR: join(root, name), LOG_LEVEL: "silent", ...more };
  mkdirSync(variables.DATA_DIR!);
  if (server) {
    const client = postgres(server, { max: 1, onnotice: () => undefined });
    await client.unsafe(`create database ${name}${template && ` template ${template}`}`);
    await client.end();
    dropped.push(name);
    const url = new URL(server);
    url.pathname = `/${name}`;
    variables.DATABASE_URL = url.href;
  }
  return parseEnv(variables);
}

/** The same, with the tables of a server that has run: setting them up takes two seconds of processor. */
const used = (more?: Record<string, string>) => fresh(more, inject("databaseTemplate"));

const open: Platform[] = [];
async function start(env: Env): Promise<Platform> {
  const folder = join(env.DATA_DIR, "database");
  // A new folder from the tests' own dump takes a tenth of the time of one that is set up.
  const made =
    server || existsSync(folder)
      ? undefined
      : await openEmbedded(await EmbeddedClient.open(folder, readFileSync(inject("databaseDump"))));
  const platform = await openPlatform(env, made);
  open.push(platform);
  return platform;
}
afterEach(async () => {
  for (const platform of open.splice(0)) await platform.close();
});

const archiveOf = async (platform: Platform, file = join(root, `${(count += 1)}.tar.gz`)) => {
  await pipeline(openArchive(platform), createWriteStream(file));
  return file;
};

async function people(platform: Platform): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(platform.db, sql`select id from account order by id`);
  return rows.map(({ id }) => id);
}
const addPerson = (platform: Platform, id: string) =>
  platform.db.execute(sql`insert into account (id, email, password_hash) values (${id}, ${`${id}@example.com`}, '')`);

describe("A backup of a running installation", () => {
  it("brings back every write that was acknowledged before it began, with files and keys, while others go on", async () => {
    const from = await start(await used());
    await addPerson(from, "first");
    await callProcedure(from, "setPlan", { accountId: "first", plan: "moon" });
    const sealed = from.sealer.seal("the secret", "place");
    await from.blobs.put("uploads/abc/nested-1", new TextEncoder().encode("a file"), "text/plain");
    await from.blobs.put("published/def", new Uint8Array([0, 1, 2, 255]), "application/octet-stream");

    const acknowledged: string[] = [];
    const load = new AbortController();
    const writer = async (name: string) => {
      for (let number = 0; !load.signal.aborted; number += 1) {
        const id = `w${name}${number}`;
        await from.blobs.put(`uploads/${id}`, new TextEncoder().encode(id), "text/plain");
        // Two statements of one transaction: both are there, or neither.
        await from.db.transaction(async (tx) => {
          await tx.execute(
            sql`insert into account (id, email, password_hash) values (${id}, ${`${id}@example.com`}, '')`,
          );
          await tx.execute(sql`insert into attempt (key, count, window_ends_at) values (${id}, 1, now())`);
        });
        acknowledged.push(id);
      }
    };
    const writers = ["a", "b", "c", "d"].map(writer);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
    const before = [...acknowledged];
    const file = await archiveOf(from);
    load.abort();
    await Promise.all(writers);
    expect(acknowledged.length).toBeGreaterThan(before.length);
    expect(readdirSync(from.env.DATA_DIR).filter((name) => name.startsWith("backup-"))).toEqual([]);

    const settings = await fresh();
    const { manifest, notes } = await restoreArchive(settings, file);
    expect([manifest.database, notes]).toEqual([from.database.kind, []]);
    const to = await start(settings);
    const found = await people(to);
    expect(found).toEqual(expect.arrayContaining(["first", ...before]));
    const tries = await rowsOf<{ key: string }>(to.db, sql`select key from attempt order by key`);
    expect(tries.map(({ key }) => key)).toEqual(found.filter((id) => id !== "first"));
    for (const id of found.filter((name) => name !== "first"))
      expect(await to.blobs.get(`uploads/${id}`)).not.toBeNull();
    expect(to.sealer.open(sealed, "place")).toBe("the secret");
    expect(Buffer.from((await to.blobs.get("uploads/abc/nested-1"))!).toString()).toBe("a file");
    expect([...(await to.blobs.get("published/def"))!]).toEqual([0, 1, 2, 255]);
    // It goes on: rows get numbers behind the restored ones.
    await callProcedure(to, "setPlan", { accountId: "first", plan: "lite" });
    const { items } = (await callProcedure(to, "audit", {})) as { items: { details: unknown }[] };
    expect(items.map(({ details }) => details)).toEqual([{ plan: "lite" }, { plan: "moon" }]);
  });

  it("never goes over an installation that is there, and leaves it as it was", async () => {
    const from = await start(await used());
    await addPerson(from, "first");
    const file = await archiveOf(from);
    const settings = await used();
    const there = await start(settings);
    await addPerson(there, "mine");
    await there.close();
    open.pop();
    await expect(restoreArchive(settings, file)).rejects.toThrow(/already|not empty|exists/);
    expect(await people(await start(settings))).toEqual(["mine"]);
  });

  it("is refused where it is cut off or no backup, and nothing is left behind", async () => {
    const from = await start(await used({ SECRETS_KEY: "k".repeat(40) }));
    const file = await archiveOf(from);
    const whole = readFileSync(file);
    const settings = await fresh();
    for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from("hello"), Buffer.alloc(0)]) {
      const broken = join(root, "broken.tar.gz");
      writeFileSync(broken, bytes);
      await expect(restoreArchive(settings, broken)).rejects.toThrow();
      expect(existsSync(join(settings.DATA_DIR, "database"))).toBe(false);
      expect(existsSync(join(settings.DATA_DIR, "secrets.key"))).toBe(false);
    }
    // And it says that the secrets need another key than this installation has.
    expect((await restoreArchive(settings, file)).notes).toHaveLength(1);
    expect(existsSync(join(settings.DATA_DIR, "database"))).toBe(!server);
  });

  it.runIf(server)("of Postgres does not send again what was on its way", async () => {
    const from = await start(await used());
    await from.db
      .insert(mail)
      .values({ id: "e1", recipient: "a@example.com", subject: "s", sealed: "", state: "queued" });
    const settings = await fresh();
    await restoreArchive(settings, await archiveOf(from));
    const [row] = await (await start(settings)).db.select().from(mail);
    expect(row!.state).toBe("failed");
  });
});
