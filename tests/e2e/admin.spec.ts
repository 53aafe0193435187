import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { commandFile } from "../../src/doors/build.mjs";
import { test } from "../support/browser";
import { Server } from "../support/server";
import { signIn } from "../support/talk";

let server: Server;
const folder = mkdtempSync(join(tmpdir(), "joinery-command-"));
test.beforeAll(async ({ gumroad }) => {
  server = await Server.start({ PLANS: "on", GUMROAD_URL: gumroad.url, GUMROAD_ACCESS_TOKEN: gumroad.token });
});
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

test("whoever is signed in comes back from paying with another address, and has the plan in every tab", async ({
  page,
  browser,
  gumroad,
}) => {
  // Gumroad's pings do not reach this server: the person comes back with the sale's id.
  const boss = await browser.newContext();
  await signIn(server, boss, "admin@example.com");
  for (const plan of ["moon", "monetizer"]) {
    const json = { plan, products: [`prod-${plan}`], link: `https://seller.gumroad.com/l/${plan}` };
    expect((await boss.request.post(`${server.url}/api/trpc/admin.updatePlan`, { data: { json } })).ok()).toBe(true);
  }
  await signIn(server, page.context(), "ada@example.com");
  const other = await page.context().newPage();
  await other.goto(`${server.url}/home?goto=upgrade_app_plan`);
  const moon = other.getByRole("region", { name: "Moon" });
  await expect(moon.getByRole("link", { name: "Start My Journey" })).toHaveAttribute("href", /gumroad\.com\/l\/moon/);

  await page.goto(`${server.url}/home?sale_id=sale-7`);
  await expect(page.getByText("Confirming your payment…")).toBeVisible();
  gumroad.sell("sale-7", { email: "ada.at.work@example.com" });
  await expect(page.getByText("Thank you! Your payment has arrived.")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await expect(async () => {
    // What a browser tells a tab that is looked at again; headless ones never hide any.
    await other.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(moon.getByRole("button", { name: "Current plan" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(other.getByRole("dialog", { name: "Your plan" })).toBeVisible();

  // A second product at Gumroad does not end the first subscription.
  await other.getByRole("region", { name: "Monetizer" }).getByRole("button", { name: "Start My Journey" }).click();
  const second = other.getByRole("dialog", { name: "Monetizer" });
  await expect(second).toContainText("so that you do not pay for both");
  await expect(second.getByRole("link", { name: "Buy Monetizer" })).toHaveAttribute("href", /\/l\/monetizer/);
  await expect(second.getByRole("link", { name: "See it at Gumroad" })).toHaveAttribute("href", /sub-sale-7\/manage/);
  await boss.close();
});
