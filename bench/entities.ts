// Rows over HTTP against the limit on the same machine, in the same run: the plain `postgres` driver behind a bare node:http server, on the
// same rows of the same Postgres. Both servers run in processes of their own; rounds take turns, so that a busy minute hits both.
// DATABASE_URL=postgres://… node bench/run.mjs entities [--rows=100000] [--rounds=3] [--seconds=4] [--big=1000000] [--only=update] [--prof]   (the database is written to)
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { newId } from "../src/db/id";
import { mintOwnedApp } from "../src/db/scope";
import { answerRest } from "../src/doors/answer";
import { sendResponse, toRequest } from "../src/doors/web";
import { parseEnv, setEnv } from "../src/engines/env";
import { openPlatform } from "../src/engines/platform";
import { writeVersion } from "../src/features/versions/store";

const url = process.env.DATABASE_URL;
if (!url) throw new Error("Set DATABASE_URL to a Postgres that may be written to");
const text = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const option = (name: string, fallback: number) => Number(text(name) ?? fallback);
const [rowsWanted, rounds, seconds, bigRows] = [
  option("rows", 100_000),
  option("rounds", 3),
  option("seconds", 4),
  option("big", 1_000_000),
];
const connections = 16;
const bulkSize = 500;
// ../shared/facts/performance.md
const [goalRequests, goalBulk, goalImport, goalAlone, goalPages] = [0.5, 0.4, 0.3, 2, 1.2];

const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
const propertyOf = (index: number) =>
  index % 4 === 1
    ? { type: "number" }
    : index % 4 === 2
      ? { type: "boolean" }
      : index % 4 === 3
        ? { type: "string", format: "date-time" }
        : { type: "string" };
const schema = { properties: Object.fromEntries(names.map((name, index) => [name, propertyOf(index)])) };
const valueOf = (row: number, index: number) =>
  index % 4 === 1
    ? row * 1.5
    : index % 4 === 2
      ? row % 2 === 0
      : index % 4 === 3
        ? "2026-11-21T10:00:00.000Z"
        : `text ${row} of column ${index}`;
const dataOf = (row: number) => Object.fromEntries(names.map((name, index) => [name, valueOf(row, index)]));

// The two servers

/** What the builder's host answers API calls with, without the pages. */
async function serveOurs(dataDir: string): Promise<Server> {
  const settings = { DATABASE_URL: url!, DATA_DIR: dataDir, LOG_LEVEL: "warn" };
  setEnv(settings);
  const platform = await openPlatform(parseEnv(settings));
  return createServer((incoming, outgoing) => {
    answerRest(platform, toRequest(incoming, outgoing, "http://localhost"))
      .then((response) => sendResponse(response, outgoing, false))
      .catch((error: unknown) => outgoing.destroy(error as Error));
  });
}

/** As fast as this machine answers: no account, no permission, no schema, nothing checked. */
function serveLimit(): Server {
  const client = postgres(url!, { max: 16, onnotice: () => undefined });
  const send = (outgoing: import("node:http").ServerResponse, body: unknown) => {
    const json = JSON.stringify(body);
    outgoing
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) })
      .end(json);
  };
  const columns = client`id, created_at as "createdAt", updated_at as "updatedAt", creator_id as "creatorId", data`;
  const flat = ({ data, ...system }: postgres.Row) => ({ ...(data as object), ...system });
  const answer = async (app: string, method: string, id: string, body: unknown): Promise<unknown> => {
    const data = body as Record<string, never>;
    // The condition is the one of the index, as in our own statement.
    if (method === "GET" && id === "")
      return {
        items: (
          await client`select ${columns} from entity_row where app_id = ${app} and entity = 'Row' and created_at <> '-infinity' order by created_at desc nulls last, id desc nulls last limit 100`
        ).map(flat),
      };
    if (method === "GET")
      return flat(
        (await client`select ${columns} from entity_row where app_id = ${app} and entity = 'Row' and id = ${id}`)[0]!,
      );
    if (method === "PUT")
      return flat(
        (
          await client`update entity_row set data = data || ${client.json(data)}, updated_at = now() where app_id = ${app} and entity = 'Row' and id = ${id} returning ${columns}`
        )[0]!,
      );
    const rows = (Array.isArray(body) ? body : [body]) as Record<string, never>[];
    const added =
      await client`insert into entity_row ${client(rows.map((row) => ({ app_id: app, entity: "Row", id: newId("r"), data: client.json(row) })))} returning ${columns}`;
    return Array.isArray(body) ? added.map(flat) : flat(added[0]!);
  };
  return createServer((incoming, outgoing) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of incoming) pieces.push(piece as Buffer);
      const body = pieces.length > 0 ? JSON.parse(Buffer.concat(pieces).toString()) : undefined;
      send(outgoing, await answer(incoming.headers["x-app"] as string, incoming.method!, incoming.url!.slice(1), body));
    })().catch((error: unknown) => outgoing.destroy(error as Error));
  });
}

async function serve(kind: string): Promise<void> {
  const server = kind === "ours" ? await serveOurs(text("data")!) : serveLimit();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  let peakBytes = 0;
  setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss)), 50).unref();
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send!({ peakBytes, nowBytes: process.memoryUsage().rss, cpuMs: (user + system) / 1000 });
    peakBytes = 0;
  });
  process.on("disconnect", () => process.exit(0));
  process.send!({ port: (server.address() as AddressInfo).port });
}

// The caller

/** @param path of a list, a row, or of what makes rows */
type Target = {
  child: ChildProcess;
  port: number;
  headers: Record<string, string>;
  path: (to: "list" | "rows" | "bulk" | { id: string }) => string;
};

async function start(kind: "ours" | "limit", dataDir: string): Promise<{ child: ChildProcess; port: number }> {
  const isProfiled = process.argv.includes("--prof") && kind === "ours";
  const child = fork(process.argv[1]!, [`--serve=${kind}`, `--data=${dataDir}`], {
    execArgv: isProfiled ? ["--cpu-prof", "--cpu-prof-dir=/tmp/bench-prof"] : [],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port };
}

/** What a server's process uses; the peak is since the last question. */
async function usageOf({ child }: Target): Promise<{ peakMb: number; nowMb: number; cpuMs: number }> {
  child.send("usage");
  const [{ peakBytes, nowBytes, cpuMs }] = (await once(child, "message")) as [
    { peakBytes: number; nowBytes: number; cpuMs: number },
  ];
  return { peakMb: Math.round(peakBytes / 1e6), nowMb: Math.round(nowBytes / 1e6), cpuMs };
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

function call({ port, headers }: Target, method: string, path: string, body?: string | Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        port,
        host: "127.0.0.1",
        method,
        path,
        headers: {
          ...headers,
          ...(typeof body === "string"
            ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
            : body
              ? { "content-type": "text/csv" }
              : {}),
        },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("end", () => {
          const answer = Buffer.concat(pieces).toString();
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer.slice(0, 300)}`));
        });
      },
    );
    sent.on("error", reject);
    if (body instanceof Readable) body.pipe(sent);
    else sent.end(body);
  });
}

type Load = { perSecond: number; p50: number; cpuMs: number };

/**
 * Calls over so many connections, for a while: how many a second, how long the middle one took, and the processor time that one takes of the
 * server, which a busy machine hardly changes.
 */
async function load(
  target: Target,
  work: () => Promise<unknown>,
  { connections, warmUps }: { connections: number; warmUps: number },
): Promise<Load> {
  for (let done = 0; done < warmUps; done += connections) await Promise.all(Array.from({ length: connections }, work));
  const before = await usageOf(target);
  const startedAt = performance.now();
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let askedAt = performance.now(); askedAt < startedAt + seconds * 1000; askedAt = performance.now()) {
        await work();
        times.push(performance.now() - askedAt);
      }
    }),
  );
  const took = (performance.now() - startedAt) / 1000;
  return {
    perSecond: times.length / took,
    p50: median(times),
    cpuMs: ((await usageOf(target)).cpuMs - before.cpuMs) / times.length,
  };
}

async function* csvOf(count: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`${names.join(",")}\n`);
  for (let row = 0; row < count; row += 500)
    yield Buffer.from(
      Array.from(
        { length: Math.min(500, count - row) },
        (_, index) => `${names.map((_name, at) => valueOf(row + index, at)).join(",")}\n`,
      ).join(""),
    );
}

async function* copyLines(app: string, count: number): AsyncGenerator<string> {
  for (let row = 0; row < count; row += 500)
    yield Array.from(
      { length: Math.min(500, count - row) },
      (_, index) => `${app}\tRow\t${newId("r")}\t${JSON.stringify(dataOf(row + index))}\n`,
    ).join("");
}

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
const p99 = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)]!;
const perSecond = (count: number, startedAt: number) => count / ((performance.now() - startedAt) / 1000);

async function measure(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "joinery-bench-"));
  const client = postgres(url!, { max: 2, onnotice: () => undefined });
  const platform = await openPlatform(parseEnv({ DATABASE_URL: url!, DATA_DIR: dataDir, LOG_LEVEL: "silent" }));
  const table: { what: string; ours: string; limit: string; ratio: string; goal: string }[] = [];
  const row = (what: string, ours: number, limit: number, unit: string, goal: number) =>
    table.push({
      what,
      ours: `${Math.round(ours).toLocaleString("en-US")} ${unit}`,
      limit: `${Math.round(limit).toLocaleString("en-US")} ${unit}`,
      ratio: (ours / limit).toFixed(2),
      goal: `≥ ${goal}${ours / limit >= goal ? "" : "  MISSED"}`,
    });
  const slower = (what: string, ours: number, limit: number, goal: number) =>
    table.push({
      what,
      ours: `${ours.toFixed(1)} ms`,
      limit: `${limit.toFixed(1)} ms`,
      ratio: (ours / limit).toFixed(2),
      goal: `≤ ${goal}${ours / limit <= goal ? "" : "  MISSED"}`,
    });

  const [ours, limit] = [await start("ours", dataDir), await start("limit", dataDir)];
  const signUp = await fetch(`http://127.0.0.1:${ours.port}/api/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${newId("b")}@example.com`, password: "copper-lantern-42-fjord" }),
  });
  const { token } = (await signUp.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  const newApp = async (): Promise<string> => {
    const made = await fetch(`http://127.0.0.1:${ours.port}/api/apps`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ appType: "gen-app", genApp: { header: "Bench" } }),
    });
    const { appId } = (await made.json()) as { appId: string };
    await writeVersion(mintOwnedApp(platform.db, appId), { kind: "turn" }, () => [
      { path: "entities/Row.json", content: JSON.stringify(schema) },
    ]);
    return appId;
  };
  const targetsOf = (app: string): [Target, Target] => {
    const path = `/api/apps/${app}/entities/Row`;
    return [
      {
        ...ours,
        headers: { authorization },
        path: (to) =>
          to === "list"
            ? `${path}?limit=100`
            : to === "rows"
              ? path
              : to === "bulk"
                ? `${path}/bulk`
                : `${path}/${to.id}`,
      },
      { ...limit, headers: { "x-app": app }, path: (to) => (typeof to === "object" ? `/${to.id}` : "/") },
    ];
  };
  const importInto = async (app: string, count: number) => {
    const [target] = targetsOf(app);
    const answer = JSON.parse(
      await call(target, "POST", `${target.path("rows")}/import`, Readable.from(csvOf(count))),
    ) as { created: number; failed: number };
    if (answer.created !== count || answer.failed !== 0)
      throw new Error(`The import lost rows: ${JSON.stringify(answer)}`);
  };

  // Import against COPY; the last app is the one that is read below.
  let appId = "";
  const imports: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    appId = await newApp();
    const importedAt = performance.now();
    await importInto(appId, rowsWanted);
    imports[0].push(perSecond(rowsWanted, importedAt));
    const copied = await newApp();
    const copiedAt = performance.now();
    await pipeline(
      Readable.from(copyLines(copied, rowsWanted)),
      await client`copy entity_row (app_id, entity, id, data) from stdin`.writable(),
    );
    imports[1].push(perSecond(rowsWanted, copiedAt));
  }
  row(
    `import of ${rowsWanted.toLocaleString("en-US")} rows, against COPY`,
    median(imports[0]),
    median(imports[1]),
    "rows/s",
    goalImport,
  );
  await client`vacuum analyze entity_row`;

  const targets = targetsOf(appId);
  const scratch = targetsOf(await newApp());
  const ids = (await client`select id from entity_row where app_id = ${appId} limit 5000`).map(
    ({ id }) => id as string,
  );
  const someId = () => ids[Math.floor(Math.random() * ids.length)]!;
  const one = JSON.stringify(dataOf(1));
  const many = JSON.stringify(Array.from({ length: bulkSize }, (_, index) => dataOf(index)));
  const list = (which: 0 | 1) => call(targets[which], "GET", targets[which].path("list"));
  const works = [
    { what: `list 100 of ${rowsWanted.toLocaleString("en-US")}`, goal: goalRequests, rows: 1, work: list },
    {
      what: "get one",
      goal: goalRequests,
      rows: 1,
      work: (which: 0 | 1) => call(targets[which], "GET", targets[which].path({ id: someId() })),
    },
    {
      what: "create one",
      goal: goalRequests,
      rows: 1,
      work: (which: 0 | 1) => call(scratch[which], "POST", scratch[which].path("rows"), one),
    },
    {
      what: "update one",
      goal: goalRequests,
      rows: 1,
      work: (which: 0 | 1) =>
        call(
          targets[which],
          "PUT",
          targets[which].path({ id: someId() }),
          JSON.stringify({ f0: `changed ${Math.random()}` }),
        ),
    },
    {
      what: `create ${bulkSize} in a call`,
      goal: goalBulk,
      rows: bulkSize,
      work: (which: 0 | 1) => call(scratch[which], "POST", scratch[which].path("bulk"), many),
    },
  ];
  const only = text("only");
  if (only) works.splice(0, works.length, ...works.filter(({ what }) => what.startsWith(only)));
  const loads = works.map((): [Load[], Load[]] => [[], []]);
  const alone: [Load[], Load[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { work, rows }] of works.entries())
      for (const which of [0, 1] as const)
        loads[index]![which].push(await load(targets[which], () => work(which), { connections, warmUps: 300 / rows }));
    for (const which of [0, 1] as const)
      alone[which].push(await load(targets[which], () => list(which), { connections: 1, warmUps: 20 }));
  }
  for (const [index, { what, goal, rows }] of works.entries()) {
    const [mine, theirs] = loads[index]!;
    row(
      `${what}, ${connections} connections`,
      rows * median(mine.map(({ perSecond }) => perSecond)),
      rows * median(theirs.map(({ perSecond }) => perSecond)),
      rows > 1 ? "rows/s" : "req/s",
      goal,
    );
    const [cpu, cpuLimit] = [median(mine.map(({ cpuMs }) => cpuMs)), median(theirs.map(({ cpuMs }) => cpuMs))];
    table.push({
      what: "  the server's processor time for one",
      ours: `${cpu.toFixed(2)} ms`,
      limit: `${cpuLimit.toFixed(2)} ms`,
      ratio: (cpuLimit / cpu).toFixed(2),
      goal: "",
    });
  }
  slower(
    `list 100, one connection, p50`,
    ...(alone.map((list) => median(list.map(({ p50 }) => p50))) as [number, number]),
    goalAlone,
  );

  // Pages: the cursor of page 1,000, then both pages in turn, often enough for a hundredth of them to be more than chance.
  const pages = Math.min(1_000, Math.floor(rowsWanted / 100));
  let cursor = "";
  for (let page = 1; page < pages; page += 1)
    cursor = (
      JSON.parse(await call(targets[0], "GET", `${targets[0].path("list")}${cursor && `&cursor=${cursor}`}`)) as {
        nextCursor: string;
      }
    ).nextCursor;
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 3_000; turn += 1)
    for (const which of [0, 1] as const) {
      const askedAt = performance.now();
      await call(targets[0], "GET", `${targets[0].path("list")}${which === 1 ? `&cursor=${cursor}` : ""}`);
      times[which].push(performance.now() - askedAt);
    }
  const page = `page ${pages.toLocaleString("en-US")} against page 1`;
  slower(`${page}, p50`, median(times[1]), median(times[0]), goalPages);
  slower(`${page}, p99`, p99(times[1]), p99(times[0]), goalPages);

  if (bigRows > 0) {
    await usageOf(targets[0]);
    const { nowMb } = await usageOf(targets[0]);
    const bigApp = await newApp();
    const startedAt = performance.now();
    await importInto(bigApp, bigRows);
    const { peakMb } = await usageOf(targets[0]);
    table.push({
      what: `memory while importing ${bigRows.toLocaleString("en-US")} rows`,
      ours: `${peakMb} MB`,
      limit: `${nowMb} MB before`,
      ratio: (peakMb / nowMb).toFixed(2),
      goal: `${Math.round(perSecond(bigRows, startedAt)).toLocaleString("en-US")} rows/s`,
    });
  }

  console.log(`Node ${process.version}, medians of ${rounds} rounds of ${seconds} s, ours and the limit in turn`);
  console.table(table);
  ours.child.disconnect();
  limit.child.disconnect();
  await client.end();
  await platform.close();
  rmSync(dataDir, { recursive: true, force: true });
  agent.destroy();
}

const serving = text("serve");
await (serving ? serve(serving) : measure());
