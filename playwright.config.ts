import { availableParallelism, totalmem } from "node:os";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/chromium.mjs";

/** What a worker's browser and its servers take at most. */
const workerBytes = 2.5 * 1024 ** 3;

/** Browser tests run against the built app, each file on a server and data folder of its own (tests/support/server.ts). */
export default defineConfig({
  testDir: "tests/e2e",
  // Only what fails waits this long: a machine may be slow, and a test is no measurement (those are in bench/).
  // Five times what the slowest takes alone on two cores; `npm test` prints the ten slowest.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  // A browser that waits leaves half of a core to another, if the machine has room for its servers and pages.
  workers: Math.max(2, Math.min(availableParallelism() * 2, Math.floor(totalmem() / workerBytes))),
  // All files are of one project, and take `test` from tests/support/browser.ts: between two kinds of files a worker ends,
  // and with it its browser and its servers.
  retries: 0,
  reporter: [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? "test-results/report.json" }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Playwright waits for transitions to end before it clicks.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // A trace costs a third of the time; `npm run e2e -- --trace on` shows what happened in a test that failed.
    trace: "off",
    launchOptions: {
      executablePath: findChromium(),
      // A page lives for seconds: V8's last tier compiles more than it saves (a fifth of the pages' processor time).
      args: ["--js-flags=--no-turbofan", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    },
  },
});
