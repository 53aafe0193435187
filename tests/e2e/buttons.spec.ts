import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { watch, watchTitle } from "../support/accessibility";
import { generateApp } from "../support/generated-app";
import { Presser, type Pressed } from "../support/press-everything";
import type { Server } from "../support/server";
import { adminEmail } from "../support/talk";

// Every button of the builder is pressed. None leads to a refusal: what one's role does not allow is not shown, or
// disabled with the reason; each kind of refusal (by role, and for admins of the installation alone) is met by somebody
// who is refused for that reason only. And "axe-core finds no violation of WCAG 2.2 AA on any builder page, panel,
// dialog": whatever a button opens.

// Some hundred presses, each watched: on a machine that is half as fast, four minutes are not enough for a walk.
test.describe.configure({ timeout: 600_000 });

let server: Server;
let appId: string;
let toolApp: string;
let owner: APIRequestContext;
const password = "copper-lantern-42-fjord";
const keeper = { email: adminEmail, password };

async function call<Answer>(request: APIRequestContext, procedure: string, input: object): Promise<Answer> {
  const answer = await request.post(`${server.url}/api/trpc/${procedure}`, { data: { json: input } });
  expect(answer.ok(), `${procedure}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { result: { data: { json: Answer } } }).result.data.json;
}

const scheduled = `export const config = { schedule: "0 9 * * 1-5", timeZone: "Europe/Berlin" };
Deno.serve(() => new Response(Deno.env.get("KEY")));
`;

test.beforeAll(async ({ playwright, server: shared }) => {
  server = shared;
  owner = await playwright.request.newContext();
  expect((await owner.post(`${server.url}/api/auth/sign-in`, { data: keeper })).ok()).toBe(true);
  ({ appId } = await generateApp(
    server,
    owner,
    "A library app with books (title, author, summary as long text, year as a number, status: shelf/lent, tags as list of: new, used) and loans with a due date that belong to a book",
  ));
  await call(owner, "files.create", { appId, path: "functions/report.ts", content: scheduled });
  await call(owner, "tools.create", { appId });
  await call(owner, "triggers.createHook", { appId, name: "report" });
  await call(owner, "sources.ingestText", { appId, context: "Bring the books back in time.", name: "House rules" });
  await call(owner, "runtime.publish", { appId, allowWiderAccess: true });
  await call(owner, "members.invite", { appId, role: "user" });
  await call(owner, "collaborators.invite", { appId, role: "view" });
  const made = await owner.post(`${server.url}/api/apps`, { data: { appType: "AI tool", app: { header: "Titles" } } });
  toolApp = ((await made.json()) as { appId: string }).appId;
});

type Place = [name: string, path: string, within?: string];

/** The bars and the chat are the same beside every panel. */
const panel = (name: string, more = ""): Place => [
  name,
  `/build/app/${appId}?panel=${name}&side=panel${more}`,
  name === "preview" ? undefined : "main",
];
const panels = [
  "preview",
  "database",
  "texts",
  "branding",
  "tools",
  "data",
  "details",
  "chat-settings",
  "settings",
  "triggers",
  "code",
];
const appPlaces = (): Place[] => [
  ...panels.map((name) => panel(name)),
  panel("code", "&file=functions%2Freport.ts"),
  // The collection of the panel, on a page.
  ["tools", `/build/app/${appId}/tools`],
  ["analytics", `/analytics/app/${appId}`],
  // What starts a new app is about no app, and every account may.
  ["home", "/home", "section[aria-labelledby=your-apps]"],
];

async function join(browser: Browser, role: "view" | "edit" | "admin", isAdmin: boolean): Promise<Page> {
  const context = await browser.newContext();
  const email = `${role}-${isAdmin}-${Date.now()}@example.com`;
  const signedUp = await context.request.post(`${server.url}/api/auth/sign-up`, { data: { email, password } });
  const { accountId } = (await signedUp.json()) as { accountId: string };
  const { url } = await call<{ url: string }>(owner, "collaborators.invite", { appId, role, email });
  await call(context.request, "collaborators.accept", { token: url.split("#")[1] });
  if (isAdmin) await call(owner, "admin.setAdmin", { accountId, isAdmin: true });
  return context.newPage();
}

/** What opens for several people, or in an app and in a tool, is checked once. A failed test ends its process, and this set with it. */
const seen = new Set<string>();
/** What opens for a collaborator with the role “admin” opens for the owner, too, who presses the rest. */
const done: Pressed = new Map();

/** Each control of each place is pressed once, and each place and whatever opens is checked once. */
async function lookAtAll(page: Page, places: Place[]): Promise<Presser> {
  const { found, glance } = watch(page);
  await watchTitle(page, found);
  const presser = await Presser.on(page, { onOpen: glance, seen, done });
  for (const [name, path, within] of places) await presser.press(name, server.url + path, within);
  expect(found).toEqual([]);
  return presser;
}

for (const [role, isAdmin] of [
  ["view", false],
  ["edit", true],
] as const)
  test(`no button refuses a collaborator with the role “${role}”${isAdmin ? " who is an admin of the installation" : ""}`, async ({
    browser,
  }) => {
    const page = await join(browser, role, isAdmin);
    const presser = await Presser.on(page, { isLooking: role === "view" });
    for (const [name, path, within] of appPlaces()) await presser.press(name, server.url + path, within);
    expect(presser.pressed).toBeGreaterThan(role === "view" ? 60 : 180);
    expect([...presser.refused]).toEqual([]);
    await page.context().close();
  });

test("no button refuses a collaborator with the role “admin”, and whatever opens is accessible", async ({
  browser,
}) => {
  const page = await join(browser, "admin", false);
  const { pressed, refused } = await lookAtAll(page, appPlaces());
  expect(pressed).toBeGreaterThan(180);
  expect([...refused]).toEqual([]);
  await page.context().close();
});

test("what only an owner opens, the panels of a tool, home, the account and the administration are accessible", async ({
  page,
}) => {
  expect((await page.request.post(`${server.url}/api/auth/sign-in`, { data: keeper })).ok()).toBe(true);
  // The panel of a tool stands beside the preview, which is its main part.
  const beside = ":has(+ main)";
  const ofTool = (name: string): Place => [name, `/build/app/${toolApp}?panel=${name}`, beside];
  await lookAtAll(page, [
    panel("details"),
    panel("settings"),
    ["tool texts", `/build/app/${toolApp}?panel=texts`],
    ...["branding", "fields", "results", "cta", "data", "settings"].map(ofTool),
    ["all of home", "/home"],
    ["the account", "/settings"],
    ["admin", "/admin"],
    ["outbox", "/admin/outbox"],
  ]);
});
