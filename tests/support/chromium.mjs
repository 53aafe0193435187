import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const candidates = [
  // Without windows and their tool bars: a context and four pages take 0.24 s of processor, with them 1.2 s.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const installed = () =>
  [process.env.CHROMIUM, ...candidates, chromium.executablePath()].find((path) => path && existsSync(path));

/**
 * The tests' browser: $CHROMIUM, the system's, Playwright's own; else one is installed.
 * @returns {string} an executable's path
 * @throws one line that says how to get a browser
 */
export function findChromium() {
  const found = installed();
  if (found) return found;
  console.log("── no Chromium found, installing one");
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "ignore", timeout: 300_000 });
  if (!installed() && process.getuid?.() === 0) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore", timeout: 300_000 });
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], {
      stdio: "inherit",
      timeout: 600_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  const now = installed();
  if (now) return now;
  throw new Error(
    "No Chromium for the browser tests: set CHROMIUM=/path/to/chromium, or run `npx playwright install chromium`, or `apt-get install chromium` as root.",
  );
}
