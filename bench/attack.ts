// Latency of an attacked app's neighbours: their p99 during the attack against the quiet moment before, on the embedded
// database, or on Postgres with DATABASE_URL=postgres://… (which is written to).
// node bench/run.mjs attack [--rows=15000] [--seconds=4] [--rounds=3] [--only=filter] [--profile=FOLDER]
//
// Method: server, attackers and neighbours are three processes. Neighbours send at a fixed rate (open loop), and
// latency counts from when a request was due, which avoids coordinated omission. Niceness favours the neighbours, then
// the server, then the attackers (-20, -15 and 0 for root; 0, 0 and 19 for anybody else), so that two cores measure the
// server under load and not the cost of making the load. Quiet and attacked phases alternate in every round; the table
// shows medians over rounds, with the range of the ratio. `--profile` writes the server's CPU profiles there.
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
const seconds = Number(text("seconds") ?? 4);
const rounds = Number(text("rounds") ?? 3);
const attackers = 64;
/** The neighbours' requests a second. */
const neighboursRate = 100;
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

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
/** The median, or another quantile. */
const quantile = (values: number[], share = 0.5) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

type Times = { p50: number; p99: number };

/** Open-loop load of list and row requests. @returns latencies from when each was due, ms */
async function neighbours({ port, apps }: Target, ms: number): Promise<Times> {
  const agent = new Agent({ keepAlive: true });
  const base = `/api/apps/${apps.neighbour}/entities/Row`;
  const since = performance.now();
  const times = await Promise.all(
    Array.from({ length: Math.round((ms * neighboursRate) / 1_000) }, async (_, index) => {
      // Jitter, so that requests do not synchronize with anything in the server.
      const due = since + ((index + Math.random()) * 1_000) / neighboursRate;
      await wait(due - performance.now());
      const status = await call(port, agent, { path: index % 2 === 0 ? `${base}?limit=20` : `${base}/r7` });
      if (status !== 200) throw new Error(`A neighbour was answered ${status}`);
      return performance.now() - due;
    }),
  );
  agent.destroy();
  return { p50: quantile(times), p99: quantile(times, 0.99) };
}

/** Closed-loop flood over several connections until stopped. @returns count by status */
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

/** Requests the whole table and never reads the response. */
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

// The processes

/** Only root may raise priorities. Set from outside, so that it applies to all threads of a process. */
const nice =
  process.getuid?.() === 0 ? { neighbours: -20, server: -15, attack: 0 } : { neighbours: 0, server: 0, attack: 19 };

/** Forks this file in another role. @returns the child process and its first message */
async function play(part: keyof typeof nice, value = "", execArgv: string[] = []): Promise<[ChildProcess, unknown]> {
  const child = fork(process.argv[1]!, [`--${part}=${value}`, ...process.argv.slice(2)], {
    execPath: "nice",
    execArgv: ["-n", String(nice[part]), process.execPath, ...execArgv],
  });
  return [child, await hear(child)];
}

const say = (child: ChildProcess | NodeJS.Process, message: object) => child.send!(message);
const hear = async <T>(child: ChildProcess): Promise<T> => ((await once(child, "message")) as [T])[0];

/** Attacker's main loop: a name starts an attack; an empty one ends it and reports the statuses. */
function attackByOrder(): void {
  let stop: (() => Promise<Map<number, number>>) | undefined;
  process.on("message", async ({ name, target }: { name: string; target: Target }) => {
    if (name) stop = attacks[name]!(target);
    else say(process, [...(await stop!())]);
  });
  process.on("disconnect", () => process.exit(0));
  say(process, {});
}

/** Neighbours' main loop. */
function measureByOrder(): void {
  process.on("message", async ({ target, ms }: { target: Target; ms: number }) =>
    say(process, await neighbours(target, ms)),
  );
  process.on("disconnect", () => process.exit(0));
  say(process, {});
}

/** One quiet and one attacked phase. */
async function round(name: string, target: Target, attacker: ChildProcess, people: ChildProcess) {
  const quiet = await measure(people, target, seconds * 1_000);
  say(attacker, { name, target });
  await wait(500);
  const during = await measure(people, target, seconds * 1_000);
  const answers = hear<[number, number][]>(attacker);
  say(attacker, { name: "" });
  const statuses = await answers;
  await wait(1_500);
  return { quiet, during, ratio: during.p99 / quiet.p99, statuses };
}

function measure(people: ChildProcess, target: Target, ms: number): Promise<Times> {
  const times = hear<Times>(people);
  say(people, { target, ms });
  return times;
}

const cell = (value: number, width: number) => value.toFixed(1).padStart(width);

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "joinery-attack-"));
  const profile = text("profile");
  const [server, said] = await play("server", folder, profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : []);
  const [attacker] = await play("attack");
  const [people] = await play("neighbours");
  const target = said as Target;
  // Long enough for the database to analyze what was inserted.
  await measure(people, target, 7_000);
  const engine = process.env.DATABASE_URL ? "Postgres" : "embedded";
  console.log(`Neighbours of an app with ${rowsWanted} rows, ${engine}, ${neighboursRate}/s, ${rounds} rounds; ms\n`);
  console.log(`${"attack".padEnd(28)}quiet p50    p99   p50    p99   ratio  (range)    answers`);
  for (const name of Object.keys(attacks)) {
    if (text("only") && !name.includes(text("only")!)) continue;
    const all: Awaited<ReturnType<typeof round>>[] = [];
    for (let index = 0; index < rounds; index += 1) all.push(await round(name, target, attacker, people));
    const of = (pick: (one: (typeof all)[number]) => number, share?: number) => quantile(all.map(pick), share);
    const ratio = of((one) => one.ratio);
    const cells = [
      cell(
        of(({ quiet }) => quiet.p50),
        9,
      ),
      cell(
        of(({ quiet }) => quiet.p99),
        7,
      ),
      cell(
        of(({ during }) => during.p50),
        6,
      ),
      cell(
        of(({ during }) => during.p99),
        7,
      ),
      cell(ratio, 8),
      ratio > goal ? " !" : "  ",
      `${of((one) => one.ratio, 0).toFixed(1)}–${of((one) => one.ratio, 1).toFixed(1)}`.padStart(9),
    ];
    const answers = all.at(-1)!.statuses.map(([status, count]) => `${status} × ${count}`);
    console.log(`${name.padEnd(28)}${cells.join("")}    ${answers.join(", ")}`);
  }
  for (const child of [people, attacker]) child.disconnect();
  server.disconnect();
  await once(server, "exit");
  rmSync(folder, { recursive: true, force: true });
}

const dataDir = text("server");
if (dataDir) await serve(dataDir);
else if (text("attack") !== undefined) attackByOrder();
else if (text("neighbours") !== undefined) measureByOrder();
else await main();
