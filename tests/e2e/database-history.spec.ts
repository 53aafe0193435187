import { expect } from "@playwright/test";
import { test } from "../support/browser";
import type { ScriptedServer } from "../support/scripted-server";
import { Table } from "../support/table";

let tables: ScriptedServer;
test.beforeAll(({ scripted }) => void (tables = scripted));

const book = {
  name: "Book",
  type: "object" as const,
  properties: { title: { type: "string" as const }, year: { type: "number" as const } },
};

test("edits, adding and deleting rows are undone and redone in order, and what somebody else changed is left alone", async ({
  context,
}) => {
  const table = await Table.open(tables, context, book, [
    { title: "Emma", year: 1815 },
    { title: "Persuasion", year: 1817 },
    { title: "Sanditon", year: 1817 },
  ]);
  const { page } = table;
  const undo = page.getByLabel("Undo", { exact: true });
  const redo = page.getByLabel("Redo", { exact: true });
  await expect(undo).toBeDisabled();

  await test.step("what is typed while the editor still loads is not lost, however long that takes", async () => {
    await page.route(/\.js(\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await table.click("year", 2);
    await page.keyboard.type("190023");
    await page.keyboard.press("Enter");
    await expect(table.cell("year", 2)).toHaveText("190023");
    await page.unrouteAll();
    await page.keyboard.press("Control+z");
    await expect(table.cell("year", 2)).toHaveText("1817");
    await expect(undo).toBeDisabled();
  });

  await test.step("a barcode scanner's letters and its Enter all arrive, also those of the next code", async () => {
    await table.click("title", 0);
    await page.keyboard.type("978-0141439587\nISBN 0141439688\n");
    await expect(table.cell("title", 0)).toHaveText("978-0141439587");
    await expect(table.cell("title", 1)).toHaveText("ISBN 0141439688");
    await table.click("year", 0);
    await page.keyboard.type("1816\n1818\n1820\n");
    await expect
      .poll(async () => (await table.stored()).map(({ title, year }) => [title, year]))
      .toEqual([
        ["978-0141439587", 1816],
        ["ISBN 0141439688", 1818],
        ["Sanditon", 1820],
      ]);
    for (let steps = 5; steps > 0; steps -= 1) await page.keyboard.press("Control+z");
    await expect
      .poll(async () => (await table.stored()).map(({ title, year }) => [title, year]))
      .toEqual([
        ["Emma", 1815],
        ["Persuasion", 1817],
        ["Sanditon", 1817],
      ]);
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

  await test.step("what was done can still be undone after a look at another panel", async () => {
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await expect(table.canvas).toBeHidden();
    await page.getByRole("button", { name: "Database", exact: true }).click();
    await expect(table.cell("title", 0)).toHaveText("Two");
    await undo.click();
    await expect(table.cell("title", 0)).toHaveText("One");
    await redo.click();
    await expect(table.cell("title", 0)).toHaveText("Two");
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
    await expect
      .poll(async () => (await table.stored()).map(({ title }) => title))
      .toEqual(["Newcomer", "Two", "Sanditon"]);
    await expect(page.getByText("3 rows", { exact: true })).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(page.getByText("4 rows", { exact: true })).toBeVisible();
    await table.click("title", 3);
    await page.keyboard.type("Lady Susan");
    await expect(page.locator("#portal textarea")).toHaveValue("Lady Susan");
    await table.add([{ title: "Second" }]);
    await expect(page.getByText("5 rows", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await table.stored()).map(({ title }) => title))
      .toEqual(["Second", "Newcomer", "Two", "Persuasion", "Lady Susan"]);
    await page.keyboard.press("Control+z");
    await expect
      .poll(async () => (await table.stored()).map(({ title }) => title))
      .toEqual(["Second", "Newcomer", "Two", "Persuasion", "Sanditon"]);
  });

  await test.step("what is selected stays selected when somebody else deletes a row above it, also in the last row", async () => {
    await table.click("title", 4);
    await expect(table.cell("title", 4)).toHaveAttribute("aria-selected", "true");
    await table.remove((await table.stored())[1]!.id);
    await expect(page.getByText("4 rows", { exact: true })).toBeVisible();
    await expect(table.cell("title", 3)).toHaveAttribute("aria-selected", "true");
  });

  await test.step("a click beside the cells selects none of them", async () => {
    await page.getByLabel("Search rows").click();
    await table.clickAt(900, 300);
    await expect(page.locator("td[aria-selected=true]")).toHaveCount(0);
    await page.waitForTimeout(400);
    await expect(page.locator("td[aria-selected=true]")).toHaveCount(0);
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

test("what somebody else changed while the line was cut is shown when it is back", async ({ context }) => {
  const table = await Table.open(tables, context, book, [{ title: "Emma", year: 1815 }]);
  // The browser connects again after some seconds.
  await table.page.route(
    "**/entities/events",
    (route) => route.fulfill({ contentType: "text/event-stream", body: ": following\n\n" }),
    { times: 1 },
  );
  const cut = table.page.waitForEvent("requestfinished", (request) => request.url().endsWith("/entities/events"));
  await table.page.reload();
  await cut;
  await expect(table.cell("title", 0)).toHaveText("Emma");
  await table.add([{ title: "Persuasion", year: 1817 }]);
  await expect(table.cell("title", 0)).toHaveText("Persuasion");
});
