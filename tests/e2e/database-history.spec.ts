import { expect, test } from "@playwright/test";
import { Table, TableServer } from "../support/table";

let tables: TableServer;
test.beforeAll(async () => void (tables = await TableServer.start()));
test.afterAll(() => tables.close());

const book = { name: "Book", type: "object" as const, properties: { title: { type: "string" as const }, year: { type: "number" as const } } };

test("edits, adding and deleting rows are undone and redone in order, and what somebody else changed is left alone", async ({ context }) => {
  const table = await Table.open(tables, context, book, [{ title: "Emma", year: 1815 }, { title: "Persuasion", year: 1817 }, { title: "Sanditon", year: 1817 }]);
  const { page } = table;
  const undo = page.getByLabel("Undo", { exact: true });
  const redo = page.getByLabel("Redo", { exact: true });
  await expect(undo).toBeDisabled();

  await test.step("what is typed while the editor still loads is not lost", async () => {
    await table.click("year", 2);
    await page.keyboard.type("190023", { delay: 2 });
    await page.keyboard.press("Enter");
    await expect(table.cell("year", 2)).toHaveText("190023");
    await page.keyboard.press("Control+z");
    await expect(table.cell("year", 2)).toHaveText("1817");
    await expect(undo).toBeDisabled();
  });

  await test.step("two edits of one cell go back one at a time, by keys, and come again", async () => {
    await table.type("title", 0, "One");
    await expect(table.cell("title", 0)).toHaveText("One");
    await table.type("title", 0, "Two");
    await expect(table.cell("title", 0)).toHaveText("Two");
    await page.keyboard.press("Control+z");
    await expect(table.cell("title", 0)).toHaveText("One");
    await page.keyboard.press("Control+z");
    await expect(table.cell("title", 0)).toHaveText("Emma");
    await expect(undo).toBeDisabled();
    await page.keyboard.press("Control+Shift+z");
    await expect(table.cell("title", 0)).toHaveText("One");
    await page.keyboard.press("Control+y");
    await expect(table.cell("title", 0)).toHaveText("Two");
    await expect(redo).toBeDisabled();
    await expect.poll(async () => (await table.stored())[0]!.title).toBe("Two");
  });

  await test.step("deleted rows come back to their places by the toolbar", async () => {
    await table.mark(0);
    await table.mark(1, "Shift");
    await page.getByRole("button", { name: "Delete 2" }).click();
    await expect(page.getByText("1 row", { exact: true })).toBeVisible();
    await undo.click();
    await expect(page.getByText("3 rows", { exact: true })).toBeVisible();
    await expect(table.cell("title", 1)).toHaveText("Persuasion");
    await redo.click();
    await expect(page.getByText("1 row", { exact: true })).toBeVisible();
    await undo.click();
    await expect(page.getByText("3 rows", { exact: true })).toBeVisible();
  });

  await test.step("a row that comes on top moves nothing of what is being done to another one", async () => {
    await table.mark(1);
    await table.add([{ title: "Newcomer" }]);
    await expect(table.cell("title", 0)).toHaveText("Newcomer");
    await page.getByRole("button", { name: "Delete 1" }).click();
    await expect.poll(async () => (await table.stored()).map(({ title }) => title)).toEqual(["Newcomer", "Two", "Sanditon"]);
    await page.keyboard.press("Control+z");
    await expect(table.cell("title", 2)).toHaveText("Persuasion");

    await table.click("title", 3);
    await expect(table.cell("title", 3)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.type("Lady Susan", { delay: 20 });
    await expect(page.locator("#portal textarea")).toHaveValue("Lady Susan");
    await table.add([{ title: "Second" }]);
    await expect(page.getByText("5 rows", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await table.stored()).map(({ title }) => title)).toEqual(["Second", "Newcomer", "Two", "Persuasion", "Lady Susan"]);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await table.stored()).map(({ title }) => title)).toEqual(["Second", "Newcomer", "Two", "Persuasion", "Sanditon"]);
  });

  await test.step("a row that somebody else changed since is not overwritten", async () => {
    await table.type("year", 1, "1900");
    await expect.poll(async () => (await table.stored())[1]!.year).toBe(1900);
    await table.change((await table.stored())[1]!.id, { year: 2000 });
    await expect(table.cell("year", 1)).toHaveText("2000");
    await undo.click();
    await expect(page.getByText("Changed since by somebody else: 1 row was left as it is")).toBeVisible();
    expect((await table.stored())[1]!.year).toBe(2000);
  });
});
