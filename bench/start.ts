import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** From `npm start` with an existing build to the first page, on an empty data folder and on a used one. */
const rounds = 4;
const port = 4390;

async function firstPage(dataDir: string): Promise<{ ready: number; page: number; health: number }> {
  const started = performance.now();
  const child = spawn("npm", ["start"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ready = new Promise<number>((resolve) =>
    child.stdout.on("data", (piece: Buffer) => piece.includes("is ready") && resolve(performance.now() - started)),
  );
  let page = 0;
  while (page === 0) {
    const answer = await fetch(`http://localhost:${port}/login`).catch(() => undefined);
    if (answer?.ok && (await answer.text()).includes("Joinery")) page = performance.now() - started;
    else await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const health = await fetch(`http://localhost:${port}/api/health`).then(() => performance.now() - started);
  const times = { ready: await ready, page, health };
  process.kill(-child.pid!, "SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  await new Promise((resolve) => setTimeout(resolve, 500));
  return times;
}

/** Baseline: the cost of node and npm themselves. */
async function floor(): Promise<number> {
  const started = performance.now();
  await new Promise((resolve) => spawn("npm", ["--version"], { stdio: "ignore" }).once("exit", resolve));
  return performance.now() - started;
}

const folder = mkdtempSync(join(tmpdir(), "joinery-start-"));
const npm = await floor();
console.log("npm start with a build present, in ms; the ratio is to `npm --version`, which does nothing\n");
console.log("                     ready   first page   ratio");
for (let round = 0; round < rounds; round += 1) {
  const { ready, page } = await firstPage(folder);
  console.log(
    `${(round === 0 ? "empty data folder" : "used data folder").padEnd(18)}${ready.toFixed(0).padStart(8)}${page.toFixed(0).padStart(13)}${(page / npm).toFixed(1).padStart(8)}`,
  );
}
rmSync(folder, { recursive: true, force: true });
