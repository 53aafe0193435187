import { expect } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { adminEmail, openBuilt } from "../support/talk";

const notes = ["A notes app with a title and a body"];
let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

test("an admin edits code: it saves itself, survives a reload, is found, and is deleted with its references", async ({
  context,
}) => {
  const { page } = await openBuilt(server, context, notes, adminEmail);
  await page.getByRole("button", { name: "Edit Code" }).click();
  await expect(page.getByText("Select a file to edit")).toBeVisible();
  const tree = page.getByRole("tree", { name: "Files" });
  await tree.getByRole("treeitem", { name: "app.js" }).click();

  const code = page.getByLabel("Code of services/app.js");
  await code.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// a note from the builder\n");
  await expect(page.getByRole("status").getByText("Auto-saving...")).toBeVisible();
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
  await page.keyboard.type("const   wide=1;void wide;");
  await page.keyboard.press("Shift+Alt+F");
  await expect(code).toContainText("const wide = 1;void wide;");
  await page.keyboard.press("Control+z");
  await expect(code).toContainText("const   wide=1;void wide;");
  await page.reload();
  await expect(page.getByLabel("Code of services/app.js")).toContainText("// a note from the builder");

  await page.getByLabel("Find in files").fill("a note from");
  await expect(page.getByText("// a note from the builder").first()).toBeVisible();
  await page.getByLabel("Find in files").fill("");

  await page.getByRole("button", { name: "Delete services/app.js" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Delete" });
  await expect(dialog.getByText("layout.jsx")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(tree.getByRole("treeitem", { name: "app.js" })).toBeHidden();

  await tree.getByRole("treeitem", { name: "Note.json" }).click();
  await expect(page.getByText("Read-only")).toBeVisible();
});

test("when somebody else saves the same file both versions are shown, nothing says that it saves, and the person takes from both", async ({
  context,
}) => {
  const { page, appId } = await openBuilt(server, context, notes, adminEmail);
  await page.getByRole("button", { name: "Edit Code" }).click();

  // The tree by keyboard: from the folder down to its second file.
  const tree = page.getByRole("tree", { name: "Files" });
  await tree.getByRole("treeitem", { name: "pages" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(tree.getByRole("treeitem", { name: "Notes.jsx" })).toBeHidden();
  await page.keyboard.press("ArrowRight");
  // Notes.jsx comes after Home.jsx.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const code = page.getByLabel("Code of pages/Notes.jsx");
  await expect(code).toBeVisible();

  // Theirs comes while mine is typed and not yet saved: an editor without changes would take theirs, and say nothing.
  let save = () => {};
  const held = new Promise<void>((resolve) => (save = resolve));
  await page.route(/files\.update/, async (route) => {
    await held;
    await route.continue();
  });
  await code.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// mine\n");
  const theirs = { file: { id: "pages/Notes.jsx", content: "export default () => <p>Theirs</p>;\n" } };
  expect((await context.request.post(`${server.url}/api/apps/${appId}/files/update`, { data: theirs })).ok()).toBe(
    true,
  );
  save();
  const dialog = page.getByRole("dialog", { name: "This file changed since you opened it" });
  await expect(dialog.getByText("// mine")).toBeVisible();
  await expect(page.getByText("Auto-saving...")).toBeHidden();
  // Both changed the same lines: they are marked, and nothing is saved before somebody decides.
  const merged = dialog.getByLabel("Both merged");
  await expect(merged).toContainText("<p>Theirs</p>");
  await expect(dialog.getByText("1 place changed on both sides")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Take this piece over" }).first().locator("svg")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save merged" })).toBeDisabled();
  await merged.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("// both\nexport default () => <p>Theirs</p>;\n");
  await dialog.getByRole("button", { name: "Save merged" }).click();
  await expect(code).toHaveText("// bothexport default () => <p>Theirs</p>;");
  await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
});

test("problems are marked where they stand, are mended by their fix, and F12 leads to what a name means", async ({
  context,
}) => {
  const { page } = await openBuilt(server, context, notes, adminEmail);
  await page.getByRole("button", { name: "Edit Code" }).click();
  await page.getByRole("treeitem", { name: "Notes.jsx" }).click();
  const code = page.getByLabel("Code of pages/Notes.jsx");
  await code.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type('import { app } from "@/services/ap";\nvoid app;\n');

  await expect(code.locator(".cm-lintRange-error").first()).toBeVisible();
  await page.getByRole("button", { name: "1 problem" }).click();
  const problems = page.getByRole("dialog", { name: "1 problem" });
  await expect(problems.getByText("leads to no file")).toBeVisible();
  await problems.getByRole("button", { name: "Fix" }).click();
  await expect(code).toContainText('import { app } from "@/services/app"');
  await expect(page.getByRole("button", { name: /problem/ })).toBeHidden();

  // By keyboard, from the path of the import.
  await code.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("F12");
  await expect(page.getByLabel("Code of services/app.js")).toBeVisible();
  await page.goBack();
  await expect(code).toBeVisible();

  // By the mouse, on an entity.
  await code
    .getByText("Note", { exact: true })
    .first()
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(page.getByLabel("Code of entities/Note.json")).toBeVisible();
});
