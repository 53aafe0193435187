import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fetch, Pool } from "undici";
import { bundleFunction } from "@/engines/functions/bundle";
import { bubblewrapPath, workerdPath } from "@/engines/functions/launch";
import { type Functions, openFunctions } from "@/engines/functions/open";

/**
 * Server functions against their runtime: a bare workerd with the same handler on a Unix socket, called by the same
 * client.
 */
const coldRounds = 12;
const warmCalls = 3_000;
const apps = 50;
const quietCalls = 600;
const rounds = 5;

type Call = () => Promise<unknown>;
const ms = (value: number) => value.toFixed(2).padStart(9);
const at = (sorted: number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
const sorted = (values: number[]) => values.toSorted((a, b) => a - b);

async function timed(act: Call): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Baseline: no shim, sandbox, limits or supervisor. */
async function bareWorkerd(): Promise<{ call: Call; child: ChildProcess; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "joinery-b-"));
  writeFileSync(
    join(folder, "main.js"),
    `export default { async fetch(request) { const { name } = await request.json(); return Response.json({ hello: name }); } };`,
  );
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = (modules = [ (name = "main.js", esModule = embed "main.js") ], compatibilityDate = "2026-07-01", compatibilityFlags = ["nodejs_compat"])) ],
  sockets = [ (name = "main", address = "unix:${folder}/s.sock", http = (), service = "main") ] );
`,
  );
  const child = spawn(workerdPath()!, ["serve", "--control-fd=3", join(folder, "config.capnp")], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  await new Promise((resolve) => (child.stdio[3] as Readable).once("data", resolve));
  const pool = new Pool("http://function", { socketPath: join(folder, "s.sock"), connections: 66 });
  return {
    child,
    // Web requests and responses, as every caller of a function has them.
    call: async () =>
      (await fetch("http://function/", { method: "POST", body: `{"name":"Ada"}`, dispatcher: pool })).text(),
    async close() {
      await pool.destroy();
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const hello = `Deno.serve(async (request) => { const { name } = await request.json(); return Response.json({ hello: name }); });`;

/** An app with one deployed function, loaded on its first call. */
async function app(functions: Functions, appId: string, content: string): Promise<(body?: unknown) => Promise<string>> {
  const { code, hash } = await bundleFunction([{ path: "functions/f.ts", content }], "functions/f.ts", "f");
  const load = async () => ({ fingerprint: hash, appId, functions: [{ name: "f", hash, code }], secrets: {} });
  return async (body: unknown = { name: "Ada" }) =>
    (
      await functions.invoke(
        {
          appId,
          name: "f",
          id: "1",
          request: new Request("http://f/functions/f", { method: "POST", body: JSON.stringify(body) }),
        },
        load,
      )
    ).text();
}

/** Proportional set size in MB of a process with its descendants: shared pages count once among them. */
function memoryMb(pid: number): { own: number; resident: number } {
  const children = readdirSync(`/proc/${pid}/task`).flatMap(
    (task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").match(/\d+/g) ?? [],
  );
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
  return children
    .map((child) => memoryMb(Number(child)))
    .reduce((sum, one) => ({ own: sum.own + one.own, resident: sum.resident + one.resident }), {
      own: read("Pss"),
      resident: read("Rss"),
    });
}

async function cold(): Promise<void> {
  const bare: number[] = [];
  const ours: number[] = [];
  const functions = openFunctions();
  // Interleaved, so that load affects both.
  for (let round = 0; round < coldRounds; round += 1) {
    const started = performance.now();
    const peer = await bareWorkerd();
    await peer.call();
    bare.push(performance.now() - started);
    await peer.close();
    const call = await app(functions, `cold${round}`, hello);
    ours.push(await timed(call));
    functions.stop(`cold${round}`);
  }
  await functions.close();
  row("cold start to first answer", sorted(bare), sorted(ours), 1.3);
}

async function warm(): Promise<void> {
  const functions = openFunctions();
  const call = await app(functions, "warm", hello);
  const peer = await bareWorkerd();
  for (let turn = 0; turn < 500; turn += 1) await Promise.all([call(), peer.call()]);
  const bare: number[] = [];
  const ours: number[] = [];
  for (let turn = 0; turn < warmCalls; turn += 1) {
    bare.push(await timed(peer.call));
    ours.push(await timed(call));
  }
  row("warm call", sorted(bare), sorted(ours), 1.3);
  const rate = async (act: Call) => {
    let left = warmCalls;
    const took = await timed(() =>
      Promise.all(
        Array.from({ length: 16 }, async () => {
          while ((left -= 1) >= 0) await act();
        }),
      ),
    );
    return (warmCalls / took) * 1_000;
  };
  const [limit, own] = [await rate(peer.call), await rate(call)];
  console.log(
    `${"calls a second, 16 at once".padEnd(30)}${limit.toFixed(0).padStart(9)}${own.toFixed(0).padStart(20)}${(limit / own).toFixed(2).padStart(20)} ×`,
  );
  await peer.close();
  await functions.close();
}

function row(name: string, bare: number[], ours: number[], goal: number): void {
  const ratios = [at(ours, 0.5) / at(bare, 0.5), at(ours, 0.99) / at(bare, 0.99)];
  console.log(
    `${name.padEnd(30)}${ms(at(bare, 0.5))}${ms(at(bare, 0.99))}  ${ms(at(ours, 0.5))}${ms(at(ours, 0.99))}  ${ratios.map((ratio) => `${ratio.toFixed(2)} ×`.padStart(9)).join("")}   ≤ ${goal}`,
  );
}

async function memory(): Promise<void> {
  const functions = openFunctions();
  for (let index = 0; index < apps; index += 1) await (await app(functions, `idle${index}`, hello))();
  const running = functions.running();
  const sum = running
    .map(({ pid }) => memoryMb(pid))
    .reduce((total, one) => ({ own: total.own + one.own, resident: total.resident + one.resident }));
  const peer = await bareWorkerd();
  await peer.call();
  const bare = memoryMb(peer.child.pid!);
  await peer.close();
  console.log(
    `\n${running.length} apps with one function each, idle: ${(sum.own / running.length).toFixed(1)} MB an app (${(sum.resident / running.length).toFixed(1)} MB resident, shared pages counted in full); one bare workerd alone ${bare.resident.toFixed(1)} MB resident, ratio ${(sum.resident / running.length / bare.resident).toFixed(2)} ×`,
  );
  await functions.close();
}

const harms: [string, string][] = [
  ["an infinite loop", "for (;;) {}"],
  ["an allocation bomb", "const kept = []; for (;;) kept.push(new Uint8Array(8_000_000).fill(1));"],
  ["objects without end", "const kept = []; for (;;) kept.push({ a: new Array(1000).fill(Math.random()) });"],
  [
    "fork attempts",
    `const { spawn } = await import("node:child_process"); for (let n = 0; n < 1000; n += 1) { try { spawn("sleep", ["9"]); } catch {} }`,
  ],
];

/** One app computes endlessly while another is called every few milliseconds. */
async function neighbours(): Promise<void> {
  const functions = openFunctions();
  const neighbour = await app(functions, "neighbour", hello);
  const ask = async () => {
    const times: number[] = [];
    for (let turn = 0; turn < quietCalls; turn += 1) {
      times.push(await timed(neighbour));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return times;
  };
  const beside = async (name: string, harm: string) => {
    const noisy = await app(
      functions,
      `noisy-${name}`,
      `export default async (request) => { ${harm}\nreturn new Response("done"); };`,
    );
    const asking = new AbortController();
    const noise = (async () => {
      while (!asking.signal.aborted) {
        await noisy().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const times = await ask();
    asking.abort();
    functions.stop(`noisy-${name}`);
    await noise;
    return times;
  };
  await ask();
  console.log(
    `\nanother app's calls, ms       quiet p50      p99  beside p50      p99   p99 to quiet   (goal ≤ 2; ${rounds} rounds in turn)`,
  );
  for (const [name, harm] of harms) {
    const [calm, busy]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      calm.push(...(await ask()));
      busy.push(...(await beside(name, harm)));
    }
    const [quiet, noisy] = [sorted(calm), sorted(busy)];
    console.log(
      `${`beside ${name}`.padEnd(30)}${ms(at(quiet, 0.5))}${ms(at(quiet, 0.99))}   ${ms(at(noisy, 0.5))}${ms(at(noisy, 0.99))}${(at(noisy, 0.99) / at(quiet, 0.99)).toFixed(2).padStart(13)} ×`,
    );
  }
  await functions.close();
}

console.log(
  `Functions against a bare workerd in the same run, ms${bubblewrapPath() ? ", in bubblewrap" : ", without a sandbox (bubblewrap is not installed)"}\n`,
);
console.log(`${"".padEnd(30)} bare p50      p99   ours p50      p99     p50 ratio, p99 ratio`);
// `node bench/run.mjs functions neighbours` runs one part only.
for (const [name, part] of Object.entries({ cold, warm, memory, neighbours }))
  if ((process.argv[2] ?? name) === name) await part();
