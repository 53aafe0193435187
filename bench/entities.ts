// CSV import of the entity engine against COPY into the same table, in the same run; memory while it runs; page 1,000 against page 1.
// DATABASE_URL=postgres://… node bench/run.mjs entities [--rows=100000] [--rounds=3]   (the database is written to)
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { newId } from "../src/db/id";
import { mintOwnedApp, mintVisitedApp } from "../src/db/scope";
import { parseEnv } from "../src/engines/env";
import { openPlatform } from "../src/engines/platform";
import { beginImport, findImport } from "../src/features/entities/import-store";
import { runImport, storeImport } from "../src/features/entities/run-import";
import { entitiesIn, findEntity } from "../src/features/entities/schemas";
import { listRows, type Rows } from "../src/features/entities/store";
import { writeVersion } from "../src/features/versions/store";

const url = process.env.DATABASE_URL;
if (!url) throw new Error("Set DATABASE_URL to a Postgres that may be written to");
const option = (name: string, fallback: number) => Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const [rowsWanted, rounds] = [option("rows", 100_000), option("rounds", 3)];

const dataDir = mkdtempSync(join(tmpdir(), "joinery-bench-"));
const platform = await openPlatform(parseEnv({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: "silent" }));
const database = platform.database;
const client = postgres(url, { max: 2, onnotice: () => undefined });

const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
const propertyOf = (index: number) => (index % 4 === 1 ? { type: "number" } : index % 4 === 2 ? { type: "boolean" } : index % 4 === 3 ? { type: "string", format: "date-time" } : { type: "string" });
const schema = { properties: Object.fromEntries(names.map((name, index) => [name, propertyOf(index)])) };
const entity = findEntity(entitiesIn([{ path: "entities/Row.json", content: JSON.stringify(schema) }]), "Row");
const cell = (row: number, index: number) => (index % 4 === 1 ? String(row * 1.5) : index % 4 === 2 ? String(row % 2 === 0) : index % 4 === 3 ? "2026-11-21T10:00:00.000Z" : `text ${row} of column ${index}`);

async function newApp(): Promise<Rows> {
  const [account, app] = [newId("u"), newId("a")];
  await client`insert into account (id, email, password_hash) values (${account}, ${`${account}@example.com`}, '')`;
  await client`insert into app (id, owner_id, kind, name, slug) values (${app}, ${account}, 'app', 'Bench', ${app})`;
  const actor = { id: account, role: "builder", email: "" } as const;
  await writeVersion(mintOwnedApp(database.db, app), { kind: "turn" }, () => [{ path: "entities/Row.json", content: JSON.stringify(schema) }]);
  return { scope: mintVisitedApp(mintOwnedApp(database.db, app).db, app, actor), entity, actor };
}

async function* csv(count: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${names.join(",")}\n`);
  for (let row = 0; row < count; row += 500) yield Buffer.from(Array.from({ length: Math.min(500, count - row) }, (_, index) => `${names.map((_name, at) => cell(row + index, at)).join(",")}\n`).join(""));
}

async function* copyLines(app: string, count: number): AsyncGenerator<string> {
  const value = (row: number, index: number) => (index % 4 === 1 ? row * 1.5 : index % 4 === 2 ? row % 2 === 0 : cell(row, index));
  for (let row = 0; row < count; row += 500) yield Array.from({ length: Math.min(500, count - row) }, (_, index) => `${app}\tRow\t${newId("r")}\t${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, value(row + index, at)])))}\n`).join("");
}

const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]!;
const perSecond = (startedAt: number) => rowsWanted / ((performance.now() - startedAt) / 1000);

const ours: number[] = [];
const limit: number[] = [];
let last = await newApp();
let peakMb = 0;
for (let round = 0; round < rounds; round += 1) {
  last = await newApp();
  const watch = setInterval(() => (peakMb = Math.max(peakMb, process.memoryUsage().rss / 1e6)), 100);
  const startedAt = performance.now();
  const owned = mintOwnedApp(platform.db, last.scope.appId);
  const importId = await storeImport(platform, owned, { entity: "Row", accountId: last.actor!.id, name: "rows.csv", pieces: csv(rowsWanted) });
  await beginImport(owned, importId, "importing");
  await runImport(platform, owned.appId, importId);
  const { failed, created } = await findImport(owned, importId);
  ours.push(perSecond(startedAt));
  clearInterval(watch);
  if (failed > 0 || created !== rowsWanted) throw new Error("The import lost rows");

  const { scope } = await newApp();
  const copiedAt = performance.now();
  await pipeline(Readable.from(copyLines(scope.appId, rowsWanted)), await client`copy entity_row (app_id, entity, id, data) from stdin`.writable());
  limit.push(perSecond(copiedAt));
}
console.log(`import of ${rowsWanted} rows, ${rounds} rounds in turn, Node ${process.version}`);
console.log(`  ours ${Math.round(median(ours))} rows/s, COPY ${Math.round(median(limit))} rows/s, ratio ${(median(ours) / median(limit)).toFixed(2)} (goal 0.30), peak memory ${Math.round(peakMb)} MB`);

const pages = Math.min(1_000, Math.floor(rowsWanted / 100));
const times: number[] = [];
let cursor: string | undefined;
for (let page = 0; page < pages; page += 1) {
  const startedAt = performance.now();
  cursor = (await listRows(last, "every", { limit: 100, cursor })).nextCursor ?? undefined;
  times.push(performance.now() - startedAt);
}
const first = median(times.slice(0, 50));
const end = median(times.slice(-50));
console.log(`list of 100, median of the first 50 pages ${first.toFixed(2)} ms, of the last 50 of ${pages} ${end.toFixed(2)} ms, ratio ${(end / first).toFixed(2)} (goal 1.2)`);
await client.end();
await platform.close();
rmSync(dataDir, { recursive: true, force: true });
await database.close();
