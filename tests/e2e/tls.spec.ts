import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { findChromium } from "../support/chromium.mjs";
import { freePort, Server } from "../support/server";

// The shipped Caddyfile in front of a started server: certificates on demand for the builder, apps and their domains.

const hasCaddy = spawnSync("caddy", ["version"]).status === 0;
test.skip(!hasCaddy, "The caddy binary is not installed here (Debian: apt-get install caddy)");

let server: Server;
let caddy: ChildProcess;
let folder: string;
let port: number;

test.beforeAll(async () => {
  port = await freePort();
  folder = mkdtempSync(join(tmpdir(), "joinery-caddy-"));
  server = await Server.start({
    APP_URL: `https://joinery.test:${port}`,
    APPS_DOMAIN: "apps.joinery.test",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const options = [
    "admin off",
    "local_certs",
    "skip_install_trust",
    `http_port ${await freePort()}`,
    `https_port ${port}`,
  ];
  caddy = spawn("caddy", ["run", "--config", "Caddyfile"], {
    stdio: "ignore",
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      JOINERY: `127.0.0.1:${server.port}`,
      CADDY_OPTIONS: options.join("\n"),
    },
  });
});
test.afterAll(async () => {
  caddy.kill();
  await once(caddy, "exit");
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

/** From inside the page, whose resolver knows the names. */
const post = <Answer>(page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const answer = await fetch(to, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(sent),
      });
      if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Answer;
    },
    [path, body] as const,
  );

test("the builder, an app's address and its own domain by https, and no other name", async () => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--host-resolver-rules=MAP *.test 127.0.0.1", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const builder = `https://joinery.test:${port}`;

  await test.step("signs up, with a cookie for https alone", async () => {
    await expect(async () => void (await page.goto(`${builder}/login?new=1`))).toPass();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("copper-lantern-42-fjord");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(`${builder}/home`);
    const cookies = await context.cookies(builder);
    expect(cookies.filter(({ httpOnly }) => httpOnly).every(({ secure }) => secure)).toBe(true);
  });

  const { appId, slug } = await post<{ appId: string; slug: string }>(page, "/api/apps", {
    appType: "gen-app",
    genApp: { header: "Books", appBuilderVersion: 4 },
  });

  await test.step("an answer streams through, and the preview is shown", async () => {
    await page.goto(`${builder}/build/app/${appId}`);
    await page.getByRole("textbox", { name: "Message to the assistant" }).fill("A list of books with title and author");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "View changes" })).toBeVisible();
    const frame = page.frameLocator("iframe").first();
    await expect(frame.getByRole("heading").first()).toBeVisible();
  });

  await test.step("published, it is found at its address and its domain", async () => {
    const { url } = await post<{ url: string }>(page, `/api/apps/${appId}/publish`, {});
    expect(url).toBe(`https://${slug}.apps.joinery.test:${port}`);
    const visitor = await context.newPage();
    await visitor.goto(url);
    await expect(visitor.getByRole("heading").first()).toBeVisible();
    await page.goto(`${builder}/build/app/${appId}?panel=details&side=panel`);
    const domains = page.getByRole("region", { name: "Domain" });
    await domains.getByRole("textbox", { name: "Domain" }).fill("shop.test");
    await domains.getByRole("button", { name: "Add domain" }).click();
    await expect(domains.getByText("Verified")).toBeVisible();
    await expect(domains.getByRole("link", { name: "shop.test" })).toHaveAttribute("href", `https://shop.test:${port}`);
    await visitor.goto(`https://shop.test:${port}`);
    await expect(visitor.getByRole("heading").first()).toBeVisible();
  });

  await test.step("a name that is nobody's gets no certificate", async () => {
    const stranger = await context.newPage();
    await expect(stranger.goto(`https://stranger.test:${port}`)).rejects.toThrow(/ERR_SSL|ERR_CERT/);
    await expect(stranger.goto(`https://nobody.apps.joinery.test:${port}`)).rejects.toThrow(/ERR_SSL|ERR_CERT/);
  });
  await browser.close();
});
