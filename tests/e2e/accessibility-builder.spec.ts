import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { onlyNarrow, watch } from "../support/accessibility";
import { generateApp } from "../support/generated-app";
import type { Server } from "../support/server";
import { adminEmail, ask, makeApp, openEditor, signIn } from "../support/talk";

// "axe-core finds no violation of WCAG 2.2 AA on any builder page, panel, dialog, or generated app, light and dark."

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const library =
  "A library app with books (title, author, summary as long text, year as a number, status: shelf/lent, tags as list of: new, used), loans with a due date that belong to a book, and a dashboard";
const buttonOf = (page: Page) => (name: string | RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true }).first();

test("the way in, a new app, and what its bars open", async ({ context, page }) => {
  const outside = watch(page);
  await page.goto(`${server.url}/login`);
  await expect(page.getByLabel("Email")).toBeVisible();
  await outside.look("sign in");
  await page.goto(`${server.url}/login?new=1`);
  await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
  await outside.look("sign up");

  const { page: editor } = await openEditor(server, context, adminEmail);
  const { found, look, lookInto } = watch(editor);
  const button = buttonOf(editor);
  await look("a new app");
  await ask(editor, library);
  await look("the preview and the chat", onlyNarrow);
  await lookInto("versions", () => button("Versions").click(), onlyNarrow);
  await lookInto(
    "share",
    async () => {
      await button("Share").click();
      await expect(editor.getByRole("button", { name: "Create link" })).toBeVisible();
    },
    onlyNarrow,
  );
  await lookInto("publish", () => button("Publish").click());
  await lookInto("account menu", () => button(/^Account/).click());
  expect([...outside.found, ...found]).toEqual([]);
});

test("the panels of an app, and their dialogs", async ({ context, page: editor }) => {
  await signIn(server, context, adminEmail);
  const { appId } = await generateApp(server, context.request, library);
  await editor.goto(`${server.url}/build/app/${appId}`);
  const { found, look, lookInto } = watch(editor);
  const button = buttonOf(editor);

  await test.step("database", async () => {
    await button("Database").click();
    await expect(button("Add row")).toBeVisible();
    await look("database", onlyNarrow);
    await lookInto("import and export", () => button("Import and export").click(), onlyNarrow);
    await lookInto("import", async () => {
      await button("Import and export").click();
      await editor.getByRole("menuitem", { name: "Import CSV" }).click();
      await editor
        .getByRole("dialog", { name: /^Import into/ })
        .locator("input[type=file]")
        .setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: Buffer.from("Title,Author\nA,B\n") });
      await look("import, before the check");
      await button("Check the file").click();
      await expect(button(/^Import 1 row/)).toBeVisible();
    });
    await lookInto("add column", () => button("Add column").click(), onlyNarrow);
    await lookInto("permissions", () => button(/^Public Read, Public Write$/).click(), onlyNarrow);
  });

  await test.step("code", async () => {
    await button("Edit Code").click();
    await expect(editor.getByRole("tree", { name: "Files" })).toBeVisible();
    await look("code", onlyNarrow);
    await lookInto("new file", () => button("New file").click(), onlyNarrow);
    await lookInto("download", () => button("Download Code").click(), onlyNarrow);
    await lookInto("secrets", () => button("Manage Secrets").click(), onlyNarrow);
    await editor.getByRole("treeitem", { name: "Books.jsx" }).click();
    await expect(editor.getByLabel("Code of pages/Books.jsx")).toBeVisible();
    await look("a file");
  });

  await test.step("the other panels", async () => {
    await button("App chat").click();
    await look("app chat", onlyNarrow);
    await button("App details").click();
    await expect(editor.getByLabel("Name", { exact: true })).toBeVisible();
    await look("app details", onlyNarrow);
    await lookInto("invite", () => button(/^Invite/).click(), onlyNarrow);
  });
  expect(found).toEqual([]);
});

test("the pages around an app", async ({ context, page }) => {
  await signIn(server, context, adminEmail);
  await makeApp(server, context, "Library");
  const { found, look, lookInto } = watch(page);
  const button = buttonOf(page);
  await page.goto(`${server.url}/no-such-page`);
  await expect(page.getByText("This page does not exist")).toBeVisible();
  await look("page not found");
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole("heading").first()).toBeVisible();
  await look("settings", onlyNarrow);
  await page.goto(`${server.url}/home`);
  await expect(button(/^Actions for/)).toBeVisible();
  await look("home", onlyNarrow);
  await lookInto("command palette", async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();
  });
  await lookInto("actions", () => button(/^Actions for/).click(), onlyNarrow);
  for (const name of [/^Edit|^Rename/, /^Delete/])
    await lookInto(
      String(name),
      async () => {
        await button(/^Actions for/).click();
        await page.getByRole("menuitem", { name }).click();
      },
      onlyNarrow,
    );
  expect(found).toEqual([]);
});

test("the composer and the dialog to publish are reached by keys alone, and Escape leads back", async ({ context }) => {
  const { page } = await openEditor(server, context);
  const command = async (words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find an app, a panel or an action" }).fill(words);
    await page.keyboard.press("Enter");
  };
  await command("write to");
  await expect(page.getByRole("textbox", { name: "Message to the assistant" })).toBeFocused();
  await command("publish");
  await expect(page.getByRole("dialog", { name: "Publish" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeFocused();
});

test("nothing moves while a page waits for its contents, for somebody who asked for less motion", async ({
  context,
  page,
}) => {
  await signIn(server, context, adminEmail);
  await page.route("**/api/trpc/**", () => undefined);
  await page.goto(`${server.url}/home`);
  await expect(page.locator(".mantine-Skeleton-root").first()).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});
