// Cost of growth: saves of one file in an app of 200 files, and its history. node bench/run.mjs grow [--files=200]
// [--saves=1000]
// DATABASE_URL names a Postgres that may be written to; without it the embedded database in memory.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { rowsOf } from "../src/db/open";
import { mintOwnedApp } from "../src/db/scope";
import { createCaller } from "../src/doors/rest";
import type { Actor } from "../src/api/actor";
import { parseEnv, setEnv } from "../src/engines/env";
import { openPlatform } from "../src/engines/platform";
import { writeVersion } from "../src/features/versions/store";

const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const [fileCount, saves] = [option("files", 200), option("saves", 1_000)];

const folder = mkdtempSync(join(tmpdir(), "joinery-grow-"));
const settings = { DATA_DIR: folder, LOG_LEVEL: "warn", DATABASE_URL: process.env.DATABASE_URL };
setEnv(settings);
const platform = await openPlatform(parseEnv(settings));
const callerOf = (actor: Actor) =>
  createCaller({ platform, actor, responseHeaders: new Headers(), address: "127.0.0.1" });
const email = `grow-${Date.now()}@example.com`;
const { token, accountId } = await callerOf({ kind: "anonymous" }).account.signUp({
  email,
  password: "copper-lantern-42-fjord",
});
const account = (await platform.db.query.account.findFirst({ where: (row, { eq }) => eq(row.id, accountId) }))!;
const api = callerOf({ kind: "account", account, token });
const { appId } = await api.apps.create({ name: "Grown" });

const line = "export const value = 'a line of code of a usual length, as it stands in any app';\n";
const pathOf = (index: number) => `services/part-${index}.js`;
const contentOf = (index: number) => `// ${index}\n${line.repeat(80)}`;
await writeVersion(mintOwnedApp(platform.db, appId), { kind: "turn", userRequest: "Everything" }, () =>
  Array.from({ length: fileCount }, (_, index) => ({ path: pathOf(index), content: contentOf(index) })),
);

const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)]!.toFixed(1);
async function measure(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await work(index);
    times.push(performance.now() - start);
  }
  return times;
}

const saved = await measure(saves, (index) =>
  api.files.update({ appId, file: { id: pathOf(0), content: contentOf(index + 1_000_000) } }),
);
const listed = await measure(20, () => api.versions.list({ appId }));
const read = await measure(20, () => api.files.list({ appId }));
const [{ rows } = { rows: 0 }] = await rowsOf<{ rows: number }>(
  platform.db,
  sql`select (select count(*) from version)::int + (select coalesce(sum(n_live_tup), 0) from pg_stat_user_tables where relname = 'version_file')::int as rows`,
);
const [first] = await api.versions.list({ appId });
const entries = (await api.versions.list({ appId })).length;
console.table({
  "save, first 50": { "p50 ms": quantile(saved.slice(0, 50), 0.5), "p95 ms": quantile(saved.slice(0, 50), 0.95) },
  "save, last 50": { "p50 ms": quantile(saved.slice(-50), 0.5), "p95 ms": quantile(saved.slice(-50), 0.95) },
  "history, listed": { "p50 ms": quantile(listed, 0.5), "p95 ms": quantile(listed, 0.95) },
  "all files, read": { "p50 ms": quantile(read, 0.5), "p95 ms": quantile(read, 0.95) },
});
console.log(
  `${fileCount} files, ${saves} saves: ${rows} rows of versions, ${entries} entries, newest: ${first?.description}`,
);
await platform.close();
rmSync(folder, { recursive: true, force: true });
