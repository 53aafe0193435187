// Runs every check and ends with one line: "N passed, N failed".
// Types, lint and build count as one check each; unit, integration and browser tests count one by one. A failed test is
// retried once; flaky ones, which pass only then, are named before that line.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { writeTimings } from "./longest.mjs";
import { findChromium } from "./support/chromium.mjs";

const startedAt = performance.now();

/** Scratch folder, in memory if there is room: tests should not depend on the disk's speed. */
const scratch = mkdtempSync(join(hasRoom("/dev/shm") ? "/dev/shm" : tmpdir(), "joinery-"));
// The browser that takes pictures of pages runs as "nobody", who must reach its profile in here.
chmodSync(scratch, 0o711);
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
const bin = join(process.cwd(), "node_modules", ".bin");
const environment = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
  TMPDIR: scratch,
  NEXT_TELEMETRY_DISABLED: "1",
  FORCE_COLOR: "0",
};

/**
 * @typedef {{ file: string, name: string, ms: number }} Timed of a test; the file from the project's folder
 * @typedef {{ passed: number, failed: string[], repeated: string[], skipped: string[], timed: Timed[] }} Outcome the tests that failed, and those that passed only when repeated, each with its first error; what each took
 */

let passed = 0;
let failed = 0;
/** What a reader of the last lines must know: the names behind the numbers. @type {string[]} */
const notes = [];
/** Names of tests that were skipped, on either database. @type {Set<string>} */
const skipped = new Set();
/** Names of tests that ran, on either database. @type {Set<string>} */
const ran = new Set();
/** @type {Timed[]} */
const timed = [];
const slowestShown = 10;
/** Of a failed test's error, in the summary. */
const errorLinesMax = 12;

/** The type checker and the linter are Go programs that end soon: collecting what they leave costs a fourth of their time. */
const goSettings = { GOGC: "off", GOMEMLIMIT: "2500MiB" };
/** The cores are busy with the unit tests, and each further checker reads the shared types once more: 17 s, not 33. */
const oneChecker = ["--checkers", "1", "--incremental", "false"];

/** @param {string} folder @returns {boolean} whether it has four gigabytes free, more than the tests need */
function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4e9;
}

/**
 * Runs a tool.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [extra] environment variables
 * @param {boolean} [isBeside] it runs beside others: its output is shown in one piece, when it has ended
 * @returns {Promise<{ ok: boolean, output: string }>} whether it succeeded, and the tail of what it wrote
 */
async function run(command, args, extra = {}, isBeside = false) {
  const started = Date.now();
  const title = `\n── ${command} ${args.join(" ")}`;
  if (!isBeside) console.log(title);
  const child = spawn(join(bin, command), args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment, ...extra },
  });
  let output = "";
  for (const [from, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]))
    from.on("data", (/** @type {Buffer} */ piece) => {
      if (!isBeside) to.write(piece);
      output = (output + piece.toString()).slice(-100_000);
    });
  const [status] = await once(child, "close");
  if (isBeside) console.log(`${title}\n${output.trimEnd()}`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`── ${status === 0 ? "ok" : `failed (${status})`} in ${seconds} s: ${command} ${args[0] ?? ""}`);
  return { ok: status === 0, output };
}

/** @param {string} name @param {boolean} ok */
function check(name, ok) {
  if (ok) passed += 1;
  else {
    failed += 1;
    notes.push(`failed: ${name}`);
  }
  return ok;
}

/**
 * Adds a runner's counts; a runner that crashed without a report counts as one failure.
 * @param {{ ok: boolean, output: string }} ended
 * @param {string} report
 * @param {(json: any) => Outcome} read
 */
function count({ ok, output }, report, read) {
  if (!existsSync(report)) return void check(`${basename(report)}, which was not written`, false);
  const outcome = read(JSON.parse(readFileSync(report, "utf8")));
  passed += outcome.passed;
  failed += outcome.failed.length;
  timed.push(...outcome.timed);
  for (const name of outcome.skipped) skipped.add(name);
  for (const { name } of outcome.timed) if (!outcome.skipped.includes(name)) ran.add(name);
  notes.push(
    ...outcome.failed.map((test) => `failed: ${test}`),
    ...outcome.repeated.map((test) => `passed only when repeated: ${test}`),
  );
  // An unhandled rejection fails the run, but no test or file, and is in no report.
  if (!ok && outcome.failed.length === 0) {
    const unhandled = /^.*\b(Unhandled|Error:)[^]{0,2000}/m.exec(output)?.[0] ?? output.slice(-1_000);
    check(`something outside of the tests of ${basename(report)}:\n${unhandled}`, false);
  }
}

/** A test's name with the first lines of its error, which tell what a flaky test met. @param {string} name @param {string} [error] */
const withError = (name, error = "") => {
  const lines = stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, errorLinesMax).map((line) => `    ${line}`)].join("\n");
};

/** @param {any} json what vitest reports @returns {Outcome} */
function readVitest(json) {
  /** @type {Outcome} */
  const outcome = { passed: json.numPassedTests, failed: [], repeated: [], skipped: [], timed: [] };
  for (const file of json.testResults) {
    const path = relative(process.cwd(), file.name);
    // A failing hook or import fails its file without failing a test.
    if (file.status === "failed" && !file.assertionResults.some((/** @type {any} */ { status }) => status === "failed"))
      outcome.failed.push(`${path}, outside of its tests: ${file.message.split("\n")[0]}`);
    for (const { status, fullName, failureMessages, duration } of file.assertionResults) {
      outcome.timed.push({ file: path, name: `${path} › ${fullName}`, ms: duration ?? 0 });
      if (status !== "passed" && status !== "failed") outcome.skipped.push(`${path} › ${fullName}`);
      const named = withError(`${path} › ${fullName}`, failureMessages[0]);
      if (status === "failed") outcome.failed.push(named);
      // Failure messages of a passed test mean that it is flaky.
      else if (failureMessages.length > 0) outcome.repeated.push(named);
    }
  }
  return outcome;
}

/** @param {any} json what Playwright reports @returns {Outcome} */
function readPlaywright(json) {
  /** @type {Outcome} */
  const outcome = { passed: json.stats.expected + json.stats.flaky, failed: [], repeated: [], skipped: [], timed: [] };
  /** @param {any} suite */
  const visit = (suite) => {
    for (const { title, file, tests } of suite.specs ?? [])
      for (const { status, results } of tests) {
        outcome.timed.push({
          file: `tests/e2e/${file}`,
          name: `${file} › ${title}`,
          ms: results.at(-1)?.duration ?? 0,
        });
        if (status === "skipped") outcome.skipped.push(`${file} › ${title}`);
        if (status === "unexpected" || status === "flaky")
          outcome[status === "flaky" ? "repeated" : "failed"].push(
            withError(`${file} › ${title}`, results[0]?.error?.message),
          );
      }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  visit(json);
  return outcome;
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [extra] environment variables
 * @param {boolean} [isBeside] it runs beside others
 */
async function vitest(name, args, extra, isBeside = false) {
  const report = join(scratch, `${name}.json`);
  const ended = await run(
    "vitest",
    ["run", ...args, "--retry=1", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    extra,
    isBeside,
  );
  count(ended, report, readVitest);
}

async function browserTests() {
  const report = join(scratch, "browser.json");
  const ended = await run("playwright", ["test", "--retries=1"], {
    CHROMIUM: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  count(ended, report, readPlaywright);
}

/** @param {string} name @param {[command: string, args: string[]][]} tools */
async function checkBeside(name, tools) {
  let ok = true;
  for (const [command, args] of tools) ok &&= (await run(command, args, goSettings, true)).ok;
  return check(name, ok);
}

const checks = Promise.all([
  checkBeside("types", [
    ["next", ["typegen"]],
    ["tsc", ["--noEmit", ...oneChecker]],
    ["tsc", ["-p", "src/shipped", ...oneChecker]],
    ["tsc", ["-p", "src/shipped/worker", ...oneChecker]],
  ]).then(() => checkBeside("dead code", [["knip", ["--no-progress"]]])),
  checkBeside("format", [["oxfmt", ["--check"]]]).then(() =>
    checkBeside("lint", [["oxlint", ["--type-aware", "--deny-warnings"]]]),
  ),
]);
// Unit tests, too, wait for processes and timers: the checks and the build compute meanwhile, then a worker on Postgres.
// It is done long before the two workers of the unit tests, and takes those of the interface off them.
const build = checks.then(() => checkBeside("build", [["node", ["src/doors/build.mjs"]]]));
const postgres = build.then(async () => {
  if (process.env.TEST_DATABASE_URL) await vitest("postgres", ["--project", "server", "--maxWorkers=1"], {}, true);
});
const ui = postgres.then(() => vitest("ui", ["--project", "ui", "--maxWorkers=1"], { TEST_DATABASE_URL: "" }, true));
const unit = vitest("unit", ["--project", "server"], { TEST_DATABASE_URL: "" });
// The first of both that ends leaves cores to the browsers, which keep them busy: the last files of the other one wait
// more than they compute.
await Promise.race([unit, ui]);
if (await build) await browserTests();
await Promise.all([unit, ui]);

const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`\nThe slowest of ${timed.length} tests, in ${minutes} minutes:`);
for (const { name, ms } of timed.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown))
  console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
if (process.argv.includes("--write-timings")) writeTimings(timed);
for (const name of skipped) if (!ran.has(name)) notes.unshift(`skipped: ${name}`);
for (const note of notes) console.log(note);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
