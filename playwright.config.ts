import { defineConfig } from "@playwright/test";

/** Few tests, each of which takes its time and leaves the processor half idle: they run beside the others, one at a time. */
const long = /(generated-apps|crash|import|download|journey)\.spec\.ts$/;

/** Browser tests run against the built app, each file on a server and data folder of its own (tests/support/server.ts). */
export default defineConfig({
  testDir: "tests/e2e",
  // Only what fails waits this long: a machine may be slow, and a test is no measurement (those are in bench/).
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 2,
  projects: [
    { name: "long", testMatch: long, workers: 1 },
    { name: "journeys", testIgnore: long, workers: 1 },
  ],
  retries: 0,
  reporter: [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? "test-results/report.json" }]],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // A trace costs a third of the time; `npm run e2e -- --trace on` shows what happened in a test that failed.
    trace: "off",
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
