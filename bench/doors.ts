// Row requests to one process: throughput, p50 and p99, and CPU time per request, which distinguishes two builds even
// on a busy machine.
// node bench/run.mjs doors [--rows=200000] [--seconds=3] [--rounds=3]
// DATABASE_URL names a Postgres that may be written to; without it the embedded database. Nothing is analyzed by hand.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { newId } from "../src/db/id";
import { account, app } from "../src/db/schema";
import { mintOwnedApp } from "../src/db/scope";
import { answerRest } from "../src/doors/answer";
import { createCaller } from "../src/doors/rest";
import { sendResponse, toRequest } from "../src/doors/web";
import { parseEnv, setEnv } from "../src/engines/env";
import { openPlatform } from "../src/engines/platform";
import { writeVersion } from "../src/features/versions/store";
import { call, load } from "./entities/calls";

const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const [rowsWanted, seconds, rounds] = [option("rows", 200_000), option("seconds", 3), option("rounds", 3)];
const creators = 40;

const entity = (read: string, write: string) =>
  JSON.stringify({
    properties: { title: { type: "string" }, note: { type: "string" }, amount: { type: "number" } },
    "x-accessControl": { permissions: { read, write } },
  });

type Ready = { port: number; appId: string; own: number[]; counted: unknown; importedMs: number };

/** The server with one app: `rowsWanted` rows in `Row`, open to everybody, and as many in `Own`, of forty members. */
async function serve(dataDir: string): Promise<void> {
  const { DATABASE_URL } = process.env;
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "silent", ...(DATABASE_URL && { DATABASE_URL }) };
  setEnv(settings);
  const platform = await openPlatform(parseEnv(settings));
  const { db } = platform;
  const [ownerId, appId] = [newId("u"), newId("a")];
  await db.insert(account).values({ id: ownerId, email: `${ownerId}@example.com`, passwordHash: "none" });
  await db.insert(app).values({ id: appId, ownerId, kind: "gen-app", name: "Bench", slug: appId });
  const written = await writeVersion(mintOwnedApp(db, appId), { kind: "turn" }, () => [
    { path: "entities/Row.json", content: entity("anonymous", "anonymous") },
    { path: "entities/Own.json", content: entity("creator", "creator") },
  ]);
  await db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const startedAt = performance.now();
  for (const name of ["Row", "Own"])
    for (let done = 0; done < rowsWanted; done += 2_000)
      await db.execute(
        `insert into entity_row (app_id, entity, id, creator_id, data) select '${appId}', '${name}', 'r' || n, 'm' || n % ${creators}, jsonb_build_object('title', 'title ' || n, 'note', repeat('words ', 20) || n, 'amount', n) from generate_series(${done}, ${Math.min(done + 1_999, rowsWanted - 1)}) as n`,
      );
  const importedMs = performance.now() - startedAt;
  const member = createCaller({
    platform,
    actor: { kind: "visitor", appId, visitor: { id: "m7", role: "user", email: "m7@example.com" }, token: "" },
    responseHeaders: new Headers(),
    address: "127.0.0.1",
  });
  const own: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const since = performance.now();
    await member.entities.list({ appId, entity: "Own", limit: 50 });
    own.push(performance.now() - since);
  }
  const counted = await member.entities.count({ appId, entity: "Row" });
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/cpu") {
      const { user, system } = process.cpuUsage();
      return void outgoing.end(String(user + system));
    }
    answerRest(platform, toRequest(incoming, outgoing, "http://localhost"))
      .then((response) => sendResponse(response, outgoing, false))
      .catch(() => outgoing.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.on("disconnect", () => process.exit(0));
  const ready: Ready = { port: (server.address() as AddressInfo).port, appId, own, counted, importedMs };
  process.send!(ready);
}

const quantile = (list: number[], part: number) =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * part)]!.toFixed(2);

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "joinery-doors-"));
  const child = fork(process.argv[1]!, ["--serve", folder, ...process.argv.slice(2)], {});
  const [{ port, appId, own, counted, importedMs }] = (await once(child, "message")) as [Ready];
  const base = `/api/apps/${appId}/entities/Row`;
  const lines: [string, (turn: number) => Parameters<typeof call>[1]][] = [
    ["get one", (turn) => ({ method: "GET", path: `${base}/r${(turn * 7919) % rowsWanted}` })],
    ["list 50", () => ({ method: "GET", path: `${base}?limit=50` })],
    ["create", (turn) => ({ method: "POST", path: base, body: JSON.stringify({ title: `t ${turn}`, amount: turn }) })],
  ];
  const table: Record<string, Record<string, string>> = {};
  const cpu = async () => Number(await call({ port }, { method: "GET", path: "/cpu" }));
  for (const [what, request] of lines) {
    const best = { rate: 0, cpu: Infinity, p50: "", p99: "" };
    for (let round = 0; round < rounds; round += 1) {
      const times: number[] = [];
      const before = await cpu();
      const rate = await load(seconds, async (turn) => {
        const since = performance.now();
        await call({ port }, request(turn));
        times.push(performance.now() - since);
      });
      best.cpu = Math.min(best.cpu, ((await cpu()) - before) / times.length);
      if (rate > best.rate) Object.assign(best, { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
    }
    table[what] = {
      "requests/s": best.rate.toFixed(0),
      "p50 ms": best.p50,
      "p99 ms": best.p99,
      "cpu µs": best.cpu.toFixed(0),
    };
  }
  table["own list 50, a member's"] = { "p50 ms": quantile(own, 0.5), "p99 ms": quantile(own, 0.99) };
  console.table(table);
  console.log(
    `${rowsWanted} rows twice in ${(importedMs / 1000).toFixed(1)} s; count:`,
    counted,
    "(best of",
    rounds,
    "rounds)",
  );
  child.disconnect();
  await once(child, "exit");
  rmSync(folder, { recursive: true, force: true });
}

await (process.argv[2] === "--serve" ? serve(process.argv[3]!) : measure());
