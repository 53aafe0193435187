// Cost of growth: lists of an entity with 1,000 to 1,000,000 rows and a new row in it, by the caller's procedures, before
// and after the indexes that slow lists request. The owner sees every row, a member one in a hundred.
// node bench/run.mjs rows [--to=1000000]. DATABASE_URL names an empty Postgres; without it the embedded database, in a
// folder of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Actor } from "../src/api/actor";
import { rowsOf } from "../src/db/open";
import { mintOwnedApp } from "../src/db/scope";
import { createCaller } from "../src/doors/rest";
import { parseEnv, setEnv } from "../src/engines/env";
import { openPlatform } from "../src/engines/platform";
import { buildFieldIndex, fieldIndexJob } from "../src/features/entities/index-fields";
import { writeVersion } from "../src/features/versions/store";

const to = Number(process.argv.find((argument) => argument.startsWith("--to="))?.slice(5) ?? 1_000_000);
const goalMs = 50;
const folder = mkdtempSync(join(tmpdir(), "joinery-rows-"));
const settings = { DATA_DIR: folder, LOG_LEVEL: "warn", DATABASE_URL: process.env.DATABASE_URL };
setEnv(settings);
const platform = await openPlatform(parseEnv(settings));
await platform.jobs.start(
  {
    [fieldIndexJob]: ({ appId, entity, field }) =>
      buildFieldIndex(platform, { appId: appId!, entity: entity!, field: field! }),
  },
  // As the server has it: two that are built at once wait for each other.
  { [fieldIndexJob]: { atOnce: 1 } },
);
const callerOf = (actor: Actor) =>
  createCaller({ platform, actor, responseHeaders: new Headers(), address: "127.0.0.1" });
const { token, accountId } = await callerOf({ kind: "anonymous" }).account.signUp({
  email: `rows-${Date.now()}@example.com`,
  password: "copper-lantern-42-fjord",
});
const account = (await platform.db.query.account.findFirst({ where: (row, { eq }) => eq(row.id, accountId) }))!;
const api = callerOf({ kind: "account", account, token });
const { appId } = await api.apps.create({ name: "Rows" });

const sizes = [...[1_000, 10_000, 100_000, 1_000_000].filter((size) => size < to), to];
const entityOf = (size: number) => `Row${size}`;
const properties = {
  name: { type: "string" },
  status: { type: "string" },
  city: { type: "string" },
  amount: { type: "number" },
};
await writeVersion(mintOwnedApp(platform.db, appId), { kind: "turn" }, () =>
  sizes.map((size) => ({ path: `entities/${entityOf(size)}.json`, content: JSON.stringify({ properties }) })),
);
await platform.db.execute(sql`update app set published_version_id = head_version_id where id = ${appId}`);
const visitor = { id: "m42", role: "user", email: "m42@example.com" };
const member = callerOf({ kind: "visitor", appId, visitor, token: "member" });
for (const size of sizes)
  await platform.db.execute(sql`
    insert into entity_row (app_id, entity, id, creator_id, created_at, data)
    select ${appId}, ${entityOf(size)}, 'r' || n, 'm' || n % 100, now() - n * interval '1 second', jsonb_build_object('name', 'Person ' || n, 'email', 'person-' || n || '@example.com',
      'status', (array['open', 'won', 'lost'])[1 + n % 3], 'city', 'City ' || n::bigint * 7919 % 10007, 'amount', n::bigint * 7919 % 1000003, 'note', repeat('words of a note ', 6))
    from generate_series(1, ${size}) n`);
await platform.db.execute(sql`analyze entity_row`);

type Ask = Parameters<typeof api.entities.list>[0];
const questions: [string, (entity: string) => Promise<unknown>][] = (
  [
    ["newest", {}],
    ["sorted by a number", { sort: "-amount" }],
    ["one third, newest", { q: { status: "won" } }],
    ["one third, sorted by a number", { q: { status: "won" }, sort: "amount" }],
    ["one in 10,000, newest", { q: { city: "City 4711" } }],
    ["one in 10,000, sorted by a number", { q: { city: "City 4711" }, sort: "amount" }],
    ["a narrow range", { q: { amount: { $gte: 500_000, $lt: 500_100 } } }],
  ] as [string, Partial<Ask>][]
).map(([name, ask]) => [name, (entity) => api.entities.list({ appId, entity, limit: 50, ...ask })]);
for (const [name, ask] of [
  ["a member's own, newest", {}],
  ["a member's own, one third, newest", { q: { status: "won" } }],
  ["a member's own, sorted by a number", { sort: "-amount" }],
] as [string, Partial<Ask>][])
  questions.push([name, (entity) => member.entities.list({ appId, entity, limit: 50, ...ask })]);
const data = { name: "Person", status: "open", city: "City 1", amount: 1 };
questions.push(["a member creates one", (entity) => member.entities.create({ appId, entity, data })]);
questions.push(["count", (entity) => api.entities.count({ appId, entity })]);

/** Median of several runs, ms. A query past its deadline counts as that. */
async function timed(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const began = performance.now();
    await ask().catch(() => undefined);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[3]!;
}

const firstly = new Map<string, number>();
for (const size of sizes)
  for (const [name, ask] of questions) firstly.set(`${size} ${name}`, await timed(() => ask(entityOf(size))));
/** Wait for the indexes that slow lists have requested. */
for (let waited = 0; waited < 600; waited += 1) {
  const [left] = await rowsOf<{ count: number }>(
    platform.db,
    sql`select count(*)::int as count from field_index where index_name is null`,
  );
  if (left!.count === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 500));
}
const table: object[] = [];
for (const size of sizes)
  for (const [name, ask] of questions) {
    const ms = await timed(() => ask(entityOf(size)));
    table.push({
      rows: size.toLocaleString("en-US"),
      list: name,
      "first, ms": firstly.get(`${size} ${name}`)!.toFixed(1),
      "p50, ms": ms.toFixed(1),
      "of the goal": `${(ms / goalMs).toFixed(2)}${ms > goalMs ? "  MISSED" : ""}`,
    });
  }
console.log(platform.database.kind);
console.table(table);
await platform.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
