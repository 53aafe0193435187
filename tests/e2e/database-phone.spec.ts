import { expect, type Locator } from "@playwright/test";
import { test } from "../support/browser";
import type { ScriptedServer } from "../support/scripted-server";
import { Table } from "../support/table";

let tables: ScriptedServer;
test.beforeAll(({ scripted }) => void (tables = scripted));

const book = {
  name: "Book",
  type: "object" as const,
  properties: {
    title: { type: "string" as const },
    status: { type: "string" as const, enum: ["shelf", "lent"] },
    year: { type: "number" as const },
  },
  required: ["title"],
};

test("the table keeps the sizes of the specification, and on a phone nothing of it is cut off", async ({ context }) => {
  const table = await Table.open(tables, context, book, [
    { title: "Emma", status: "shelf", year: 1815 },
    { title: "Persuasion", status: "lent", year: 1817 },
  ]);
  const { page } = table;
  await expect(table.cell("title", 0)).toHaveText("Emma");
  // "Table: row height 40, viewport 480" (2-builder.md §9), and more where the window has it.
  expect((await table.canvas.boundingBox())!.height).toBeGreaterThanOrEqual(480);

  await page.setViewportSize({ width: 390, height: 844 });
  const isInside = async (part: Locator) => {
    await expect(part).toBeVisible();
    const { x, y, width, height } = (await part.boundingBox())!;
    expect(x, await part.innerText()).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(844);
  };
  const areInside = async (group: Locator) => {
    for (const part of await group.getByRole("button").all()) await isInside(part);
  };

  await test.step("the entities are a dropdown", async () => {
    await expect(page.getByRole("navigation", { name: "Tables" })).toBeHidden();
    await isInside(page.getByRole("combobox", { name: "Table" }));
  });

  await test.step("so are the tools, also while rows are marked", async () => {
    await table.mark(0);
    for (const name of ["Filter", "Delete 1", "Undo", "Import and export", "Creator Only", "Add row"])
      await isInside(page.getByRole("button", { name, exact: true }));
  });

  await test.step("the menu of a column and its dialogs", async () => {
    await table.click("status", -1);
    await isInside(page.getByRole("menu"));
    await page.getByRole("menuitem", { name: "Add option" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an option to Status" });
    await isInside(dialog);
    await expect(dialog.getByRole("button", { name: "Add" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("the filter bar, with two conditions", async () => {
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: "Year" }).click();
    await page.getByRole("button", { name: "Add a condition" }).click();
    const bar = page.getByRole("group", { name: "Filters" });
    await areInside(bar);
    for (const input of await bar.getByRole("textbox").all()) await isInside(input);
    await bar.getByRole("button", { name: "Clear filters" }).click();
    await expect(bar).toBeHidden();
  });

  await test.step("a pending row is filled and saved", async () => {
    await page.getByRole("button", { name: "Add row" }).click();
    const row = page.getByRole("group", { name: "New row" });
    await areInside(row);
    await table.type("title", 0, "Sanditon");
    await row.getByRole("button", { name: "Save row" }).click();
    await expect(row).toBeHidden();
    await expect
      .poll(async () => (await table.stored()).map(({ title }) => title))
      .toEqual(["Sanditon", "Emma", "Persuasion"]);
  });
});
