// Runs everything that must hold and ends with one line: "N passed, N failed".
// Types, lint and build count as one check each; unit, integration and browser tests count one by one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./support/chromium.mjs";

const reports = mkdtempSync(join(tmpdir(), "joinery-test-"));
const bin = join(process.cwd(), "node_modules", ".bin");
const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NEXT_TELEMETRY_DISABLED: "1", FORCE_COLOR: "0" };

let passed = 0;
let failed = 0;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [extra]
 */
function run(command, args, extra = {}) {
  const started = Date.now();
  console.log(`\n── ${command} ${args.join(" ")}`);
  const { status } = spawnSync(join(bin, command), args, { stdio: "inherit", env: { ...environment, ...extra } });
  console.log(`── ${status === 0 ? "ok" : `failed (${status})`} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}

/** @param {boolean} ok */
function check(ok) {
  if (ok) passed += 1;
  else failed += 1;
  return ok;
}

/**
 * Adds a runner's own counts; a runner that died without a report counts as one failure.
 * @param {boolean} ok
 * @param {string} report
 * @param {(json: any) => { passed: number, failed: number }} read
 */
function count(ok, report, read) {
  if (!existsSync(report)) return void check(false);
  const counts = read(JSON.parse(readFileSync(report, "utf8")));
  passed += counts.passed;
  failed += counts.failed;
  // An error outside of any test (a hook, an unhandled rejection) fails the run without failing a test.
  if (!ok && counts.failed === 0) failed += 1;
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [extra]
 */
function vitest(name, args, extra) {
  const report = join(reports, `${name}.json`);
  const ok = run("vitest", ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], extra);
  count(ok, report, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }));
}

function browserTests() {
  if (!readdirSync("tests/e2e").some((file) => file.endsWith(".spec.ts"))) return;
  const chromium = findChromium();
  const report = join(reports, "browser.json");
  const ok = run("playwright", ["test"], { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  count(ok, report, (json) => ({ passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected }));
}

check(run("next", ["typegen"]) && run("tsc", ["--noEmit"]));
check(run("oxlint", ["--type-aware", "--deny-warnings"]));
vitest("unit", [], { TEST_DATABASE_URL: "" });
if (process.env.TEST_DATABASE_URL) vitest("postgres", ["--project", "server"]);
if (check(run("node", ["src/doors/build.mjs"]))) browserTests();

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
