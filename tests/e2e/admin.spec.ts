import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { commandFile } from "../../src/doors/build.mjs";
import { Server } from "../support/server";

let server: Server;
const folder = mkdtempSync(join(tmpdir(), "joinery-command-"));
test.beforeAll(async () => void (server = await Server.start({ PLANS: "on" })));
test.afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const password = "copper-lantern-42-fjord";

/** The first account of this server is its admin. */
async function enter(page: Page, email: string) {
  const body = { data: { email, password } };
  const isNew = await page.request.post(`${server.url}/api/auth/sign-up`, body);
  if (!isNew.ok()) expect((await page.request.post(`${server.url}/api/auth/sign-in`, body)).ok()).toBe(true);
}

/** `npm run admin`, `npm run backup`, `npm run restore`, on the data folder of the running server or another. */
async function command(args: string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, LOG_LEVEL: "warn", DATA_DIR: server.dataDir, ...settings };
  const { stdout } = await promisify(execFile)("node_modules/.bin/node", [commandFile, ...args], { env });
  return stdout;
}

test("an admin finds an account, signs in as it, is reminded of it, and goes back", async ({ page }) => {
  await enter(page, "admin@example.com");
  await page.request.post(`${server.url}/api/auth/sign-out`, { data: {} });
  await enter(page, "eve@example.com");
  await enter(page, "admin@example.com");
  await page.goto(`${server.url}/admin`);
  await page.getByLabel("Search by email").fill("eve");
  await page.getByLabel("Actions for eve@example.com").click();
  await page.getByRole("menuitem", { name: "Sign in as this person" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByText("You are signed in as eve@example.com")).toBeVisible();
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/admin/);
  await page.getByRole("tab", { name: "Audit log" }).click();
  await expect(page.getByText("Signed in as somebody")).toBeVisible();
  await expect(page.getByText("You are signed in as")).toBeHidden();
});

test("what a plan does not include is answered with the plans that do", async ({ page }) => {
  await enter(page, "bob@example.com");
  const made = await page.request.post(`${server.url}/api/apps`, { data: { name: "Club" } });
  const { appId } = (await made.json()) as { appId: string };
  await page.goto(`${server.url}/build/app/${appId}?panel=details&side=panel`);
  await page.getByRole("switch", { name: "Anybody can sign up" }).click();
  const dialog = page.getByRole("dialog", { name: "Upgrade your plan" });
  await expect(dialog.getByText("App settings are part of the paid plans")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Free" }).getByRole("button")).toHaveText("Current plan");
  const moon = dialog.getByRole("region", { name: "Moon" });
  await expect(moon.getByText("$49.00")).toBeVisible();
  await dialog.getByText("Yearly", { exact: true }).click();
  await expect(moon.getByText("$40.83")).toBeVisible();
  await expect(dialog.getByText("Save 17%")).toBeVisible();
  await expect(dialog.getByText("No Commitment - Cancel Anytime")).toBeVisible();
  await moon.getByRole("button", { name: "Start My Journey" }).click();
  await expect(page.getByText("Ask the administrator of this server for the Moon plan")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the command line gives a plan, writes a backup of the running server, and brings it back elsewhere", async ({
  page,
}) => {
  await enter(page, "carl@example.com");
  await command(["admin", "setPlan", JSON.stringify({ accountId: "carl@example.com", plan: "moon" })]);
  await page.goto(`${server.url}/home?goto=upgrade_app_plan`);
  const dialog = page.getByRole("dialog", { name: "Your plan" });
  await expect(dialog.getByRole("region", { name: "Moon" }).getByRole("button")).toHaveText("Current plan");
  await dialog.getByRole("region", { name: "Free" }).getByRole("button", { name: "Downgrade" }).click();
  await expect(page.getByText("Nothing is deleted. This is what changes:")).toBeVisible();

  const file = join(folder, "backup.tar.gz");
  await command(["backup", file]);
  const DATA_DIR = join(folder, "restored");
  expect(await command(["restore", file], { DATA_DIR })).toContain("Restored");
  // No server runs there: the command opens the folder itself.
  expect(await command(["admin", "accounts", '{"search":"carl"}'], { DATA_DIR })).toContain('"plan": "moon"');
  await expect(command(["restore", file], { DATA_DIR })).rejects.toThrow(/already/);
});
