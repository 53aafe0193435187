import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "../support/browser";
import { freePort } from "../support/server";

test("npm start says where it is, takes one process, and ends at a signal", async () => {
  const folder = mkdtempSync(join(tmpdir(), "joinery-start-"));
  const port = await freePort();
  const child = spawn("node_modules/.bin/node", ["src/doors/start.mjs"], {
    env: { ...process.env, PORT: String(port), APP_URL: "", DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let said = "";
    child.stdout.on("data", (text: Buffer) => (said += text.toString()));
    await expect.poll(() => said, { timeout: 60_000 }).toContain(`Joinery is ready: http://localhost:${port}`);
    expect(said).toContain("embedded Postgres");
    expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
    // Browsers ask for it beside a page without one, and show a failure in their console where there is none.
    const icon = await fetch(`http://localhost:${port}/favicon.ico`);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(readFileSync(`/proc/${child.pid}/cmdline`, "utf8")).toContain("server.mjs");
    expect(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")).toBe("");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
