import { expect, test } from "@playwright/test";
import { Server } from "../support/server";
import { ask, openEditor } from "../support/talk";

let server: Server;
test.beforeAll(async () => void (server = await Server.start()));
test.afterAll(() => server.close());

const rows = 60_000;
const csv = Buffer.from(`Title,Author,Year\n${Array.from({ length: rows }, (_, row) => `Book ${row},Author ${row % 50},${1900 + (row % 100)}\n`).join("")}`);

test("a large import is shown again after a reload, outlives a killed server, and loses and doubles nothing", async ({ context }) => {
  const { page } = await openEditor(server, context);
  await page.getByRole("button", { name: "Database" }).click();
  await ask(page, "A library app with books (title, author, year as a number), without sample data");
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Import CSV" }).click();
  const wizard = page.getByRole("dialog", { name: "Import into Book" });
  await wizard.locator("input[type=file]").setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: csv });
  await wizard.getByRole("button", { name: "Check the file" }).click();
  await wizard.getByRole("button", { name: "Import 60,000 rows" }).click({ timeout: 60_000 });
  await expect(wizard.getByText("Importing...")).toBeVisible();

  // "The dialog cannot be dismissed by an outside click or while importing."
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(wizard.getByText(/[1-9][\d,]* rows done/)).toBeVisible();
  await expect(wizard.getByRole("button", { name: "Close" })).toHaveCount(0);

  await page.reload();
  await expect(wizard.getByText(/[1-9][\d,]* rows done/)).toBeVisible();
  await server.kill();
  await server.run();
  await page.reload();
  await expect(wizard.getByText(/[1-9][\d,]* rows done/)).toBeVisible();
  await expect(wizard.getByText(`Successfully imported all ${rows} rows`)).toBeVisible({ timeout: 120_000 });
  await wizard.getByRole("button", { name: "Close", exact: true }).click();
  await expect(wizard).toBeHidden();
  await expect(page.getByText("60,000 rows", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("60,000 rows", { exact: true })).toBeVisible();
  await expect(wizard).toBeHidden();
});
