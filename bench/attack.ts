// What the neighbours of an attacked app notice: their p99 while it runs against the quiet minute before, on the embedded database, or on
// Postgres with DATABASE_URL=postgres://… (which is written to).   node bench/run.mjs attack [--rows=15000] [--seconds=5] [--only=filter]
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, request as httpRequest } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { newId } from "../src/db/id";
import { app } from "../src/db/schema";
import { mintOwnedApp } from "../src/db/scope";
import { answerRest, answerTrpc } from "../src/doors/answer";
import { sendResponse, toRequest } from "../src/doors/web";
import { parseEnv, setEnv } from "../src/engines/env";
import { openPlatform, type Platform } from "../src/engines/platform";
import { writeVersion } from "../src/features/versions/store";
import { account } from "../src/db/schema";

const text = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const rowsWanted = Number(text("rows") ?? 15_000);
const seconds = Number(text("seconds") ?? 5);
const attackers = 64;
/** Design: "other apps' p99 stays ≤ 2 × quiet while attacked". */
const goal = 2;

// The server

const schema = {
  properties: { title: { type: "string" }, note: { type: "string" }, extra: { type: "object" } },
  "x-accessControl": { permissions: { read: "anonymous", write: "anonymous" } },
};

/** An app with rows that anybody may read and write. */
async function makeApp(platform: Platform, rows: number): Promise<string> {
  const { db } = platform;
  const [ownerId, appId] = [newId("u"), newId("a")];
  await db.insert(account).values({ id: ownerId, email: `${ownerId}@example.com`, passwordHash: "none" });
  await db.insert(app).values({ id: appId, ownerId, kind: "gen-app", name: "Bench", slug: appId });
  const scope = mintOwnedApp(db, appId);
  const written = await writeVersion(scope, { kind: "turn" }, () => [
    { path: "entities/Row.json", content: JSON.stringify(schema) },
  ]);
  await db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  for (let done = 0; done < rows; done += 1_000)
    await db.execute(
      `insert into entity_row (app_id, entity, id, data) select '${appId}', 'Row', 'r' || n, jsonb_build_object('title', 'title ' || n, 'note', repeat('words ', 40) || n) from generate_series(${done}, ${Math.min(done + 999, rows - 1)}) as n`,
    );
  return appId;
}

async function serve(dataDir: string): Promise<void> {
  const { DATABASE_URL } = process.env;
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "silent", ...(DATABASE_URL && { DATABASE_URL }) };
  setEnv(settings);
  const platform = await openPlatform(parseEnv(settings));
  const apps = { attacked: await makeApp(platform, rowsWanted), neighbour: await makeApp(platform, 500) };
  const server = createServer((incoming, outgoing) => {
    const answer = incoming.url!.startsWith("/api/trpc/") ? answerTrpc : answerRest;
    answer(platform, toRequest(incoming, outgoing, "http://localhost"))
      .then((response) => sendResponse(response, outgoing, false))
      .catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.on("disconnect", () => process.exit(0));
  process.send!({ port: (server.address() as AddressInfo).port, apps });
}

// The callers

type Target = { port: number; apps: { attacked: string; neighbour: string } };
type Sent = { method?: string; path: string; body?: string };

function call(port: number, agent: Agent, { method = "GET", path, body }: Sent): Promise<number> {
  return new Promise((resolve) => {
    const headers =
      body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = httpRequest({ agent, port, host: "127.0.0.1", method, path, headers }, (response: IncomingMessage) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode!));
      response.once("error", () => resolve(0));
    });
    sent.once("error", () => resolve(0));
    sent.end(body);
  });
}

/** Four people who look at lists and rows, a hundredth of a second apart. @returns the middle and the 99th percentile, ms */
async function neighbours({ port, apps }: Target, ms: number): Promise<{ p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const base = `/api/apps/${apps.neighbour}/entities/Row`;
  const times: number[] = [];
  const until = performance.now() + ms;
  const person = async () => {
    while (performance.now() < until) {
      const since = performance.now();
      await call(port, agent, { path: times.length % 2 === 0 ? `${base}?limit=20` : `${base}/r7` });
      times.push(performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  await Promise.all(Array.from({ length: 4 }, person));
  agent.destroy();
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length * 0.5)]!, p99: times[Math.floor(times.length * 0.99)]! };
}

/** Sends the same again and again over so many connections until it is told to stop. @returns how often each status came */
function flood(port: number, count: number, sent: () => Sent): () => Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const statuses = new Map<number, number>();
  const over = new AbortController();
  const crowd = Array.from({ length: count }, async () => {
    while (!over.signal.aborted) {
      const status = await call(port, agent, sent());
      if (!over.signal.aborted) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  return async () => {
    over.abort();
    agent.destroy();
    await Promise.all(crowd);
    return statuses;
  };
}

/** Asks for the whole table and never reads the answer. */
function slowReaders({ port, apps }: Target): () => Promise<Map<number, number>> {
  const sockets = Array.from({ length: attackers }, () => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.pause();
      socket.write(`GET /api/apps/${apps.attacked}/entities/Row/export HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    });
    return socket.on("error", () => undefined);
  });
  return async () => {
    for (const socket of sockets) socket.destroy();
    return new Map();
  };
}

const filterOf = (q: unknown) => encodeURIComponent(JSON.stringify(q));
const deep = `{"title":"t","extra":{"a":${"[".repeat(2_200)}${"]".repeat(2_200)}}}`;
const typed = { json: { email: 4e8, password: "x" }, meta: { values: { email: [["typed-array", "Float64Array"]] } } };

const attacks: Record<string, (target: Target) => () => Promise<Map<number, number>>> = {
  "filter: 1,000 values": ({ port, apps }) =>
    flood(port, 1, () => ({
      path: `/api/apps/${apps.attacked}/entities/Row?limit=1&q=${filterOf({ title: { $in: Array.from({ length: 1_000 }, (_, index) => index) } })}`,
    })),
  "filter: the dearest, 64 ×": ({ port, apps }) =>
    flood(port, attackers, () => ({
      path: `/api/apps/${apps.attacked}/entities/Row/count?q=${filterOf({ $or: Array.from({ length: 25 }, (_, index) => ({ note: { $contains: `x${index}y` } })) })}`,
    })),
  "deep row, 64 ×": ({ port, apps }) =>
    flood(port, attackers, () => ({ method: "POST", path: `/api/apps/${apps.attacked}/entities/Row`, body: deep })),
  "superjson, 10 calls, 64 ×": ({ port }) =>
    flood(port, attackers, () => ({
      method: "POST",
      path: `/api/trpc/${Array(10).fill("account.signIn").join()}?batch=1`,
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, typed]))),
    })),
  "slow readers, 64 ×": slowReaders,
  "lists of 1,000, 64 ×": ({ port, apps }) =>
    flood(port, attackers, () => ({ path: `/api/apps/${apps.attacked}/entities/Row?limit=1000` })),
};

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "joinery-attack-"));
  const child: ChildProcess = fork(process.argv[1]!, [`--serve=${folder}`, `--rows=${rowsWanted}`]);
  const [target] = (await once(child, "message")) as [Target];
  await neighbours(target, 1_000);
  console.log(
    `Neighbours of an app with ${rowsWanted} rows, ${process.env.DATABASE_URL ? "Postgres" : "embedded"}; ms\n`,
  );
  console.log(`${"attack".padEnd(28)}quiet p99   p50    p99   ratio   answers`);
  for (const [name, begin] of Object.entries(attacks)) {
    if (text("only") && !name.includes(text("only")!)) continue;
    const quiet = await neighbours(target, seconds * 1_000);
    const stop = begin(target);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const during = await neighbours(target, seconds * 1_000);
    const statuses = await stop();
    const ratio = during.p99 / quiet.p99;
    const cells = [
      quiet.p99.toFixed(1).padStart(9),
      during.p50.toFixed(1).padStart(6),
      during.p99.toFixed(1).padStart(7),
    ];
    const answers = [...statuses].map(([status, count]) => `${status} × ${count}`).join(", ");
    console.log(
      `${name.padEnd(28)}${cells.join("")}${ratio.toFixed(1).padStart(8)}${ratio > goal ? " !" : "  "}  ${answers}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  child.kill();
  await once(child, "exit");
  rmSync(folder, { recursive: true, force: true });
}

const dataDir = text("serve");
await (dataDir ? serve(dataDir) : main());
