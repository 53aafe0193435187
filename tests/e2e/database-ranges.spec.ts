import { expect } from "@playwright/test";
import { test } from "../support/browser";
import type { ScriptedServer } from "../support/scripted-server";
import { Table } from "../support/table";

let tables: ScriptedServer;
test.beforeAll(({ scripted }) => void (tables = scripted));
test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const text = { type: "string" as const };
const task = {
  name: "Task",
  type: "object" as const,
  properties: {
    title: text,
    amount: { type: "number" as const },
    done: { type: "boolean" as const },
    tags: { type: "array" as const, items: { type: "string" as const, enum: ["red", "blue"] } },
  },
  required: ["title"],
};

test("a range is copied to a spreadsheet and pasted from one in one go, and cleared by Delete", async ({ context }) => {
  const table = await Table.open(tables, context, task, [
    { title: "One\nline", amount: 1.5, done: true, tags: ["red", "blue"] },
    { title: "Two", amount: 2 },
    { title: "Three" },
  ]);
  const { page } = table;
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const stored = async () => (await table.stored()).map(({ title, amount, done, tags }) => [title, amount, done, tags]);

  await test.step("what is copied has its values, quoted where they need it", async () => {
    await expect(table.cell("title", 2)).toHaveText("Three");
    await table.select(["title", 0], ["tags", 1]);
    await page.keyboard.press("Control+c");
    await expect.poll(clipboard).toBe('"One\nline"\t1.5\ttrue\tred, blue\nTwo\t2\t\t');
  });

  await test.step("a paste is one change, coerces values, and tells what does not fit without losing the rest", async () => {
    await page.evaluate(() =>
      navigator.clipboard.writeText(
        '"Uno\n""1"""\t$1,250\tFALSE\tblue\r\nDos\tmany\tTRUE\tred\r\n\t3\t\t\r\nNew\t4\t1\tred\r\n',
      ),
    );
    const calls: string[] = [];
    page.on(
      "request",
      (request) => void (/updateFitting|createFitting/.test(request.url()) && calls.push(request.url())),
    );
    await table.click("amount", 2);
    await table.click("title", 0);
    await page.keyboard.press("Control+v");
    await expect(
      page.getByText("Some values were left as they are. Row 2: Amount must be a number. Row 3: Title is required"),
    ).toBeVisible();
    await expect.poll(stored).toEqual([
      ["New", 4, true, ["red"]],
      ['Uno\n"1"', 1250, false, ["blue"]],
      ["Dos", 2, true, ["red"]],
      ["Three", 3, null, null],
    ]);
    expect(calls).toHaveLength(2);
    await expect(page.getByText("4 rows", { exact: true })).toBeVisible();
    await page.getByLabel("Undo", { exact: true }).click();
    // A row that is clicked while it still stands there, but is gone already, takes its selection with it.
    await expect(page.getByText("3 rows", { exact: true })).toBeVisible();
    await expect.poll(stored).toEqual([
      ["One\nline", 1.5, true, ["red", "blue"]],
      ["Two", 2, undefined, undefined],
      ["Three", undefined, undefined, undefined],
    ]);
  });

  await test.step("one value fills a range, and Delete empties one", async () => {
    await page.evaluate(() => navigator.clipboard.writeText("7"));
    await table.select(["amount", 0], ["amount", 2]);
    await page.keyboard.press("Control+v");
    await expect.poll(async () => (await stored()).map(([, amount]) => amount)).toEqual([7, 7, 7]);
    await table.select(["amount", 1], ["amount", 2]);
    await page.keyboard.press("Delete");
    await expect.poll(async () => (await stored()).map(([, amount]) => amount)).toEqual([7, null, null]);
    await table.click("title", 0);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await stored()).map(([, amount]) => amount)).toEqual([7, 7, 7]);
  });

  await test.step("what is required is not emptied", async () => {
    await table.click("title", 1);
    await page.keyboard.press("Delete");
    await expect(page.getByText("Failed to update row. Row 2: Title is required")).toBeVisible();
    await expect(table.cell("title", 1)).toHaveText("Two");
  });
});

test("a new row stands on top until its tick creates it; what it needs is shown, and its cross only removes it here", async ({
  context,
}) => {
  const table = await Table.open(tables, context, task, [{ title: "One" }]);
  const { page } = table;
  const rows = page.getByRole("group", { name: "New row" });
  await expect(table.cell("title", 0)).toHaveText("One");
  await page.getByRole("button", { name: "Add row" }).click();
  await expect(rows.getByRole("button", { name: "Save row" })).toHaveAttribute("aria-description", "Title is required");
  await page.getByRole("button", { name: "Add row" }).click();
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole("button", { name: "Discard row" }).click();
  await expect(rows).toHaveCount(1);

  await table.type("amount", 0, "12");
  await expect(table.cell("amount", 0)).toHaveText("12");
  await expect(rows.getByRole("button", { name: "Save row" })).toHaveAttribute("aria-disabled", "true");
  expect(await table.stored()).toHaveLength(1);
  await table.type("title", 0, "New");
  await rows.getByRole("button", { name: "Save row" }).click();
  await expect(rows).toHaveCount(0);
  expect((await table.stored()).map(({ title, amount }) => [title, amount])).toEqual([
    ["New", 12],
    ["One", undefined],
  ]);
  await expect(table.cell("title", 0)).toHaveText("New");

  await page.getByLabel("Undo", { exact: true }).click();
  await expect(page.getByText("1 row", { exact: true })).toBeVisible();
  await page.getByLabel("Redo", { exact: true }).click();
  await expect(page.getByText("2 rows", { exact: true })).toBeVisible();
});
