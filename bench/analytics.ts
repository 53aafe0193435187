/**
 * A million page views of one app: their size in the database, and the duration of each chart.
 * `[DATABASE_URL=postgres://… (an empty database)] node bench/run.mjs analytics [--views=1000000] [--days=30]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { ownedByServer } from "@/api/gates";
import { newId } from "@/db/id";
import { openDatabase, rowsOf } from "@/db/open";
import { account, app } from "@/db/schema";
import { daysOf } from "@/features/analytics/rules";
import { partKinds } from "@/features/analytics/schema";
import { countDays, type Hit, topParts, writeHits } from "@/features/analytics/store";

const number = (name: string, usual: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? usual);
const views = number("views", 1_000_000);
const spread = number("days", 30);
const batch = 5_000;
const goals = { megabytes: 50, ms: 200 };
const tables = ["analytics_day", "analytics_part", "analytics_visitor", "analytics_error"];

const dataDir = mkdtempSync(join(tmpdir(), "joinery-bench-"));
const url = process.env.DATABASE_URL || undefined;
const database = await openDatabase({ DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) });
const { db } = database;
const [ownerId, appId] = [newId("u"), newId("a")];
await db.insert(account).values({ id: ownerId, email: `${ownerId}@example.com`, passwordHash: "" });
await db.insert(app).values({ id: appId, ownerId, slug: appId, name: "Bench", kind: "gen-app" });

const days = daysOf(spread, new Date().toISOString().slice(0, 10));
let seed = 7;
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
/** Like the hourly sweep (features/retention): hashes of visitors are kept for two days. */
const sweep = async (day: string) => {
  await db.execute(sql`delete from analytics_visitor where day < ${day}::date - 2`);
  await db.execute("vacuum analytics_visitor, analytics_part, analytics_day");
};
let lastDay = days[0]!;
const started = performance.now();
for (let done = 0; done < views; done += batch) {
  const day = days[Math.min(days.length - 1, Math.floor((done / views) * days.length))]!;
  const at = Date.parse(`${day}T00:00:00Z`) + (done % 80_000) * 1_000;
  const hits = Array.from({ length: batch }, (): Hit => ({
    appId,
    day,
    // A third of a day's views are first ones.
    hash: `v${random(Math.ceil(views / days.length / 3))}`,
    at,
    page: `/page-${random(300)}`,
    referrer: random(2) ? "" : `site-${random(400)}.example`,
    device: ["Desktop", "Phone", "Tablet"][random(3)]!,
  }));
  await writeHits(db, appId, hits);
  if (day === lastDay) continue;
  await sweep(day);
  lastDay = day;
}
const writtenMs = performance.now() - started;
await db.execute("vacuum analyze");

const [size] = await rowsOf<{ bytes: number }>(
  db,
  sql`select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${sql.raw(`array['${tables.join("','")}']`)}) as name`,
);
const megabytes = size!.bytes / 1e6;
const scope = ownedByServer(db, appId);
const median = async (work: () => Promise<unknown>) => {
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[4]!;
};
const all = daysOf(90, days.at(-1)!);
const charts: [string, number][] = [
  ["days", await median(() => countDays(scope, all[0]!, all.at(-1)!))],
  ...(await Promise.all(
    partKinds.map(
      async (kind) => [kind, await median(() => topParts(scope, kind, all[0]!, all.at(-1)!))] as [string, number],
    ),
  )),
];
console.log(`${views.toLocaleString("en-US")} views over ${spread} days on ${database.kind}`);
console.log(`written in ${(writtenMs / 1000).toFixed(1)} s, ${((writtenMs * 1000) / views).toFixed(1)} µs a view`);
console.log(`stored in ${megabytes.toFixed(1)} MB (goal < ${goals.megabytes})`);
for (const [name, ms] of charts) console.log(`chart ${name}: ${ms.toFixed(1)} ms (goal ≤ ${goals.ms})`);
const isGood = megabytes < goals.megabytes && charts.every(([, ms]) => ms <= goals.ms);
await database.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(isGood ? 0 : 1);
