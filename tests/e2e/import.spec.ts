import { expect, test } from "@playwright/test";
import { ScriptedModel } from "../support/scripted-model";
import { Server } from "../support/server";
import { ask, openEditor } from "../support/talk";

let server: Server;
test.beforeAll(async () => void (server = await Server.start()));
test.afterAll(() => server.close());

const rows = 150_000;
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
  await wizard.getByRole("button", { name: "Import 150,000 rows" }).click({ timeout: 60_000 });
  await expect(wizard.getByText("Importing...")).toBeVisible();

  // "The dialog cannot be dismissed by an outside click or while importing."
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(wizard.getByText(/[1-9][\d,]* rows done/)).toBeVisible();
  await expect(wizard.getByRole("button", { name: "Close" })).toHaveCount(0);

  await server.kill();
  await server.run();
  await page.reload();
  // A quick machine may be through by now.
  await expect(wizard.getByText(/[1-9][\d,]* rows done|Successfully imported/)).toBeVisible();
  await expect(wizard.getByText(`Successfully imported all ${rows} rows`)).toBeVisible({ timeout: 120_000 });
  await wizard.getByRole("button", { name: "Close", exact: true }).click();
  await expect(wizard).toBeHidden();
  await expect(page.getByText("150,000 rows", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("150,000 rows", { exact: true })).toBeVisible();
  await expect(wizard).toBeHidden();
});

test("columns are mapped by what the model reads, or by name when it cannot", async ({ context }) => {
  const model = await ScriptedModel.start();
  const own = await Server.start({ MODEL_PROVIDER: "openai-compatible", MODEL_BASE_URL: model.url, MODEL_NAME: "scripted", MODELS_URL: `${model.url}/models` });
  try {
    const schema = { properties: { title: { type: "string" }, price: { type: "number" }, address: { type: "object", properties: { city: { type: "string" } } } } };
    model.reply(`<action type="add_entity" file="Thing" title="Things" id="a1">\n${JSON.stringify(schema)}\n</action id="a1">\n`);
    const { page } = await openEditor(own, context);
    await ask(page, "Things");
    await page.getByRole("button", { name: "Database" }).click();
    await page.getByRole("button", { name: "Import and export" }).click();
    await page.getByRole("menuitem", { name: "Import CSV" }).click();
    const wizard = page.getByRole("dialog", { name: "Import into Thing" });
    const choose = () => wizard.locator("input[type=file]").setInputFiles({ name: "things.csv", mimeType: "text/csv", buffer: Buffer.from("title,Preis,Ort\nLampe,10,Wien\n") });
    const field = (header: string) => wizard.getByRole("combobox", { name: `Field of ${header}` });

    model.reply('{"columns":[{"column":1,"field":"title"},{"column":2,"field":"price"},{"column":3,"field":"address.city"}]}');
    await choose();
    await expect(field("Ort")).toHaveValue("Address › City");
    await expect(field("Preis")).toHaveValue("Price");

    await wizard.getByRole("button", { name: "Back" }).click();
    model.fail({ status: 401 });
    await choose();
    await expect(page.getByText("Couldn't generate AI mapping suggestions. Using basic mapping instead.")).toBeVisible();
    await expect(field("title")).toHaveValue("Title");
    await expect(field("Preis")).toHaveValue("");
  } finally {
    await own.close();
    await model.close();
  }
});
