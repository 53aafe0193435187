import { expect } from "@playwright/test";
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
    year: { type: "number" as const },
    status: { type: "string" as const, enum: ["shelf", "lent"] },
    due: { type: "string" as const, format: "date-time" },
  },
};

test("rows are filtered by column, operator and value, sorted by a header, and both survive a reload", async ({
  context,
}) => {
  const due = new Date(2026, 10, 21, 15).toISOString();
  const table = await Table.open(tables, context, book, [
    { title: "Emma", year: 1815, status: "shelf" },
    { title: "Persuasion", year: 1817, status: "lent", due },
    { title: "Middlemarch", year: 1871, status: "shelf" },
  ]);
  const { page } = table;
  const by = (label: string) => page.getByRole("group", { name: `Filter by ${label}` });
  const add = async (label: string) => {
    await page.getByRole("button", { name: /^Filter/ }).click();
    await page.getByRole("menuitem", { name: label }).click();
  };
  const choose = async (label: string, what: string, option: string) => {
    await by(label).getByLabel(what).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  const count = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

  await test.step("the keyboard goes on where the next thing is typed or chosen, and comes back", async () => {
    const filter = page.getByRole("button", { name: "Filter", exact: true });
    await filter.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(by("Title").getByLabel("Value")).toBeFocused();
    await page.keyboard.type("emma");
    await count("1 of 3 rows");
    await page.getByRole("button", { name: "Add a condition" }).click();
    await expect(by("Title").nth(1).getByLabel("Column")).toBeFocused();
    await page.getByRole("button", { name: "Remove the filter by Title" }).last().press("Enter");
    await expect(by("Title")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Add a condition" })).toBeFocused();
    await page.getByRole("button", { name: "Clear filters" }).press("Enter");
    await count("3 rows");
    await expect(page.locator("body")).not.toBeFocused();
  });

  await test.step("an unfinished condition hides nothing", async () => {
    await add("Year");
    await choose("Year", "Operator", "≥");
    await count("3 rows");
  });

  await test.step("conditions join with and, and the count tells how many of how many", async () => {
    await by("Year").getByLabel("Value").fill("1817");
    await count("2 of 3 rows");
    await add("Status");
    await choose("Status", "Value", "shelf");
    await count("1 of 3 rows");
    await expect(table.cell("title", 0)).toHaveText("Middlemarch");
    await page.getByText("Any", { exact: true }).click();
    await count("3 of 3 rows");
    await page.getByText("All", { exact: true }).click();
  });

  await test.step("they are in the URL", async () => {
    await expect(page).toHaveURL(/filter=year%7Egte%7E1817&filter=status%7Eis%7Eshelf/);
    await page.reload();
    await count("1 of 3 rows");
    await expect(by("Year").getByLabel("Value")).toHaveValue("1817");
  });

  await test.step("a filter that nothing meets says so and offers the way out", async () => {
    await by("Year").getByLabel("Value").fill("1999");
    await expect(page.getByText("No rows match")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await count("3 rows");
    await expect(by("Year")).toBeHidden();
  });

  await test.step("a day is a whole day", async () => {
    await add("Due");
    await by("Due").getByLabel("Value").fill("2026-11-21");
    await count("1 of 3 rows");
    await page.getByRole("button", { name: "Remove the filter by Due" }).click();
    await count("3 rows");
  });

  await test.step("a header sorts, shows it, and keeps it over a reload", async () => {
    await table.click("year", -1);
    await page.getByRole("menuitem", { name: "Sort descending" }).click();
    await expect(table.cell("title", 0)).toHaveText("Middlemarch");
    await expect(page.locator("th", { hasText: "Year ↓" })).toBeAttached();
    await page.reload();
    await expect(page.locator("th", { hasText: "Year ↓" })).toBeAttached();
    await expect(table.cell("title", 2)).toHaveText("Emma");
    await table.click("year", -1);
    await page.getByRole("menuitem", { name: "Clear sort" }).click();
    await expect(table.cell("title", 0)).toHaveText("Emma");
  });

  await test.step("a time is typed as a spreadsheet writes it, and shown as a short US date with a 12-hour time", async () => {
    await table.type("due", 0, "2026-12-31 17:30");
    await expect(table.cell("due", 0)).toHaveText("12/31/26, 5:30 PM");
  });
});
