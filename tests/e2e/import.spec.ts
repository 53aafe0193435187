import { expect, type Request } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { openBuilt } from "../support/talk";

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const library = ["A library app with books (title, author, year as a number), without sample data"];
const rows = 60_000;
const csv = Buffer.from(
  `Title,Author,Year\n${Array.from({ length: rows }, (_, row) => `Book ${row},Author ${row % 50},${1900 + (row % 100)}\n`).join("")}`,
);

test("a large import is shown again after a reload, outlives a killed server, and loses and doubles nothing", async ({
  context,
}) => {
  const { page } = await openBuilt(server, context, library);
  await page.getByRole("button", { name: "Database" }).click();
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Import CSV" }).click();
  const wizard = page.getByRole("dialog", { name: "Import into Book" });
  await wizard.locator("input[type=file]").setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: csv });
  await wizard.getByRole("button", { name: "Check the file" }).click();
  await wizard.getByRole("button", { name: "Import 60,000 rows" }).click();
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
  await expect(page.getByText(/^(60,000|~\d\d,\d{3}) rows$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^(60,000|~\d\d,\d{3}) rows$/)).toBeVisible();
  await expect(wizard).toBeHidden();
});

type Batch = { batch: number; records: unknown[] };
const batchOf = (request: Request) => (request.postDataJSON() as { json: Batch }).json;
const isBatch = (request: Request) => request.url().includes("entities.importBatch");

test("a small import goes out in batches of 10 rows, 3 at once; leaving the page or a killed server loses and doubles nothing", async ({
  context,
}) => {
  const { page } = await openBuilt(server, context, library);
  await page.getByRole("button", { name: "Database" }).click();
  const wizard = page.getByRole("dialog", { name: "Import into Book" });
  const importBooks = async (count: number) => {
    const text = `Title,Author,Year\n${Array.from({ length: count }, (_, row) => `Book ${row},Author,${1900 + row}\n`).join("")}`;
    await page.getByRole("button", { name: "Import and export" }).click();
    await page.getByRole("menuitem", { name: "Import CSV" }).click();
    await wizard
      .locator("input[type=file]")
      .setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await wizard.getByRole("button", { name: "Check the file" }).click();
    await wizard.getByRole("button", { name: `Import ${count} rows` }).click();
  };
  const close = async () => {
    await wizard.getByRole("button", { name: "Close", exact: true }).click();
    await expect(wizard).toBeHidden();
  };

  await test.step("10 rows a request, 3 at once", async () => {
    const sent: Batch[] = [];
    let [under, most] = [0, 0];
    page.on("request", (request) => {
      if (!isBatch(request)) return;
      sent.push(batchOf(request));
      most = Math.max(most, (under += 1));
    });
    for (const end of ["requestfinished", "requestfailed"] as const)
      page.on(end as "requestfinished", (request) => void (isBatch(request) && (under -= 1)));
    await importBooks(45);
    await expect(wizard.getByText("Successfully imported all 45 rows")).toBeVisible();
    expect(sent.map(({ batch, records }) => [batch, records.length])).toEqual([
      [0, 10],
      [1, 10],
      [2, 10],
      [3, 10],
      [4, 5],
    ]);
    expect(most).toBe(3);
    await expect(page.getByText("45 rows", { exact: true })).toBeVisible();
    await wizard.getByRole("button", { name: "Undo import" }).click();
    await expect(wizard).toBeHidden();
    await expect(page.getByText("0 rows", { exact: true })).toBeVisible();
  });

  /** The network keeps the batches behind the third, until it is told otherwise. */
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/entities\.importBatch/, async (route) => {
    if (batchOf(route.request()).batch > 2) await held;
    // The page that sent it may be gone.
    await route.continue().catch(() => undefined);
  });

  await test.step("the page is left in the middle", async () => {
    await importBooks(45);
    await expect(wizard.getByText("30 rows done")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    await page.reload();
    await expect(wizard.getByText("Successfully imported all 45 rows")).toBeVisible();
    await close();
    await expect(page.getByText("45 rows", { exact: true })).toBeVisible();
  });

  await test.step("the server is killed in the middle", async () => {
    await importBooks(55);
    await expect(wizard.getByText("30 rows done")).toBeVisible();
    await server.kill();
    goOn();
    await server.run();
    await expect(wizard.getByText("Successfully imported all 55 rows")).toBeVisible();
    await close();
    await expect(page.getByText("100 rows", { exact: true })).toBeVisible();
  });
});

test("columns are mapped by what the model reads, or by name when it cannot", async ({ context, scripted }) => {
  const { model } = scripted;
  model.reset();
  const schema = {
    properties: {
      title: { type: "string" },
      price: { type: "number" },
      address: { type: "object", properties: { city: { type: "string" } } },
    },
  };
  model.reply(
    `<action type="add_entity" file="Thing" title="Things" id="a1">\n${JSON.stringify(schema)}\n</action id="a1">\n`,
  );
  const { page } = await openBuilt(scripted.server, context, ["Things"]);
  await page.getByRole("button", { name: "Database" }).click();
  await page.getByRole("button", { name: "Import and export" }).click();
  await page.getByRole("menuitem", { name: "Import CSV" }).click();
  const wizard = page.getByRole("dialog", { name: "Import into Thing" });
  const choose = () =>
    wizard.locator("input[type=file]").setInputFiles({
      name: "things.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("title,Preis,Ort\nLampe,10,Wien\n"),
    });
  const field = (header: string) => wizard.getByRole("combobox", { name: `Field of ${header}` });

  model.reply(
    '{"columns":[{"column":1,"field":"title"},{"column":2,"field":"price"},{"column":3,"field":"address.city"}]}',
  );
  await choose();
  await expect(field("Ort")).toHaveValue("Address › City");
  await expect(field("Preis")).toHaveValue("Price");

  await wizard.getByRole("button", { name: "Back" }).click();
  model.fail({ status: 401 });
  await choose();
  await expect(page.getByText("Couldn't generate AI mapping suggestions. Using basic mapping instead.")).toBeVisible();
  await expect(field("title")).toHaveValue("Title");
  await expect(field("Preis")).toHaveValue("");
});
