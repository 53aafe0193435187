import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { never } from "../support/scripted-model";
import type { ScriptedServer } from "../support/scripted-server";
import { adminEmail, ask, openBuilt, openEditor, say, stop } from "../support/talk";

// What the chat says when something has to wait or could not be done (2-builder.md §8), and what stays as it was.
let server: ScriptedServer["server"];
let model: ScriptedServer["model"];
test.beforeAll(({ scripted }) => void ({ server, model } = scripted));
test.beforeEach(() => model.reset());

const action = (attributes: string, body: string, id = "a1") =>
  `<action ${attributes} id="${id}">\n${body}\n</action id="${id}">\n`;
const home = action(
  'type="add_file" file="pages/Home.jsx"',
  "export default function Home() {\n  return <p>Hello</p>;\n}",
);
const tasks = action(
  'type="add_entity" file="Task" read="creator" write="creator"',
  '{"properties":{"title":{"type":"string"}}}',
  "a2",
);
const longAnswer = () => model.reply("Thinking about it. ".repeat(4), { until: never });

/** Lets a call wait until the test says so, and then fail. */
async function hold(page: Page, call: string): Promise<() => void> {
  let fail: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (fail = resolve));
  await page.route(`**/api/trpc/${call}**`, async (route) => {
    await held;
    await route.fulfill({ status: 500, body: "{}" });
  });
  return fail;
}

test("permissions wait while the chat is busy, and are asked for in the chat when it is free", async ({ context }) => {
  model.reply(home + tasks);
  const { page } = await openBuilt(server, context, ["Tasks"], undefined, "?panel=database");
  longAnswer();
  await say(page, "Think");
  await expect(stop(page)).toBeVisible();
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Creator Only" }).last().click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Anonymous Read, Admin Write");
  await expect(page.getByText("Please wait for chat to finish before updating permissions")).toBeVisible();
  await stop(page).click();
  await expect(stop(page)).toBeHidden();

  const fail = await hold(page, "chat.send");
  fail();
  await choose("Anonymous Read, Admin Write");
  await expect(page.getByText("Failed to request access control change")).toBeVisible();
  await page.unroute("**/api/trpc/chat.send**");

  model.reply(
    action(
      'type="edit_entity" file="Task" read="anonymous" write="admin"',
      '{"properties":{"title":{"type":"string"}}}',
      "b1",
    ),
  );
  await choose("Anonymous Read, Admin Write");
  await expect(
    page.getByText(
      'Set the permissions of the Task entity to "Anonymous Read, Admin Write": anyone can view, only admins can edit.',
    ),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Anonymous Read, Admin Write" }).last()).toBeVisible();
});

test("the queue pauses when a prompt of it fails, however quickly", async ({ context }) => {
  const { page } = await openEditor(server, context);
  let goOn = () => {};
  model.reply("Thinking about it. ".repeat(4), { until: new Promise((resolve) => (goOn = resolve)) });
  for (let time = 0; time < 6; time += 1) model.fail({ status: 400 });
  await say(page, "First");
  await expect(stop(page)).toBeVisible();
  for (const words of ["Second", "Third"]) await say(page, words);
  const queue = page.getByLabel("Queued prompts");
  await expect(queue).toContainText("2 prompts queued");
  goOn();
  await expect(queue).toContainText("Paused");
  await expect(queue.getByRole("listitem")).toHaveText(["Third"]);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a diff waits until the changes are complete", async ({ context }) => {
  model.reply(home);
  const { page } = await openBuilt(server, context, ["A page"]);
  longAnswer();
  await say(page, "Think");
  await expect(stop(page)).toBeVisible();
  await page.getByRole("button", { name: "View changes" }).first().click();
  await expect(page.getByText("Wait for the changes to complete before viewing the diff")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "All Changes" })).toHaveCount(0);
  await stop(page).click();
  await expect(stop(page)).toBeHidden();
  await page.getByRole("button", { name: "View changes" }).first().click();
  await expect(page.getByRole("dialog", { name: "All Changes" })).toContainText("pages/Home.jsx");
});

test("a rating that fails keeps its dialog open, which cannot be closed while it is sent", async ({ context }) => {
  model.reply("Hello.");
  const { page } = await openBuilt(server, context, ["Hi"]);
  const fail = await hold(page, "chat.rate");
  await page.getByRole("button", { name: "rate" }).click();
  const dialog = page.getByRole("dialog", { name: "Rate this response" });
  await dialog.getByRole("radio", { name: "2" }).press("Space");
  await dialog.getByText("Design looks poor").click();
  await dialog.getByLabel("Comment (optional)").fill("Too grey");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  fail();
  await expect(page.getByText("Failed to submit rating. Please try again.")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Design looks poor" })).toBeChecked();
  await page.unroute("**/api/trpc/chat.rate**");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("already rated")).toBeVisible();
});

test("a version that cannot be restored says so, and 'Reverting...' shows meanwhile", async ({ context }) => {
  model.reply(home);
  const { page } = await openBuilt(server, context, ["A page"]);
  const fail = await hold(page, "versions.restore");
  await page.getByRole("button", { name: "Revert", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
  // On the message, and in the bar above.
  await expect(page.getByRole("button", { name: "Reverting..." })).toHaveCount(2);
  fail();
  await expect(page.getByText("Failed to restore version")).toBeVisible();
  await expect(page.getByText("A page", { exact: true })).toBeVisible();
  await page.unroute("**/api/trpc/versions.restore**");

  // From before the first message: the app as it was created, and an empty chat.
  await page.getByRole("button", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Revert to version 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revert", exact: true }).click();
  await expect(page.getByText(/^Reverted\./)).toBeVisible();
  await expect(page.getByText("A page", { exact: true })).toBeHidden();
});

test("secrets that cannot be set say so and stay in the form, which shows how many are set", async ({ context }) => {
  const { page, appId } = await openEditor(server, context, adminEmail);
  const stored = await context.request.post(`${server.url}/apps/${appId}/secrets`, {
    data: { secrets: [{ key: "MAIL_KEY", value: "mail" }] },
  });
  expect(stored.ok()).toBe(true);
  model.reply(
    action(
      'type="request_secrets" title="Keys"',
      '{"secretName":"STRIPE_KEY","description":"Of the shop"}\n{"secretName":"MAIL_KEY","description":"Of the mail"}',
    ),
  );
  await ask(page, "Take payments");
  const form = page.getByRole("form", { name: "Keys" });
  await expect(form.getByText("1/2 set")).toBeVisible();
  await form.getByLabel("STRIPE_KEY").fill("sk_1");
  const fail = await hold(page, "chat.enterSecrets");
  fail();
  await form.getByRole("button", { name: "Set secrets" }).click();
  await expect(page.getByText("Failed to set secrets")).toBeVisible();
  await expect(form.getByLabel("STRIPE_KEY")).toHaveValue("sk_1");
});

test("a chat assistant that cannot be switched off stays on, and says so", async ({ context }) => {
  const { page, url, appId } = await openEditor(server, context, adminEmail);
  expect(
    (await context.request.post(`${server.url}/api/apps/${appId}/chat/activate`, { data: { isActive: true } })).ok(),
  ).toBe(true);
  await page.goto(`${url}?panel=chat-settings`);
  const fail = await hold(page, "chat.activate");
  const toggle = page.getByRole("switch", { name: "Chat assistant" });
  await toggle.click();
  // At once, before the server has answered.
  await expect(toggle).not.toBeChecked();
  fail();
  await expect(page.getByText("Failed to deactivate chat assistant")).toBeVisible();
  await expect(toggle).toBeChecked();
});
