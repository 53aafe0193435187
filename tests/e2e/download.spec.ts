import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { test } from "../support/browser";
import { Downloaded } from "../support/downloaded";
import type { Server } from "../support/server";
import { adminEmail, openBuilt } from "../support/talk";

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

test("Download Code: the app runs elsewhere, and its rows are created, read, changed and deleted there", async ({
  context,
}) => {
  const { page, appId } = await openBuilt(server, context, ["A list of suppliers with name and phone"], adminEmail);
  await page.getByRole("button", { name: "Edit Code" }).click();
  await page.getByRole("button", { name: "Download Code" }).click();
  const dialog = page.getByRole("dialog", { name: "Download Code" });
  await dialog.getByLabel("Include the data").check();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download" }).click(),
  ]);
  await expect(dialog).toBeHidden();
  const elsewhere = Downloaded.unzip(readFileSync(await file.path()));
  await elsewhere.start();
  try {
    const app = await context.newPage();
    const problems: string[] = [];
    app.on("pageerror", (error) => problems.push(error.message));
    await app.goto(elsewhere.url);

    // Its data is for whoever signs in: the first one is the owner, whose rows came along.
    const dialogThere = app.getByRole("dialog");
    await dialogThere.getByRole("button", { name: "Create an account" }).click();
    await dialogThere.getByLabel("Email").fill("first@example.com");
    await dialogThere.getByLabel("Password").fill("copper-lantern-42-fjord");
    await dialogThere.getByRole("button", { name: "Create account" }).click();
    const rows = `${server.url}/api/apps/${appId}/entities/Supplier/count`;
    const { count } = (await (await context.request.get(rows)).json()) as { count: number };
    expect(count).toBeGreaterThan(0);

    await app.getByRole("navigation").getByRole("link", { name: "Suppliers", exact: true }).click();
    await app
      .getByRole("button", { name: /new supplier|add supplier/i })
      .first()
      .click();
    await app.getByLabel("Name").last().fill("Written elsewhere");
    await app
      .getByRole("button", { name: /^(save|create|add)/i })
      .last()
      .click();
    await expect(app.getByText("Written elsewhere").first()).toBeVisible();
    await app.reload();
    await expect(app.getByText("Written elsewhere").first()).toBeVisible();

    const row = app.getByRole("row", { name: /Written elsewhere/ });
    await row.getByRole("button").last().click();
    await app.getByRole("menuitem", { name: "Edit" }).click();
    await app.getByLabel("Name").last().fill("Changed elsewhere");
    await app
      .getByRole("button", { name: /^(save|create|add)/i })
      .last()
      .click();
    await expect(app.getByText("Changed elsewhere").first()).toBeVisible();
    await app
      .getByRole("row", { name: /Changed elsewhere/ })
      .getByRole("button")
      .last()
      .click();
    await app.getByRole("menuitem", { name: "Delete" }).click();
    await expect(app.getByText("Changed elsewhere")).toHaveCount(0);
    await app.reload();
    await expect(app.getByRole("row").nth(1)).toBeVisible();
    await expect(app.getByText("Changed elsewhere")).toHaveCount(0);
    expect(problems).toEqual([]);
  } finally {
    await elsewhere.remove();
  }
});
