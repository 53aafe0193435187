import { readFile } from "node:fs/promises";
import { expect, type Locator } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { ask, openEditor } from "../support/talk";

test.use({ viewport: { width: 1920, height: 1000 } });

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

test("rows are added, found, deleted and brought back; a file is imported, undone and exported; a column is added", async ({
  context,
}) => {
  const { page } = await openEditor(server, context);
  await page.getByRole("button", { name: "Database" }).click();
  await expect(page.getByText("No entities yet, use the chat to create one")).toBeVisible();
  await ask(
    page,
    "A library app with books (title, author, year as a number, status: shelf/lent), without sample data",
  );
  await expect(page.getByRole("navigation", { name: "Tables" }).getByRole("button", { name: /Book/ })).toBeVisible();
  const count = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

  await test.step("a pending row cannot be saved empty", async () => {
    await page.getByRole("button", { name: "Add row" }).click();
    const row = page.getByRole("group", { name: "New row" });
    await expect(row.getByRole("button", { name: "Save row" })).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.type("Middlemarch");
    // Required, and not yet entered: but not wrong.
    const typed = page.locator("#portal textarea");
    const ink = (of: Locator) => of.evaluate((element) => getComputedStyle(element).color);
    expect(await ink(typed)).toBe(await ink(page.getByRole("textbox", { name: "Search" })));
    await page.keyboard.press("Tab");
    await row.getByRole("button", { name: "Save row" }).click();
    await expect(row).toBeHidden();
    await count("1 row");
    // The keyboard goes on where the row was.
    await page.keyboard.press("Enter");
    await expect(page.locator("#portal").getByRole("textbox")).toBeFocused();
    await page.keyboard.press("Escape");
  });

  await test.step("a text that is no option is added as one where it is typed, and stands in the schema's file", async () => {
    const table = page.getByTestId("data-grid-canvas");
    const box = (await table.boundingBox())!;
    await page.mouse.click(box.x + 64 + 350, box.y + 60);
    await page.keyboard.type("Reserved");
    const editor = page.getByRole("combobox", { name: "Status" });
    await expect(editor).toHaveValue("Reserved");
    await expect(page.getByRole("option", { name: 'Add "Reserved"' })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Added the option Reserved")).toBeVisible();
    await expect(page.locator("#glide-cell-4-0")).toHaveText("Reserved");
    const appId = /app\/([^?]+)/.exec(page.url())![1];
    const stored = async () =>
      (
        (await (await page.request.get(`${server.url}/api/apps/${appId}/entities/Book`)).json()) as {
          items: { status: string }[];
        }
      ).items;
    await expect.poll(async () => (await stored())[0]!.status).toBe("Reserved");
    // Taken by its first letters the next time.
    await page.mouse.click(box.x + 64 + 350, box.y + 60);
    await page.keyboard.type("res");
    await expect(page.getByRole("option")).toHaveText(["Reserved", 'Add "res"']);
    await page.keyboard.press("Escape");
  });

  await test.step("a file is checked, imported but for the row that does not fit, and undone", async () => {
    const csv = 'Title;Author;Year;Unknown\nEmma;Jane Austen;1815;x\n"Quoted;\nline";B;1900;y\nBad;C;not a year;z\n';
    await page.getByRole("button", { name: "Import and export" }).click();
    await page.getByRole("menuitem", { name: "Import CSV" }).click();
    const wizard = page.getByRole("dialog", { name: "Import into Book" });
    await wizard
      .locator("input[type=file]")
      .setInputFiles({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") });
    await expect(wizard.getByText("CSV file appears to be empty")).toBeVisible();
    await wizard
      .locator("input[type=file]")
      .setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await expect(wizard.getByLabel("Field of Author")).toHaveValue("Author");
    await wizard.getByRole("button", { name: "Check the file" }).click();
    await expect(wizard.getByText("2 rows would be added, 1 does not fit and would be left out.")).toBeVisible();
    await wizard.getByRole("button", { name: "Import 2 rows" }).click();
    await expect(wizard.getByText("Import completed with 1 failed rows out of 3 total")).toBeVisible();
    await wizard.getByRole("button", { name: "Undo import" }).click();
    await expect(wizard).toBeHidden();
    await count("1 row");
  });

  await test.step("everything is exported", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Import and export" }).click();
    await page.getByRole("menuitem", { name: "Export CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Book_export_\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await file.path(), "utf8")).toContain("Middlemarch");
  });

  await test.step("a column is added beside the others", async () => {
    await page.getByRole("button", { name: "Add column" }).click();
    const dialog = page.getByRole("dialog", { name: "Add column" });
    await dialog.getByLabel("Header").fill("Shelf mark");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator("th", { hasText: "Shelf mark" })).toBeAttached();
  });

  await test.step("a column says what goes with it before it is deleted", async () => {
    const box = (await page.getByTestId("data-grid-canvas").boundingBox())!;
    const remove = async (column: number) => {
      await page.mouse.click(box.x + 64 + column * 100 + 50, box.y + 20);
      await page.getByRole("menuitem", { name: "Delete column" }).click();
    };
    await remove(0);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("1 row has a value that goes with it.")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.locator("th", { hasText: "Title" })).toBeAttached();
    await remove(1);
    await expect(dialog.getByText("The column is empty.")).toBeVisible();
    await dialog.getByRole("button", { name: "Delete column" }).click();
    await expect(page.locator("th", { hasText: "Author" })).not.toBeAttached();
    await page.getByRole("button", { name: "Undo", exact: true }).last().click();
    await expect(page.locator("th", { hasText: "Author" })).toBeAttached();
    await page.getByLabel("Redo", { exact: true }).click();
    await expect(page.locator("th", { hasText: "Author" })).not.toBeAttached();
    await page.keyboard.press("Control+z");
    await expect(page.locator("th", { hasText: "Author" })).toBeAttached();
  });

  await test.step("a column is made unique once its values are, and then a value that is taken is refused at its cell", async () => {
    const box = (await page.getByTestId("data-grid-canvas").boundingBox())!;
    const path = `${server.url}/api/apps/${/app\/([^?]+)/.exec(page.url())![1]}/entities/Book`;
    const added = (await (await page.request.post(path, { data: { title: "middlemarch" } })).json()) as { id: string };
    await count("2 rows");
    const dialog = page.getByRole("dialog", { name: "Update Title" });
    const save = dialog.getByRole("button", { name: "Save" });
    const makeUnique = async () => {
      await page.mouse.click(box.x + 64 + 50, box.y + 20);
      await page.getByRole("menuitem", { name: "Update type or header" }).click();
      await dialog.getByRole("switch", { name: "Unique" }).click();
    };
    await makeUnique();
    await expect(dialog.getByRole("alert")).toHaveText(
      /^Title cannot be unique yet: 2 rows have "middlemarch"\. Change or delete those rows first\.$/i,
    );
    await expect(save).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.request.put(`${path}/${added.id}`, { data: { title: "Emma" } });
    await expect(page.locator("#glide-cell-1-0")).toHaveText("Emma");
    await makeUnique();
    await save.click();
    await expect(page.getByText("Changed the column Title")).toBeVisible();
    // A closing dialog still takes clicks and keys.
    await expect(dialog).not.toBeAttached();
    await page.mouse.click(box.x + 64 + 50, box.y + 60);
    await page.keyboard.type("MIDDLEMARCH");
    await page.keyboard.press("Enter");
    await expect(
      page.getByText('Failed to update row. Row 1: Title must be unique: another row has "MIDDLEMARCH" already'),
    ).toBeVisible();
    await expect(page.locator("#glide-cell-1-0")).toHaveText("Emma");
  });
});
