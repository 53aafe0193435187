import { expect } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { ask, composer, finished, openBuilt, openEditor, say, stop } from "../support/talk";

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const request = "A CRM with contacts (name, email, status: lead/won/lost) and deals (title, amount)";
test("a builder asks, sees each action happen, and views what changed", async ({ context }) => {
  const { page } = await openEditor(server, context);
  await expect(page.getByText("Start a conversation")).toBeVisible();
  await say(page, request);
  // "Chat message width 350 px" (2-builder.md §9).
  await expect.poll(async () => (await page.getByRole("article").first().boundingBox())?.width).toBe(350);
  await expect(page.getByText(request)).toBeVisible();
  await finished(page);
  await expect(page.getByRole("article").getByLabel("Complete").first()).toBeVisible();
  await expect(page.getByRole("article").getByLabel("In progress")).toHaveCount(0);

  await page.getByRole("button", { name: /^Created \d+ files/ }).click();
  await page
    .getByRole("article", { name: /pages\// })
    .first()
    .getByRole("button")
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Code" })).toContainText("export default");

  await page.getByRole("button", { name: "View changes" }).click();
  await expect(page.getByRole("dialog", { name: "All Changes" })).toContainText("added");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Versions" }).click();
  await expect(page.getByRole("dialog", { name: "Versions" }).getByText(request)).toBeVisible();
});

test("a reload and a second tab follow the running turn from its first word", async ({ context, scripted }) => {
  const { page, url } = await openEditor(scripted.server, context);
  const pages = ["Home", "About", "Contact"].map(
    (name) =>
      `<action type="add_file" file="pages/${name}.jsx" title="Add ${name}" id="${name}">\nexport default () => null;\n</action id="${name}">\n`,
  );
  let end = () => {};
  scripted.model.reset();
  scripted.model.reply(pages.join(""), { until: new Promise((resolve) => (end = resolve)) });
  await say(page, request);
  await expect(page.getByRole("article").first()).toBeVisible();
  const other = await context.newPage();
  await other.goto(url);
  await page.reload();
  for (const tab of [page, other]) {
    await expect(tab.getByRole("article").first()).toBeVisible();
    await expect(stop(tab)).toBeVisible();
  }
  end();
  for (const tab of [page, other]) await expect(tab.getByRole("button", { name: "View changes" })).toBeVisible();
  const words = await Promise.all([page, other].map((tab) => tab.getByRole("article").allTextContents()));
  expect(words[0]).toEqual(words[1]);
});

test("words that were not sent survive a reload", async ({ context }) => {
  const { page } = await openEditor(server, context);
  await composer(page).fill("Half a thought");
  await page.reload();
  await expect(composer(page)).toHaveValue("Half a thought");
});

test("a revert asks first, brings the app back and takes the later messages out of the chat", async ({ context }) => {
  const { page } = await openBuilt(server, context, [request, "Add a due date to contacts"]);
  await page.getByRole("button", { name: "Revert", exact: true }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("Add a due date to contacts")).toBeHidden();
  await expect(page.getByText(request)).toBeVisible();
});

test("a response is rated once", async ({ context }) => {
  const { page } = await openBuilt(server, context, [request]);
  await page.getByRole("button", { name: "rate" }).click();
  const dialog = page.getByRole("dialog", { name: "Rate this response" });
  await expect(dialog.getByRole("button", { name: "Submit" })).toBeDisabled();
  await dialog.getByRole("radio", { name: "4" }).press("Space");
  await dialog.getByText("Fast and efficient").click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("already rated")).toBeVisible();
});

test("fits a phone", async ({ context }) => {
  const { page } = await openBuilt(server, context, [request]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await ask(page, "Add a birthday to contacts");
  await page.getByRole("button", { name: "View changes" }).last().click();
  const line = page
    .getByRole("dialog", { name: "All Changes" })
    .getByRole("cell", { name: /birthday/ })
    .first();
  // A changed line has the width of the dialog, not that of a column beside folded lines.
  await expect.poll(async () => (await line.boundingBox())?.width ?? 0).toBeGreaterThan(240);
});

test("a request is worded anew, and what came after it is replaced", async ({ context }) => {
  const { page } = await openBuilt(server, context, [request]);
  await page.getByText(request).hover();
  await page.getByRole("button", { name: "Edit and resend" }).click();
  await page.getByLabel("Edit your message").fill("Add a birthday to contacts");
  const sent = page.waitForResponse(/chat\.resend/);
  await page.getByRole("button", { name: "Resend" }).click();
  await sent;
  await finished(page);
  await expect(page.getByText(request)).toHaveCount(0);
  await expect(page.getByRole("article", { name: /Contact/ }).first()).toBeVisible();
});

test("a reader who scrolled up is left alone, and jumps to the latest by a button", async ({ context }) => {
  const { page } = await openBuilt(server, context, [request]);
  await page.getByText(request).scrollIntoViewIfNeeded();
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -4_000);
  await expect(page.getByText(request)).toBeInViewport();
  await say(page, "Add a birthday to contacts");
  await expect(page.getByText("Add a birthday to contacts")).toBeInViewport();
  await finished(page);
  await page.mouse.wheel(0, -4_000);
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await expect(page.getByRole("button", { name: "View changes" }).last()).toBeInViewport();
});

test("a long answer stands at its beginning when its turn ends, and is read on from there", async ({ context }) => {
  const { page } = await openEditor(server, context);
  await say(
    page,
    "A CRM with contacts, companies, deals, tasks, notes, invoices and a dashboard. Add a board for deals.",
  );
  await finished(page);
  const on = page.getByRole("button", { name: "Read on" });
  await expect(page.getByText(/^Here is /)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Jump to latest" })).toHaveCount(0);
  await on.click();
  await expect(page.getByText(/^Here is /)).not.toBeInViewport();
  while (await on.isVisible()) await on.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(page.getByRole("button", { name: "View changes" }).last()).toBeInViewport();
});

test("who is not an admin sees neither version ids nor token usage", async ({ context }) => {
  const { page } = await openBuilt(server, context, [request]);
  await ask(page, "Add a birthday to contacts");
  await expect(page.getByRole("button", { name: "context", exact: true })).toBeVisible();
  await expect(page.getByText("offline builder")).toHaveCount(0);
  await expect(page.locator("code", { hasText: /^v[a-z0-9]{10,}$/ })).toHaveCount(0);
});

test("an attachment is uploaded, can be left out, and goes with the message", async ({ context }) => {
  const { page } = await openEditor(server, context);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (
    await chooser
  ).setFiles([
    { name: "brief.txt", mimeType: "text/plain", buffer: Buffer.from("Contacts have a birthday") },
    { name: "other.txt", mimeType: "text/plain", buffer: Buffer.from("Not this one") },
  ]);
  const attached = page.getByLabel("Attached files");
  await attached.getByRole("button", { name: "Remove other.txt" }).click();
  await expect(attached.getByRole("listitem")).toHaveCount(1);
  await expect(attached).toContainText("1 kB");
  await ask(page, request);
  await expect(page.getByLabel("Attachments").getByRole("link")).toHaveText("brief.txt");
});

test("a sentence on the first page becomes an app that the assistant is already building", async ({ context }) => {
  const { page } = await openEditor(server, context);
  await page.goto(`${server.url}/home`);
  await page.getByLabel("Describe your app").fill(request);
  await page.getByRole("button", { name: "Build it" }).click();
  await expect(page).toHaveURL(/\/build\/app\//);
  await expect(page.getByText(request)).toBeVisible();
  await expect(page.getByRole("button", { name: "View changes" })).toBeVisible();
});
