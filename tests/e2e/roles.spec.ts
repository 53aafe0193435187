import { type APIRequestContext, type Browser, expect } from "@playwright/test";
import { test } from "../support/browser";
import { generateApp } from "../support/generated-app";
import { Presser } from "../support/press-everything";
import type { Server } from "../support/server";
import { adminEmail } from "../support/talk";

// No button leads to a refusal: what one's role does not allow is not shown, or disabled with the reason. Each kind of
// refusal (by role, and for admins of the installation alone) is met by somebody who is refused for that reason only.

let server: Server;
let appId: string;
let owner: APIRequestContext;
const password = "copper-lantern-42-fjord";

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
  expect((await owner.post(`${server.url}/api/auth/sign-in`, { data: { email: adminEmail, password } })).ok()).toBe(
    true,
  );
  ({ appId } = await generateApp(server, owner, "A list of books with title and author, and a tool"));
  await call(owner, "files.create", { appId, path: "functions/report.ts", content: scheduled });
  await call(owner, "tools.create", { appId });
  await call(owner, "triggers.createHook", { appId, name: "report" });
  await call(owner, "runtime.publish", { appId, allowWiderAccess: true });
  await call(owner, "members.invite", { appId, role: "user" });
  await call(owner, "collaborators.invite", { appId, role: "view" });
});

const panels = [
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

async function join(browser: Browser, role: "view" | "edit" | "admin", isAdmin: boolean) {
  const context = await browser.newContext();
  const email = `${role}-${isAdmin}-${Date.now()}@example.com`;
  const signedUp = await context.request.post(`${server.url}/api/auth/sign-up`, { data: { email, password } });
  const { accountId } = (await signedUp.json()) as { accountId: string };
  const { url } = await call<{ url: string }>(owner, "collaborators.invite", { appId, role, email });
  await call(context.request, "collaborators.accept", { token: url.split("#")[1] });
  if (isAdmin) await call(owner, "admin.setAdmin", { accountId, isAdmin: true });
  return context;
}

for (const [role, isAdmin] of [
  ["view", false],
  ["edit", true],
  ["admin", false],
] as const) {
  const who = `a collaborator with the role “${role}”${isAdmin ? " who is an admin of the installation" : ""}`;

  test(`no button refuses ${who}`, async ({ browser }) => {
    const context = await join(browser, role, isAdmin);
    const page = await context.newPage();
    const presser = await Presser.on(page, { isLooking: role === "view" });
    const editor = `${server.url}/build/app/${appId}`;
    await presser.press("preview", `${editor}?panel=preview&side=panel`);
    for (const panel of panels) await presser.press(panel, `${editor}?panel=${panel}&side=panel`, "main");
    await presser.press("function", `${editor}?panel=code&side=panel&file=functions%2Freport.ts`, "main");
    await presser.press("tools", `${editor}/tools`);
    await presser.press("analytics", `${server.url}/analytics/app/${appId}`);
    // What starts a new app is about no app, and every account may.
    await presser.press("home", `${server.url}/home`, "section[aria-labelledby=your-apps]");
    expect(presser.pressed).toBeGreaterThan(role === "view" ? 60 : 180);
    expect([...presser.refused]).toEqual([]);
    await context.close();
  });
}
