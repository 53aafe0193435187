/**
 * Row requests over HTTP as members of a published app and as its owner, on either engine, against the upper bound on
 * the same machine (entities/limit.ts):
 * `[DATABASE_URL=postgres://… (an empty database)] node bench/run.mjs entities [--rows=100000] [--rounds=3]
 * [--seconds=3] [--only=list]`.
 * The product runs as `npm start` runs it. Rounds alternate between the two, so that load affects both; nothing is
 * analyzed by hand on our side.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { call, connections, load, median, spread } from "./entities/calls";
import { benchTable, serveLimit } from "./entities/limit";
import { bulkOf, startOurs } from "./entities/ours";
import { csvLine, dataOf, filter, names } from "./entities/rows";

const url = process.env.DATABASE_URL || undefined;
const text = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const option = (name: string, fallback: number) => Number(text(name) ?? fallback);
const [rowsWanted, rounds, seconds] = [option("rows", 100_000), option("rounds", 3), option("seconds", 3)];
const only = text("only");
const bulkRows = 100;
const goals = { request: 0.5, bulk: 0.4, import: 0.3 };

type Line = {
  what: string;
  goal: number;
  ours: (turn: number) => Promise<unknown>;
  limit: (turn: number) => Promise<unknown>;
};

async function startLimit(dataDir: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(process.argv[1]!, ["--serve", `--data=${dataDir}`], {});
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port };
}

const table: Record<string, string>[] = [];

function print(what: string, ours: number[], limit: number[], unit: string, goal: number): void {
  const [mine, theirs] = [median(ours), median(limit)];
  const shown = (value: number, list: number[]) =>
    `${Math.round(value).toLocaleString("en-US")} ${unit} ±${Math.round(spread(list) * 100)} %`;
  table.push({
    what,
    ours: shown(mine, ours),
    limit: shown(theirs, limit),
    ratio: (mine / theirs).toFixed(2),
    goal: `≥ ${goal}${mine / theirs >= goal ? "" : "  MISSED"}`,
  });
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "joinery-bench-"));
  const ours = await startOurs(url, join(folder, "ours"));
  const limit = await startLimit(join(folder, "limit"));
  const base = `/api/apps/${ours.appId}/entities/Row`;
  const memberAt = (turn: number) => ours.members[turn % 4]!;
  const asMember = (turn: number) => ({ authorization: `Bearer ${memberAt(turn).token}` });
  const asCreator = (turn: number) => ({ "x-app": ours.appId, "x-creator": memberAt(turn).id });
  const asOwner = { "x-app": ours.appId };

  // Bulk inserts by members, alternating between ours and the limit.
  const bulks: [number[], number[]] = [[], []];
  const calls = rowsWanted / bulkRows;
  const mine: string[][] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const [first, end] = [Math.floor((calls * round) / rounds), Math.floor((calls * (round + 1)) / rounds)];
    for (const which of [0, 1] as const) {
      const startedAt = performance.now();
      let next = first;
      await Promise.all(
        Array.from({ length: connections }, async () => {
          for (let at = next++; at < end; at = next++) {
            const body = bulkOf(at * bulkRows, bulkRows);
            if (which === 0) {
              const created = JSON.parse(
                await call(ours.app, { method: "POST", path: `${base}/bulk`, headers: asMember(at), body }),
              ) as { id: string }[];
              if (at % 10 < 4) mine[at % 4]!.push(...created.map(({ id }) => id));
            } else await call(limit, { method: "POST", path: "/bulk", headers: asCreator(at), body });
          }
        }),
      );
      bulks[which].push((end - first) / ((performance.now() - startedAt) / 1000));
    }
  }
  if (!only || only === "bulk") print(`bulk of ${bulkRows}, member, calls`, bulks[0], bulks[1], "/s", goals.bulk);
  await call(limit, { method: "POST", path: "/analyze" });
  const theirs: string[][] = [];
  for (const turn of [0, 1, 2, 3]) {
    const { items } = JSON.parse(await call(limit, { method: "GET", path: "/list", headers: asCreator(turn) })) as {
      items: { id: string }[];
    };
    theirs.push(items.map(({ id }) => id));
  }
  const some = (lists: string[][], turn: number) => {
    const list = lists[turn % 4]!;
    return list[(turn * 7919) % list.length]!;
  };
  const q = encodeURIComponent(JSON.stringify(filter));
  const change = (turn: number) => JSON.stringify({ f0: `changed ${turn}` });
  const lines = (["member", "owner"] as const)
    .flatMap((who): Line[] => {
      const side = who === "member" ? ours.app : ours.builder;
      const mineAs = (turn: number) => (who === "member" ? asMember(turn) : ours.owner);
      const theirsAs = (turn: number) => (who === "member" ? asCreator(turn) : asOwner);
      const both = (
        path: (turn: number) => string,
        theirPath: (turn: number) => string,
        method = "GET",
        body?: (turn: number) => string,
      ) => ({
        ours: (turn: number) =>
          call(side, { method, path: path(turn), headers: mineAs(turn), ...(body && { body: body(turn) }) }),
        limit: (turn: number) =>
          call(limit, { method, path: theirPath(turn), headers: theirsAs(turn), ...(body && { body: body(turn) }) }),
      });
      const oneOfOurs = (turn: number) => `${base}/${some(mine, turn)}`;
      const oneOfTheirs = (turn: number) => `/${some(theirs, turn)}`;
      return [
        {
          what: `list 100, ${who}`,
          goal: goals.request,
          ...both(
            () => `${base}?limit=100`,
            () => "/list",
          ),
        },
        {
          what: `filtered list, ${who}`,
          goal: goals.request,
          ...both(
            () => `${base}?limit=100&q=${q}`,
            () => "/filtered",
          ),
        },
        { what: `get, ${who}`, goal: goals.request, ...both(oneOfOurs, oneOfTheirs) },
        {
          what: `create, ${who}`,
          goal: goals.request,
          ...both(
            () => base,
            () => "/one",
            "POST",
            (turn) => JSON.stringify(dataOf(turn)),
          ),
        },
        { what: `update, ${who}`, goal: goals.request, ...both(oneOfOurs, oneOfTheirs, "PUT", change) },
      ];
    })
    .filter(({ what }) => !only || what.startsWith(only));
  const found = lines.map((): [number[], number[]] => [[], []]);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, line] of lines.entries()) {
      await load(0.3, line.ours);
      found[at]![0].push(await load(seconds, line.ours));
      await load(0.3, line.limit);
      found[at]![1].push(await load(seconds, line.limit));
    }
  for (const [at, { what, goal }] of lines.entries()) print(what, found[at]![0], found[at]![1], "/s", goal);

  if (!only || only === "import") {
    const imports: [number[], number[]] = [[], []];
    const csv = Buffer.from(
      [`${names.join(",")}\n`, ...Array.from({ length: rowsWanted }, (_, row) => csvLine(row))].join(""),
    );
    const file = join(folder, "rows.csv");
    writeFileSync(file, csv);
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      const answer = JSON.parse(
        await call(ours.builder, { method: "POST", path: `${base}/import`, headers: ours.owner, body: csv }),
      ) as { created: number };
      if (answer.created !== rowsWanted) throw new Error(`The import lost rows: ${JSON.stringify(answer)}`);
      imports[0].push(rowsWanted / ((performance.now() - startedAt) / 1000));
      imports[1].push(await copyRate(folder));
    }
    print(
      `CSV import of ${rowsWanted.toLocaleString("en-US")}, rows, against \\copy`,
      imports[0],
      imports[1],
      "/s",
      goals.import,
    );
  }
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]!.model.trim()}, ${url ? "Postgres" : "embedded"}, ${rowsWanted.toLocaleString("en-US")} rows of four members, ` +
      `${connections} connections; medians of ${rounds} rounds of ${seconds} s in turn, ± half the distance of the extremes`,
  );
  console.table(table);
  ours.child.kill("SIGTERM");
  limit.child.disconnect();
  await once(ours.child, "exit");
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

/** Loads the same rows by COPY: `psql \copy`, or the embedded engine's device. @returns rows per second */
async function copyRate(folder: string): Promise<number> {
  const file = join(folder, "rows.tsv");
  writeFileSync(
    file,
    Array.from(
      { length: rowsWanted },
      (_, row) => `copy${performance.now()}\tRow\tr${row}\towner\t${JSON.stringify(dataOf(row))}\n`,
    ).join(""),
  );
  const columns = "bench_row (app_id, entity, id, creator_id, data)";
  if (url) {
    const startedAt = performance.now();
    execFileSync("psql", [url, "-qc", `\\copy ${columns} from '${file}'`]);
    return rowsWanted / ((performance.now() - startedAt) / 1000);
  }
  const database = await PGlite.create({ dataDir: mkdtempSync(join(folder, "copy-")) });
  await database.exec(benchTable);
  const startedAt = performance.now();
  await database.query(`copy ${columns} from '/dev/blob'`, [], { blob: new Blob([readFileSync(file)]) });
  const rate = rowsWanted / ((performance.now() - startedAt) / 1000);
  await database.close();
  return rate;
}

if (process.argv.includes("--serve")) await serveLimit(url, text("data")!);
else await measure();
