import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { watch, watchTitle } from "../support/accessibility";
import { generateApp } from "../support/generated-app";
import { Presser } from "../support/press-everything";
import type { Server } from "../support/server";
import { adminEmail } from "../support/talk";

// "axe-core finds no violation of WCAG 2.2 AA on any builder page, panel, dialog": whatever a button of theirs opens.

let server: Server;
let appId: string;
let toolApp: string;
const account = { email: adminEmail, password: "copper-lantern-42-fjord" };

test.beforeAll(async ({ playwright, server: shared }) => {
  server = shared;
  const request = await playwright.request.newContext();
  expect((await request.post(`${server.url}/api/auth/sign-in`, { data: account })).ok()).toBe(true);
  const call = async (procedure: string, input: object) => {
    const answer = await request.post(`${server.url}/api/trpc/${procedure}`, { data: { json: { appId, ...input } } });
    expect(answer.ok(), `${procedure}: ${await answer.text()}`).toBe(true);
  };
  ({ appId } = await generateApp(
    server,
    request,
    "A library app with books (title, author, summary as long text, year as a number, status: shelf/lent, tags as list of: new, used) and loans with a due date that belong to a book",
  ));
  const code = 'export const config = { schedule: "0 9 * * 1" };\nDeno.serve(() => new Response("ok"));\n';
  await call("files.create", { path: "functions/report.ts", content: code });
  await call("triggers.createHook", { name: "report" });
  await call("tools.create", {});
  await call("sources.ingestText", { context: "Bring the books back after two weeks.", name: "House rules" });
  await call("runtime.publish", { allowWiderAccess: true });
  await call("members.invite", { role: "user" });
  await call("collaborators.invite", { role: "edit" });
  const made = await request.post(`${server.url}/api/apps`, {
    data: { appType: "AI tool", app: { header: "Titles" } },
  });
  toolApp = ((await made.json()) as { appId: string }).appId;
  await request.dispose();
});

/** What opens in an app and in a tool alike is checked once. A failed test ends its process, and this set with it. */
const seen = new Set<string>();

type Place = [name: string, path: string, within: string];

/** Each control of each place is pressed once, and each place and whatever opens is checked once. */
async function lookAtAll(page: Page, places: Place[]): Promise<void> {
  expect((await page.request.post(`${server.url}/api/auth/sign-in`, { data: account })).ok()).toBe(true);
  const { found, glance } = watch(page);
  await watchTitle(page, found);
  const presser = await Presser.on(page, { onOpen: glance, seen });
  for (const [name, path, within] of places) await presser.press(name, server.url + path, within);
  expect(found).toEqual([]);
}

const panels = (names: string[]) =>
  names.map((name): Place => [name, `/build/app/${appId}?panel=${name}&side=panel`, "main"]);

test("the bars, the chat, and the panels of what an app consists of", async ({ page }) =>
  lookAtAll(page, [
    ["preview", `/build/app/${appId}?panel=preview&side=panel`, "body"],
    ...panels(["database", "data", "code"]),
    ["function", `/build/app/${appId}?panel=code&side=panel&file=functions%2Freport.ts`, "main"],
  ]));

test("the panels of looks and settings", async ({ page }) =>
  lookAtAll(page, [
    ...panels(["texts", "branding", "tools", "details", "chat-settings", "settings", "triggers"]),
    ["analytics", `/analytics/app/${appId}`, "main"],
  ]));

/** The panel of a tool stands beside the preview, which is its main part. */
const beside = ":has(+ main)";
const toolPanels = (names: string[]) =>
  names.map((name): Place => [`tool ${name}`, `/build/app/${toolApp}?panel=${name}`, beside]);

test("the bars and the panels of a tool", async ({ page }) =>
  lookAtAll(page, [
    ["tool texts", `/build/app/${toolApp}?panel=texts`, "body"],
    ...toolPanels(["branding", "fields", "results", "cta", "data", "settings"]),
  ]));

test("home, the account and the administration", async ({ page }) =>
  lookAtAll(page, [
    ["home", "/home", "body"],
    ["settings", "/settings", "body"],
    ["admin", "/admin", "body"],
    ["outbox", "/admin/outbox", "body"],
  ]));
