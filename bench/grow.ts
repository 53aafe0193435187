/**
 * Cost of growth on a built server, over HTTP and in Chromium: a turn of 10 to 500 files and what neighbours wait
 * meanwhile, a chat of 500 messages, an account of 1,000 apps, an app of 1,000 versions. Lists of up to a million rows
 * are `bench rows`.
 * `[DATABASE_URL=postgres://… (an empty database)] node bench/run.mjs grow [--only=files|messages|apps|versions]`.
 * The assistant is a local model server that says at once what it was told to.
 */
import { cpus } from "node:os";
import { chromium } from "playwright";
import { findChromium } from "../tests/support/chromium.mjs";
import { ScriptedServer } from "../tests/support/scripted-server";
import { median, quantile } from "./entities/calls";
import { Builder } from "./grow/builder";
import { askUntilTold, Neighbour } from "./grow/neighbour";

if (process.argv.includes("--neighbour")) await askUntilTold();

const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
const wants = (part: string) => !only || only === part;
const url = process.env.DATABASE_URL;
const { server, model, close } = await open();
/** The first to sign up, who may edit code. */
const admin = await Builder.signUp(server.url);
const table: Record<string, string>[] = [];
const print = (what: string, found: string, goal = "") => table.push({ what, found, goal });
/** @param limit more of it is a miss */
const printAgainst = (what: string, value: number, unit: string, limit: number) =>
  print(what, `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`, `≤ ${limit} ${unit}${value > limit ? "  MISSED" : ""}`);
const repeat = async (times: number, work: (at: number) => Promise<unknown>): Promise<number[]> => {
  const took: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const began = performance.now();
    await work(at);
    took.push(performance.now() - began);
  }
  return took;
};

async function open() {
  const scripted = await ScriptedServer.start(url ? { DATABASE_URL: url } : {});
  return { server: scripted.server, model: scripted.model, close: () => scripted.close() };
}

const line = "export const value = 'a line of code of a usual length, as it stands in any app';\n";
const fileOf = (path: string, content: string) =>
  `<action type="add_file" file="${path}" id="f">\n${content}</action id="f">\n`;
const comment = "// a line of words that is as long as usual in the code of an app, about this\n";
/** An app of so many files of 2 kB and a page that uses them all. */
function filesOf(count: number): string {
  const parts = Array.from({ length: count }, (_, at) => at);
  const page = `${parts.map((at) => `import { value as v${at} } from "@/services/part-${at}";\n`).join("")}
export default function Home() {
  return <p>{[${parts.map((at) => `v${at}`).join(", ")}].length}</p>;
}
`;
  return [
    ...parts.map((at) => fileOf(`services/part-${at}.js`, `// ${at}\n${line}${comment.repeat(25)}`)),
    fileOf("pages/Home.jsx", page),
  ].join("");
}
const turn = async (builder: Builder, appId: string, answer: string) => {
  model.reply(answer, { pieceLength: 4_000 });
  await builder.say(appId, "Go on");
};

async function measureFiles(): Promise<void> {
  const [builder, neighbour] = [await Builder.signUp(server.url), await Builder.signUp(server.url)];
  const theirs = await neighbour.createApp("Neighbour");
  await turn(
    neighbour,
    theirs,
    `<action type="add_entity" file="Row" id="e">\n{"properties":{"name":{"type":"string"}}}\n</action id="e">\n`,
  );
  const [{ id }] = await neighbour.send<[{ id: string }]>("POST", `/api/apps/${theirs}/entities/Row/bulk`, [
    { name: "one" },
  ]);
  const beside = new Neighbour(neighbour.request(`/api/apps/${theirs}/entities/Row/${id}`));
  await beside.waits(new Promise((resolve) => setTimeout(resolve, 1_000)));
  const quiet = await beside.waits(new Promise((resolve) => setTimeout(resolve, 3_000)));
  print(
    "a neighbour's get, quiet, p50 / p95 / p99",
    `${[0.5, 0.95, 0.99].map((part) => quantile(quiet, part).toFixed(1)).join(" / ")} ms`,
  );
  for (const count of [10, 100, 500]) {
    const [took, waits]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round += 1) {
      const appId = await builder.createApp(`Files ${count}`);
      const began = performance.now();
      const waited = await beside.waits(turn(builder, appId, filesOf(count)));
      took.push((performance.now() - began) / 1_000);
      waits.push(...waited);
    }
    if (count === 500) printAgainst(`a turn of ${count} files`, median(took), "s", 2);
    else print(`a turn of ${count} files`, `${median(took).toFixed(1)} s`);
    const times = [0.5, 0.95, 0.99].map((part) => (quantile(waits, part) / quantile(quiet, part)).toFixed(1));
    print(
      "a neighbour's get beside it, p50 / p95 / p99, in times quiet",
      times.join(" / "),
      `≤ 2${Number(times[2]) > 2 ? "  MISSED" : ""}`,
    );
  }
  beside.end();
}

async function measureMessages(): Promise<void> {
  const builder = await Builder.signUp(server.url);
  const prose = "It shows every row with its name, its state and its date, and a form to add another one.\n\n".repeat(
    3,
  );
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  try {
    for (const messages of [20, 500]) {
      const appId = await builder.createApp(`Messages ${messages}`);
      for (let at = 0; at < messages / 2; at += 1)
        await turn(
          builder,
          appId,
          `${prose}${fileOf(`services/part-${at % 20}.js`, `// ${at}\n${line}`)}\nAnswer ${at}.`,
        );
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
      });
      await context.addCookies(builder.cookies());
      const opened: { seen: number; blocked: number; nodes: number }[] = [];
      for (let round = 0; round < 4; round += 1) {
        const page = await context.newPage();
        await page.addInitScript(() => {
          const state = window as unknown as { longest: number };
          state.longest = 0;
          new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) state.longest = Math.max(state.longest, duration);
          }).observe({ type: "longtask", buffered: true });
        });
        await page.goto(`${server.url}/build/app/${appId}`, { waitUntil: "commit" });
        await page.getByText(`Answer ${messages / 2 - 1}.`).waitFor();
        const seen = await page.evaluate(() => performance.now());
        await page.waitForTimeout(1_500);
        const rest = await page.evaluate(() => ({
          blocked: (window as unknown as { longest: number }).longest,
          nodes: document.querySelectorAll("*").length,
        }));
        opened.push({ seen, ...rest });
        await page.close();
      }
      await context.close();
      // The first one filled the browser's cache.
      const of = (part: "seen" | "blocked" | "nodes") => median(opened.slice(1).map((one) => one[part]));
      printAgainst(`a chat of ${messages} messages, to its last one`, of("seen") / 1_000, "s", 1);
      printAgainst("    its longest task", of("blocked"), "ms", 200);
      print("    elements of the page", String(of("nodes")));
    }
  } finally {
    await browser.close();
  }
}

async function measureApps(): Promise<void> {
  const builder = await Builder.signUp(server.url);
  const list = () => builder.ask("apps.search", { search: "", sort: "updated", limit: 24 });
  const search = () => builder.ask("apps.search", { search: "garden 7", sort: "name", limit: 24 });
  let made = 0;
  for (const count of [1, 1_000]) {
    for (; made < count; made += 1) await builder.createApp(`Garden ${made}`);
    print(`the first page of ${count} apps, p50`, `${median(await repeat(40, list)).toFixed(1)} ms`);
    print(`    searched by name, p50`, `${median(await repeat(40, search)).toFixed(1)} ms`);
  }
}

async function measureVersions(): Promise<void> {
  const appId = await admin.createApp("Versions");
  await turn(admin, appId, filesOf(200));
  const save = (at: number) =>
    admin.ask(
      "files.update",
      { appId, file: { id: "services/part-0.js", content: `// ${at}\n${line.repeat(25)}` } },
      true,
    );
  const list = () => admin.ask("versions.list", { appId });
  let made = 0;
  for (const count of [50, 1_000]) {
    const saves = await repeat(count - made, () => save((made += 1)));
    print(`a save in an app of 200 files with ${count} saves, p50`, `${median(saves.slice(-50)).toFixed(1)} ms`);
    print(`    its history listed, p50`, `${median(await repeat(40, list)).toFixed(1)} ms`);
  }
}

if (wants("files")) await measureFiles();
if (wants("messages")) await measureMessages();
if (wants("apps")) await measureApps();
if (wants("versions")) await measureVersions();
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]!.model.trim()}, ${url ? "Postgres" : "embedded"}`);
console.table(table);
await close();
process.exit(0);
