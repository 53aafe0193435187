import { expect, test } from "@playwright/test";
import { Server } from "../support/server";
import { ask, openEditor } from "../support/talk";

let server: Server;
test.beforeAll(async () => void (server = await Server.start()));
test.afterAll(() => server.close());

test("an admin edits code: it saves itself, survives a reload, is found, and is deleted with its references", async ({ context }) => {
  const { page } = await openEditor(server, context);
  await ask(page, "A notes app with a title and a body");
  await page.getByRole("button", { name: "Edit Code" }).click();
  await expect(page.getByText("Select a file to edit")).toBeVisible();
  const tree = page.getByRole("tree", { name: "Files" });
  await tree.getByRole("treeitem", { name: "EmptyState.jsx" }).click();

  const code = page.getByLabel("Code of components/EmptyState.jsx");
  await code.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// a note from the builder\n");
  await expect(page.getByRole("status").getByText("Auto-saving...")).toBeVisible();
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Code of components/EmptyState.jsx")).toContainText("// a note from the builder");

  await page.getByLabel("Find in files").fill("a note from");
  await expect(page.getByText("// a note from the builder").first()).toBeVisible();
  await page.getByLabel("Find in files").fill("");

  await page.getByRole("button", { name: "Delete components/EmptyState.jsx" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Delete" });
  await expect(dialog.getByText("pages/")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(tree.getByRole("treeitem", { name: "EmptyState.jsx" })).toBeHidden();

  await tree.getByRole("treeitem", { name: "Note.json" }).click();
  await expect(page.getByText("Read-only")).toBeVisible();
});
