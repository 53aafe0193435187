/**
 * What neighbours wait while 16 connections of one app's members create rows without a pause, over HTTP, against quiet:
 * `[DATABASE_URL=postgres://… (an empty database)] node bench/run.mjs neighbours [--rows=10000] [--rounds=5]
 * [--seconds=4]`.
 * The flood comes from a process of its own, and a neighbour asks every few milliseconds on one connection.
 * Quiet and flooded rounds alternate, so that other load affects both.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { call, load, median, quantile } from "./entities/calls";
import { type App, bulkOf, startOurs } from "./entities/ours";
import { dataOf } from "./entities/rows";

const url = process.env.DATABASE_URL || undefined;
const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const [rowsWanted, rounds, seconds] = [option("rows", 10_000), option("rounds", 5), option("seconds", 4)];
const bulkRows = 100;
const pauseMs = 5;
const goal = 2;

const pathOf = ({ appId }: App) => `/api/apps/${appId}/entities/Row`;
const headersOf = ({ members }: App, turn: number) => ({ authorization: `Bearer ${members[turn % 4]!.token}` });

/** The other process: creates rows in the app that it is told, until it is ended. */
async function flood(): Promise<void> {
  const [app] = (await once(process, "message")) as [App];
  process.on("disconnect", () => process.exit(0));
  let created = 0;
  setInterval(() => created > 0 && process.send!(created), 100);
  await load(Infinity, async (turn) => {
    const body = JSON.stringify(dataOf(turn));
    await call(app.app, { method: "POST", path: pathOf(app), headers: headersOf(app, turn), body });
    created += 1;
  });
}

/** @param isNeighbour of another app: the flooded one's own members wait in its queue */
type Probe = { what: string; isNeighbour: boolean; ask: (turn: number) => Promise<unknown> };

/** Asks each probe in turn, with pauses. @returns durations in ms by probe */
async function watch(probes: Probe[]): Promise<number[][]> {
  const times = probes.map((): number[] => []);
  const until = performance.now() + seconds * 1_000;
  for (let turn = 0; performance.now() < until; turn += 1)
    for (const [at, { ask }] of probes.entries()) {
      const began = performance.now();
      await ask(turn);
      times[at]!.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  return times;
}

/** Fills the app with rows and asks for them as its members, on a connection of its own. */
async function probesOf(app: App, isNeighbour: boolean): Promise<Probe[]> {
  const who = isNeighbour ? "another app" : "the same app";
  const side = { ...app.app, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
  const ids: string[][] = [[], [], [], []];
  for (let at = 0; at < rowsWanted / bulkRows; at += 1) {
    const body = bulkOf(at * bulkRows, bulkRows);
    const rows = await call(side, { method: "POST", path: `${pathOf(app)}/bulk`, headers: headersOf(app, at), body });
    ids[at % 4]!.push(...(JSON.parse(rows) as { id: string }[]).map(({ id }) => id));
  }
  const get = (path: string, turn: number) => call(side, { method: "GET", path, headers: headersOf(app, turn) });
  const oneOf = (list: string[], turn: number) => list[(turn * 7919) % list.length]!;
  return [
    {
      what: `get, ${who}`,
      isNeighbour,
      ask: (turn) => get(`${pathOf(app)}/${oneOf(ids[turn % 4]!, turn)}`, turn),
    },
    { what: `list 100, ${who}`, isNeighbour, ask: (turn) => get(`${pathOf(app)}?limit=100`, turn) },
  ];
}

/** @returns what they waited, and the flood's rows a second */
async function whileFlooded(app: App, probes: Probe[]): Promise<{ times: number[][]; rate: number }> {
  const child = fork(process.argv[1]!, ["--flood"], {});
  child.send({ ...app });
  let created = 0;
  child.on("message", (count: number) => (created = count));
  // A process that has just started is busy with that.
  await once(child, "message");
  const [before, began] = [created, performance.now()];
  const times = await watch(probes);
  const rate = (created - before) / ((performance.now() - began) / 1_000);
  child.disconnect();
  await once(child, "exit");
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { times, rate };
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "joinery-neighbours-"));
  const ours = await startOurs(url, join(folder, "ours"), 2);
  const probes = [...(await probesOf(ours.others[0]!, true)), ...(await probesOf(ours, false))];
  await watch(probes);
  const rates: number[] = [];
  const found = probes.map(() => ({ quiet: [] as number[][], flooded: [] as number[][] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, times] of (await watch(probes)).entries()) found[at]!.quiet.push(times);
    const { times, rate } = await whileFlooded(ours, probes);
    rates.push(rate);
    for (const [at, list] of times.entries()) found[at]!.flooded.push(list);
  }
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]!.model.trim()}, ${url ? "Postgres" : "embedded"}, medians of ${rounds} rounds of ${seconds} s in turn; the flood created ${Math.round(median(rates)).toLocaleString("en-US")} rows a second`,
  );
  console.table(
    probes.map(({ what, isNeighbour }, at) => {
      const of = (lists: number[][], part: number) => median(lists.map((list) => quantile(list, part)));
      const { quiet, flooded } = found[at]!;
      const [p50, p99] = [0.5, 0.99].map((part) => of(flooded, part) / of(quiet, part)) as [number, number];
      return {
        what,
        "quiet p50 / p99, ms": `${of(quiet, 0.5).toFixed(1)} / ${of(quiet, 0.99).toFixed(1)}`,
        "flooded p50 / p99, ms": `${of(flooded, 0.5).toFixed(1)} / ${of(flooded, 0.99).toFixed(1)}`,
        "times quiet": `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
        goal: isNeighbour ? `p99 ≤ ${goal}${p99 > goal ? "  MISSED" : ""}` : "",
      };
    }),
  );
  ours.child.kill("SIGTERM");
  await once(ours.child, "exit");
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

await (process.argv.includes("--flood") ? flood() : measure());
