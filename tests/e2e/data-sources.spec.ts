import { createServer } from "node:http";
import { type BrowserContext, expect } from "@playwright/test";
import { sitePort, test } from "../support/browser";
import type { Server } from "../support/server";
import { openEditor } from "../support/talk";

const site = createServer((request, response) => {
  const isPage = request.url === "/";
  response.writeHead(isPage ? 200 : 404, { "content-type": "text/html" });
  response.end(
    isPage
      ? "<title>Shop</title><h1>Delivery</h1><p>We deliver within two days, to every island.</p><a href='/gone'>x</a>"
      : "",
  );
});
let server: Server;
test.beforeAll(({ server: shared }) => {
  server = shared;
  site.listen(sitePort, "127.0.0.1");
});
test.afterAll(() => void site.close());

test("an app's data sources: texts, files and a site are added, read, switched off, renamed, replaced and deleted", async ({
  context,
}) => {
  const { page } = await openEditor(server, context);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find an app, a panel or an action" }).fill("data sources");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No data yet")).toBeVisible();
  const row = (name: string) => page.getByRole("listitem", { name, exact: true });
  /** The stages go away when the last one is done. */
  const isSynced = async (name: string) => {
    await expect(row(name).getByText("Synced", { exact: true })).toHaveCount(1);
    await expect(row(name).getByRole("list", { name: "Stages" })).toHaveCount(0);
  };
  const open = async (kind: RegExp) => {
    await page.getByRole("button", { name: "Add data" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: kind }).click();
  };

  await open(/^Text/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter some text")).toBeVisible();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Opening hours\n\nNine to five, but on Sundays.");
  await page.getByRole("button", { name: "Save" }).click();
  await isSynced("Opening hours");

  await open(/^Other files/);
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Please upload a file")).toBeVisible();
  await page
    .getByRole("dialog")
    .locator("input[type=file]")
    .setInputFiles([
      { name: "menu.csv", mimeType: "text/csv", buffer: Buffer.from("Name,Price\nGreen tea,3\nBlack tea,4\n") },
      { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 no more") },
      { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("Name\n") },
    ]);
  await page.getByRole("button", { name: "Upload" }).click();
  await isSynced("menu.csv");
  await expect(row("broken.pdf").getByText("This file is not a PDF, or it is damaged.")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "No valid data rows found in CSV" })).toBeVisible();

  await page.getByRole("button", { name: "menu.csv", exact: true }).click();
  await expect(page.getByText("Name: Green tea")).toBeVisible();
  await page.getByRole("switch", { name: "Answers use passage 1" }).click({ force: true });
  await page.getByRole("button", { name: "Close dialog" }).click();
  await page.reload();
  await page.getByRole("button", { name: "menu.csv", exact: true }).click();
  await expect(page.getByRole("switch", { name: "Answers use passage 1" })).not.toBeChecked();
  await page.getByRole("button", { name: "Close dialog" }).click();

  await page.getByRole("button", { name: "Actions for menu.csv" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Name of menu.csv").fill("Menu");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Actions for Menu", exact: true }).click();
  await page.getByRole("menuitem", { name: "Replace" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Items List/ })
    .click();
  await page
    .getByRole("dialog")
    .locator("input[type=file]")
    .setInputFiles({ name: "summer.csv", mimeType: "text/csv", buffer: Buffer.from("Name,Price\nIced tea,5\n") });
  await page.getByRole("button", { name: "Upload" }).click();
  await isSynced("summer.csv");
  await expect(row("Menu")).toHaveCount(0);

  await open(/^Web scraper/);
  await page.getByLabel("Address of a page or a sitemap").fill(`http://127.0.0.1:${sitePort}/`);
  await expect(page.getByText("Usually it takes a few minutes")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  const shop = `127.0.0.1:${sitePort}`;
  await isSynced(shop);
  await page.getByRole("button", { name: shop, exact: true }).click();
  await expect(page.getByText("We deliver within two days")).toBeVisible();
  await page.getByText("Pages", { exact: true }).click();
  await expect(page.getByText("Skipped: The site answered 404 (not found)")).toBeVisible();
  await page.getByRole("button", { name: "Close dialog" }).click();

  await open(/^Cloud drive/);
  await expect(page.getByText("Google Drive is not set up on this server")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Actions for broken.pdf" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(row("broken.pdf")).toHaveCount(0);
});

const openSources = async (context: BrowserContext) => {
  const { page, appId } = await openEditor(server, context, `many-${Date.now()}@example.com`, "?panel=data&side=panel");
  await expect(page.getByText("No data yet")).toBeVisible();
  return { page, appId };
};

test("a list of many data sources is read to its end", async ({ context }) => {
  const { page, appId } = await openSources(context);
  for (let from = 0; from < 110; from += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        context.request.post(`${server.url}/api/context/ingest/text?appId=${appId}`, {
          data: { name: `Note ${from + index}`, context: `What is said in note ${from + index}.` },
        }),
      ),
    );
  await page.reload();
  // Not the list of stages that each of them shows while it is read.
  const rows = page.getByRole("list", { name: "Data sources" }).locator("> li");
  await expect(rows).toHaveCount(50);
  await page.mouse.move(1_000, 600);
  // Down and up at once: the end of the list must not miss that it was seen.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -2_000);
      await page.mouse.wheel(0, 20_000);
      return rows.count();
    })
    .toBe(110);
  await expect(page.getByLabel("Loading more")).toHaveCount(0);
  await expect(rows.getByText("Synced", { exact: true })).toHaveCount(110);
});

test("files are dropped, each with its progress, can be cancelled, and are not lost without a question", async ({
  context,
}) => {
  const { page, appId } = await openSources(context);
  // A slow line: nothing arrives until it is let through.
  let arrive = () => {};
  const hold = () => {
    const held = new Promise<void>((resolve) => (arrive = resolve));
    return page.route("**/api/context/ingest/file?*", async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
  };
  await hold();
  const drop = async (names: string[], size: number) => {
    const dataTransfer = await page.evaluateHandle(
      ({ names, size }) => {
        const transfer = new DataTransfer();
        for (const name of names) transfer.items.add(new File([`${name} ${"words ".repeat(size / 6)}`], name));
        return transfer;
      },
      { names, size },
    );
    await page.getByRole("heading", { name: "Data sources" }).dispatchEvent("drop", { dataTransfer });
  };
  await drop(["one.txt", "two.txt", "three.txt", "four.txt"], 2_000_000);
  for (const name of ["one.txt", "two.txt", "three.txt", "four.txt"])
    await expect(page.getByRole("progressbar", { name: `Upload of ${name}` })).toHaveCount(1);
  await page.getByRole("button", { name: "Cancel the upload of two.txt" }).click();
  await page.getByRole("button", { name: "Cancel the upload of four.txt" }).click();
  await expect(page.getByRole("progressbar", { name: "Upload of two.txt" })).toHaveCount(0);

  // In the middle of an upload: stay, then go.
  let isStaying = true;
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void (isStaying ? dialog.dismiss() : dialog.accept());
  });
  await page.evaluate(() => window.location.assign("/home"));
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(page.getByRole("progressbar", { name: "Upload of one.txt" })).toHaveCount(1);
  isStaying = false;
  arrive();
  await expect(page.getByRole("listitem", { name: "one.txt", exact: true })).toBeVisible();
  await expect(page.getByRole("listitem", { name: "three.txt", exact: true })).toBeVisible();
  await page.unrouteAll();
  await hold();
  await drop(["lost.txt"], 4_000_000);
  await expect(page.getByRole("progressbar", { name: "Upload of lost.txt" })).toHaveCount(1);
  await page.reload();
  arrive();
  await expect(page.getByRole("listitem", { name: "three.txt", exact: true })).toBeVisible();
  const { contextItems } = (await (
    await context.request.get(`${server.url}/api/context/items?appId=${appId}`)
  ).json()) as { contextItems: { name: string }[] };
  expect(contextItems.map(({ name }) => name).sort()).toEqual(["one.txt", "three.txt"]);
});
