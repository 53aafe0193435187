import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { generateApp } from "../support/generated-app";
import type { Server } from "../support/server";
import { adminEmail as admin } from "../support/talk";

// What people share: an app that two build, one that is handed over, a template, and what runs without anybody.

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const password = "copper-lantern-42-fjord";

async function enter(request: APIRequestContext, email: string): Promise<void> {
  const at = (door: string) => request.post(`${server.url}/api/auth/${door}`, { data: { email, password } });
  expect((await at("sign-up")).ok() || (await at("sign-in")).ok()).toBe(true);
}

async function somebody(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await enter(context.request, email);
  return context.newPage();
}

async function publishedApp(request: APIRequestContext, sentence: string): Promise<string> {
  const { appId } = await generateApp(server, request, sentence);
  expect((await request.post(`${server.url}/api/apps/${appId}/publish`, { data: {} })).ok()).toBe(true);
  return appId;
}

test("an app is shared with an editor, who becomes a viewer", async ({ page, browser }) => {
  await enter(page.request, "ada.lovelace@example.com");
  const { appId } = await generateApp(server, page.request, "A list of books with title and author");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const guest = await context.newPage();
  const also = (name: string) => ({ name, role: "listitem" as const });

  const link = await test.step("the owner makes a link for an editor", async () => {
    await page.goto(`${server.url}/build/app/${appId}`);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share this app" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    await expect(dialog.getByRole("button", { name: "Copy link" })).toBeFocused();
    const field = dialog.getByRole("textbox", { name: "Invitation link" });
    await expect(field).toBeVisible();
    return field.inputValue();
  });

  await test.step("a stranger signs up on the way, and comes in", async () => {
    await guest.goto(link);
    await expect(guest).toHaveURL(/\/login/);
    const account = { email: "grace.hopper@example.com", password };
    expect((await context.request.post(`${server.url}/api/auth/sign-up`, { data: account })).ok()).toBe(true);
    await guest.goto(`${server.url}/collaborate`);
    await expect(guest.getByRole("heading", { name: /^Build .* together$/ })).toBeVisible();
    await guest.getByRole("button", { name: "Open the app" }).click();
    await expect(guest).toHaveURL(new RegExp(`/build/app/${appId}`));
  });

  await test.step("both see each other", async () => {
    await page.keyboard.press("Escape");
    const [there, here] = [also("Grace Hopper"), also("Ada Lovelace")];
    await expect(
      page.getByRole("list", { name: "Also here" }).getByRole(there.role, { name: there.name }),
    ).toBeVisible();
    await expect(
      guest.getByRole("list", { name: "Also here" }).getByRole(here.role, { name: here.name }),
    ).toBeVisible();
    // A second tab of the same person is not one more.
    const tab = await context.newPage();
    await tab.goto(`${server.url}/build/app/${appId}`);
    await expect(tab.getByRole("list", { name: "Also here" }).getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("list", { name: "Also here" }).getByRole("listitem")).toHaveCount(1);
    await tab.close();
  });

  await test.step("the editor edits, may not publish, and the owner sees the edit", async () => {
    await expect(guest.getByRole("button", { name: "Publish", exact: true })).toBeHidden();
    await guest.getByRole("textbox", { name: "Message to the assistant" }).fill("Add a rating from 1 to 5 to books");
    await guest.keyboard.press("Enter");
    await expect(page.getByText("Add a rating from 1 to 5 to books").first()).toBeVisible();
    await expect(guest.getByRole("button", { name: /^Stop/ })).toBeHidden();
  });

  await test.step("as a viewer they look, and cannot change anything", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share this app" });
    await dialog.getByRole("combobox", { name: "Role of grace.hopper@example.com" }).click();
    await page.getByRole("option", { name: "Can view" }).click();
    await guest.reload();
    await expect(guest.getByText("You can look at this app, not change it.").first()).toBeVisible();
    await expect(guest.getByRole("textbox", { name: "Message to the assistant" })).toHaveCount(0);
    const answer = await context.request.post(`${server.url}/api/apps/${appId}/entities/Book`, {
      data: { title: "Mine" },
    });
    expect(answer.status()).toBe(403);
    await guest.goto(`${server.url}/build/app/${appId}?panel=database`);
    await guest.getByRole("button", { name: "Import and export" }).click();
    await expect(guest.getByRole("menuitem", { name: "Import CSV" })).toBeDisabled();
    await guest.goto(`${server.url}/home`);
    await expect(guest.getByText("Shared with you")).toBeVisible();
    // Gone within seconds after leaving.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("list", { name: "Also here" })).toBeHidden({ timeout: 8_000 });
  });

  await test.step("what the owner publishes, renames and deletes shows where it is open, without losing what was typed", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("combobox", { name: "Role of grace.hopper@example.com" }).click();
    await page.getByRole("option", { name: "Can edit" }).click();
    await page.keyboard.press("Escape");
    await guest.goto(`${server.url}/build/app/${appId}?panel=details&side=chat`);
    const other = await page.context().newPage();
    await other.clock.install();
    await other.goto(`${server.url}/build/app/${appId}?panel=details&side=chat`);
    await expect(other.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
    const unsent = guest.getByRole("textbox", { name: "Message to the assistant" });
    await unsent.fill("Add a shelf to books");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish", exact: true }).click();
    await expect(other.getByRole("button", { name: "Published", exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "App details" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Reading list");
    await page.getByRole("main").getByRole("button", { name: "Save" }).first().click();
    await expect(guest.getByRole("heading", { name: "Reading list", exact: true })).toBeVisible();
    await page.request.post(`${server.url}/api/trpc/apps.delete`, { data: { json: { appId } } });
    await guest.getByRole("dialog", { name: "This app is gone" }).getByRole("button", { name: "Stay here" }).click();
    await expect(unsent).toHaveValue("Add a shelf to books");
    await expect(other.getByRole("dialog", { name: "This app is gone" })).toBeVisible();
    // Whatever polls learns it once, and asks no more.
    const pass = async () => {
      await other.clock.fastForward(60_000);
      await other.evaluate(() => fetch("/api/health"));
    };
    await pass();
    const asked: string[] = [];
    other.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    await pass();
    expect(asked).toEqual(["/api/health"]);
    await other.close();
  });
  await context.close();
});

test("an app is handed over to a customer by a link and a code", async ({ page, browser, context }) => {
  await enter(page.request, admin);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const appId = await publishedApp(page.request, "A list of orders with a number and a total");

  const invitation = await test.step("the owner offers it, and copies link and code", async () => {
    await page.goto(`${server.url}/build/app/${appId}?panel=settings&side=panel`);
    await page.getByRole("switch", { name: "Customers can claim this app" }).click();
    await page.getByRole("switch", { name: "Require a builder collaborator account" }).click();
    await page.getByRole("button", { name: "Copy invite link" }).click();
    await expect(page.getByRole("button", { name: "Copied link and code" })).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  });
  const [link, code] = [/http\S+/.exec(invitation)![0], invitation.split(" ").at(-1)!];
  const customer = await somebody(browser, "customer@example.com");

  await test.step("a wrong code is refused in words", async () => {
    await customer.goto(link);
    await expect(customer.getByText(`${admin} hands this app to you`)).toBeVisible();
    await customer.getByLabel("Code").fill("AAAAAAAA");
    await customer.getByRole("button", { name: "Take over" }).click();
    await expect(customer.getByText(/no longer|not valid|does not/).first()).toBeVisible();
  });

  await test.step("the customer takes it over, as its owner", async () => {
    await customer.getByLabel("Code").fill(code.toLowerCase());
    await customer.getByRole("button", { name: "Take over" }).click();
    await expect(customer).toHaveURL(new RegExp(`/build/app/${appId}`));
    await customer.getByRole("button", { name: "Share" }).click();
    const people = customer.getByRole("list", { name: "People who build this app" });
    await expect(people.getByRole("listitem").filter({ hasText: "customer@example.com" })).toContainText("Owner");
    await expect(people.getByRole("listitem").filter({ hasText: admin })).toBeVisible();
  });

  await test.step("the owner before stays as an admin of it, who cannot delete it, and the link is used up", async () => {
    await page.goto(`${server.url}/build/app/${appId}?panel=details&side=panel`);
    await expect(page.getByRole("textbox", { name: "Domain" })).toBeEnabled();
    await expect(page.getByRole("button", { name: "Delete app" })).toHaveCount(0);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  });
  await customer.context().close();
});

test("a published app becomes a template, of which somebody opens a copy", async ({ page, browser }) => {
  await enter(page.request, admin);
  const appId = await publishedApp(page.request, "A list of plants with a name and a place");
  const { name } = (await (await page.request.get(`${server.url}/api/apps/${appId}`)).json()) as { name: string };
  await page.goto(`${server.url}/build/app/${appId}?panel=settings&side=panel`);
  await page.getByRole("switch", { name: "App template" }).click();
  await page.getByRole("button", { name: "Done" }).click();

  const reader = await somebody(browser, "reader@example.com");
  await expect(async () => {
    await reader.goto(`${server.url}/home`);
    await expect(reader.getByRole("heading", { name: "Templates" })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await reader.getByRole("button", { name: `Open a copy of ${name}` }).click();
  await expect(reader).toHaveURL(/\/build\/app\//);
  expect(reader.url()).not.toContain(appId);
  await reader.getByRole("button", { name: "Database" }).click();
  await expect(reader.getByText("Plant").filter({ visible: true }).first()).toBeVisible();
  // Their own: they may publish and delete it, and it is not published yet.
  await expect(reader.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
  await reader.context().close();
  // Others' tests on this server see no template.
  expect((await page.request.post(`${server.url}/api/apps/${appId}/unpublish`, { data: {} })).ok()).toBe(true);
});

const report = `Deno.serve(async (request) => {
  const body = await request.json();
  console.log("ran by", request.headers.get("x-joinery-trigger"));
  return Response.json({ heard: body });
});
`;

test("a function runs by a schedule and by a webhook, made in their panel", async ({ page }) => {
  await enter(page.request, admin);
  const { appId } = await generateApp(server, page.request, "A list of books with title and author");
  const call = async (procedure: string, input: object) =>
    expect(
      (await page.request.post(`${server.url}/api/trpc/${procedure}`, { data: { json: { appId, ...input } } })).ok(),
    ).toBe(true);
  await call("files.create", { path: "functions/report.ts", content: report });
  await call("functions.deploy", { name: "report" });
  const schedule = page.getByRole("region", { name: "Schedule of report" });
  const hook = page.getByRole("region", { name: "Webhook of report" });
  const runs = page.getByRole("region", { name: "What ran" });

  await test.step("a schedule in words, with its next runs", async () => {
    await page.goto(`${server.url}/build/app/${appId}?panel=triggers&side=panel`);
    await page.getByRole("button", { name: "New schedule" }).click();
    const dialog = page.getByRole("dialog", { name: "New schedule" });
    await dialog.getByRole("combobox", { name: "Runs" }).click();
    await page.getByRole("option", { name: "Every week" }).click();
    await dialog.getByText("Fri", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "At" }).fill("07:30");
    await expect(dialog.getByRole("status", { name: "Next runs" }).getByRole("listitem")).toHaveCount(5);
    await dialog.getByRole("combobox", { name: "Runs" }).click();
    await page.getByRole("option", { name: "By a cron line" }).click();
    await expect(dialog.getByLabel("Cron line")).toHaveValue("30 7 * * 1,5");
    await dialog.getByLabel("Cron line").fill("30 7 * * 61");
    await expect(dialog.getByText("is no schedule")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await dialog.getByLabel("Cron line").fill("30 7 * * 1,5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(schedule).toContainText("Mondays and Fridays at 07:30");
    await expect(schedule).toContainText("Runs once this version is published");
    await expect(schedule.getByRole("button", { name: "Run now" })).toBeDisabled();
  });

  await test.step("published, it runs now, with its log", async () => {
    await call("runtime.publish", { allowWiderAccess: true });
    await page.reload();
    await expect(schedule.getByText("Runs", { exact: true })).toBeVisible();
    await schedule.getByRole("button", { name: "Run now" }).click();
    await expect(page.getByText("It answered 200")).toBeVisible();
    await runs.getByRole("button", { name: "Show the log" }).click();
    await expect(runs.getByText("ran by schedule")).toBeVisible();
  });

  await test.step("it is paused, resumed, deleted, and comes back", async () => {
    const act = async (name: string) => {
      await schedule.getByRole("button", { name: "Actions for the schedule of report" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await act("Pause");
    await expect(schedule.getByText("Paused", { exact: true })).toBeVisible();
    await act("Resume");
    await expect(schedule.getByText("Runs", { exact: true })).toBeVisible();
    await act("Delete");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(schedule).toContainText("Mondays and Fridays at 07:30");
  });

  await test.step("a webhook is called from outside, and shows what came", async () => {
    await hook.getByRole("button", { name: "Create an address" }).click();
    const address = (await hook.getByText("/hooks/").textContent())!;
    const { host, pathname } = new URL(address);
    // Node's resolver does not know names below localhost.
    const send = (data: object) => page.request.post(`${server.url}${pathname}`, { data, headers: { host } });
    const answer = await send({ order: 7 });
    expect(await answer.json()).toEqual({ heard: { order: 7 } });
    await expect(runs.getByText("Webhook")).toBeVisible();
    await hook.getByRole("button", { name: "Test call" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Call", exact: true }).click();
    await expect(page.getByText('It answered 200: {"heard":{"test":true}}')).toBeVisible();
    await hook.getByRole("button", { name: "Actions for the webhook of report" }).click();
    await page.getByRole("menuitem", { name: "New signing secret" }).click();
    const secret = page.getByRole("dialog", { name: "Signing secret of report" });
    await secret.getByRole("button", { name: "Make a secret" }).click();
    await expect(secret.getByRole("textbox", { name: "Secret" })).toHaveValue(/^[0-9a-f]{64}$/);
    await secret.getByRole("button", { name: "Done" }).click();
    await hook.getByRole("button", { name: "Actions for the webhook of report" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByText("leads nowhere now")).toBeVisible();
    expect((await send({})).status()).toBe(404);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(hook.getByText(address)).toBeVisible();
  });
});
