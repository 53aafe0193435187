// What a unique field costs: rows created and changed one by one, in bulk and deleted, in an entity of 100,000 rows,
// without and with "x-unique", by the caller's procedures.
// node bench/run.mjs unique [--rows=100000] [--calls=2000] [--only=plain]. DATABASE_URL names an empty Postgres; without it the embedded
// database. Processor time is this process's (which is all of the embedded engine); the clock includes Postgres.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Actor } from "../src/api/actor";
import { mintOwnedApp } from "../src/db/scope";
import { createCaller } from "../src/doors/rest";
import { parseEnv, setEnv } from "../src/engines/env";
import { openPlatform } from "../src/engines/platform";
import { writeVersion } from "../src/features/versions/store";

const text = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const size = Number(text("rows") ?? 100_000);
const only = text("only");
const [calls, rounds, connections] = [Number(text("calls") ?? 2_000), 3, 8];
const folder = mkdtempSync(join(tmpdir(), "joinery-unique-"));
const settings = {
  DATA_DIR: folder,
  LOG_LEVEL: "warn",
  DATABASE_URL: process.env["DATABASE_URL"],
  APP_STORAGE_MB: "20000",
};
setEnv(settings);
const platform = await openPlatform(parseEnv(settings));
const callerOf = (actor: Actor) =>
  createCaller({ platform, actor, responseHeaders: new Headers(), address: "127.0.0.1" });
const { token, accountId } = await callerOf({ kind: "anonymous" }).account.signUp({
  email: `unique-${Date.now()}@example.com`,
  password: "copper-lantern-42-fjord",
});
const account = (await platform.db.query.account.findFirst({ where: (row, { eq }) => eq(row.id, accountId) }))!;
const api = callerOf({ kind: "account", account, token });
const { appId } = await api.apps.create({ name: "Unique" });
const properties = (isUnique: boolean) => ({
  email: { type: "string", format: "email", ...(isUnique && { "x-unique": true }) },
  name: { type: "string" },
  city: { type: "string" },
  amount: { type: "number" },
});
const kinds = [
  { entity: "Plain", isUnique: false },
  { entity: "Unique", isUnique: true },
].filter(({ entity }) => !only || entity.toLowerCase() === only);
await writeVersion(mintOwnedApp(platform.db, appId), { kind: "turn" }, () =>
  kinds.map(({ entity, isUnique }) => ({
    path: `entities/${entity}.json`,
    content: JSON.stringify({ properties: properties(isUnique) }),
  })),
);

let next = 0;
const rowOf = () => {
  next += 1;
  return { email: `person-${next}@example.com`, name: `Person ${next}`, city: "Graz", amount: next };
};
type Figures = { perSecond: number; cpuMicros: number };

/** Calls over several connections: their rate, and this process's time for each. */
async function timed(count: number, ask: (at: number) => Promise<unknown>): Promise<Figures> {
  let at = 0;
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let mine = at++; mine < count; mine = at++) await ask(mine);
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / (performance.now() - began)) * 1_000, cpuMicros: (user + system) / count };
}

const ids = new Map<string, string[]>();
const table = new Map<string, Record<string, Figures[]>>();
const note = (what: string, entity: string, figures: Figures) => {
  const line = table.get(what) ?? {};
  (line[entity] ??= []).push(figures);
  table.set(what, line);
};

const perBulk = 1_000;
for (const { entity } of kinds) {
  const own: string[] = [];
  note(
    `bulk of ${perBulk}`,
    entity,
    await timed(size / perBulk, async () => {
      const { items } = await api.entities.bulkCreate({ appId, entity, rows: Array.from({ length: perBulk }, rowOf) });
      own.push(...items.map(({ id }) => id));
    }),
  );
  ids.set(entity, own);
}
for (let round = 0; round < rounds; round += 1)
  for (const { entity } of kinds) {
    const own = ids.get(entity)!;
    const at = (call: number) => own[(call * 7_919 + round * 104_729) % own.length]!;
    note("create", entity, await timed(calls, () => api.entities.create({ appId, entity, data: rowOf() })));
    const changing = (data: (call: number) => object) =>
      timed(calls, (call) => api.entities.update({ appId, entity, id: at(call), data: { ...data(call) } }));
    note("update of another field", entity, await changing((call) => ({ city: `City ${call}` })));
    note("update of the field", entity, await changing(() => ({ email: rowOf().email })));
  }

if (kinds.some(({ isUnique }) => isUnique)) {
  const switchTo = (isUnique: boolean) =>
    api.entities.changeColumn({ appId, entity: "Unique", change: { kind: "unique", field: "email", isUnique } });
  await switchTo(false);
  const began = performance.now();
  await switchTo(true);
  console.log(`Making the field unique: ${Math.round(performance.now() - began)} ms`);
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
console.table(
  [...table].map(([what, by]) => ({
    what,
    ...Object.fromEntries(
      Object.entries(by).flatMap(([entity, figures]) => [
        [`${entity}, /s`, Math.round(median(figures.map(({ perSecond }) => perSecond)))],
        [`${entity}, µs of this process`, Math.round(median(figures.map(({ cpuMicros }) => cpuMicros)))],
      ]),
    ),
  })),
);
await platform.close();
rmSync(folder, { recursive: true, force: true });
