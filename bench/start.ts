// The second start of an installation, as `npm start` runs it with a build present: from the command to the first page,
// the processor time until then, and what the idle server takes, against `next start` alone.
// node src/doors/build.mjs && node bench/run.mjs start [--rounds=5] [--idle=20]
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";

const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const [rounds, idleSeconds] = [option("rounds", 5), option("idle", 20)];
const goals = { page: 2_500, memory: 350 };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/** Processes below this one, itself included: the launcher and the server. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(family)];
}

const ticksPerSecond = 100;
const cpuMs = (pid: number) =>
  family(pid)
    .map((one) => readFileSync(`/proc/${one}/stat`, "utf8").split(") ")[1]!.split(" "))
    .reduce((sum, fields) => sum + ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond, 0);

/** Proportional resident memory of the family, MB: what is shared counts once. A process that just ended has none. */
const memoryMb = (pid: number) =>
  family(pid)
    .map((one) => Number(/^Pss:\s+(\d+)/m.exec(proportions(one))?.[1] ?? 0) / 1024)
    .reduce((sum, one) => sum + one, 0);

function proportions(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  } catch {
    return "";
  }
}

type Start = { page: number; cpu: number; memory: number; idle: number };

async function start(command: string[], dataDir: string, idles: boolean): Promise<Start> {
  const port = await freePort();
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, command, {
    env: { ...process.env, PORT: String(port), APP_URL: "", DATA_DIR: dataDir, LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  // Any answer of `next start` counts: without our server around it, its pages find no platform.
  while (
    !(await fetch(`http://localhost:${port}/login`).then(
      (answer) => answer.text(),
      () => undefined,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 10));
  const page = performance.now() - began;
  const cpu = cpuMs(child.pid!);
  if (idles) await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000));
  const found = { page, cpu, memory: memoryMb(child.pid!), idle: cpuMs(child.pid!) - cpu };
  child.kill("SIGTERM");
  await once(child, "exit");
  return found;
}

const folder = mkdtempSync(join(tmpdir(), "joinery-start-"));
// The first start fills the data folder and node's compile cache, and is not measured.
await start(["src/doors/start.mjs"], folder, false);
const kinds = [
  { name: "npm start", command: ["src/doors/start.mjs"] },
  { name: "next start alone", command: ["node_modules/next/dist/bin/next", "start"] },
];
const found = kinds.map((): Start[] => []);
for (let round = 0; round < rounds; round += 1)
  for (const [at, { command }] of kinds.entries()) found[at]!.push(await start(command, folder, true));
rmSync(folder, { recursive: true, force: true });

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const shown = (list: Start[], key: keyof Start, unit: string, goal = Infinity) => {
  const values = list.map((one) => one[key]);
  const spread = (Math.max(...values) - Math.min(...values)) / 2;
  return `${Math.round(middle(values)).toLocaleString("en-US")} ${unit} ±${Math.round(spread)}${middle(values) > goal ? "  MISSED" : ""}`;
};
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]!.model.trim()}, load ${loadavg()[0]!.toFixed(1)}; used data folder, medians of ${rounds} rounds in turn, ` +
    `± half the distance of the extremes; goals ${goals.page} ms, ${goals.memory} MB; ${readdirSync(".next/joinery").includes("compiled") ? "with" : "without"} node's compile cache`,
);
console.table(
  Object.fromEntries(
    kinds.map(({ name }, at) => [
      name,
      {
        "first page": shown(found[at]!, "page", "ms", at === 0 ? goals.page : undefined),
        "processor until then": shown(found[at]!, "cpu", "ms"),
        [`memory after ${idleSeconds} s`]: shown(found[at]!, "memory", "MB", at === 0 ? goals.memory : undefined),
        [`processor in ${idleSeconds} idle s`]: shown(found[at]!, "idle", "ms"),
      },
    ]),
  ),
);
