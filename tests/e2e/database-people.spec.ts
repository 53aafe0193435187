import { expect } from "@playwright/test";
import { test } from "../support/browser";
import type { ScriptedServer } from "../support/scripted-server";
import { Table } from "../support/table";

let tables: ScriptedServer;
test.beforeAll(({ scripted }) => void (tables = scripted));

const text = { type: "string" as const };
const task = {
  name: "Task",
  type: "object" as const,
  properties: {
    title: text,
    stage: { ...text, enum: ["new"] },
    owner: { ...text, "x-reference": "User" },
    related: { type: "array" as const, items: { ...text, "x-reference": "Task" } },
  },
};

test("a reference to User is chosen by address, and an option typed in a new row is added to the column", async ({
  context,
}) => {
  const table = await Table.open(tables, context, task, [{ title: "One" }]);
  const { page } = table;

  await test.step("the owner is offered by their address", async () => {
    await table.click("owner", 0);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Owner" });
    const field = dialog.getByPlaceholder("Find by name");
    await field.fill("example.com");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(table.cell("owner", 0)).toHaveText(/@example\.com$/);
    await expect.poll(async () => String((await table.stored())[0]!.owner)).toMatch(/^[a-z0-9]{8,}$/);
  });

  await test.step("several rows are chosen by their names, and shown by them", async () => {
    await table.add([{ title: "Two, and a half" }]);
    await page.reload();
    await expect(table.cell("title", 1)).toHaveText("One");
    await table.click("related", 1);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Related" });
    await dialog.getByPlaceholder("Find by name").fill("half");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.type("on");
    await page.getByRole("option", { name: "One" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(table.cell("related", 1)).toHaveText("Two, and a half, One");
    const [two, one] = await table.stored();
    await expect.poll(async () => (await table.stored())[1]!.related).toEqual([two!.id, one!.id]);
    await table.click("title", 1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Delete");
    await expect(table.cell("related", 1)).toHaveText("");
    await page.keyboard.press("Control+z");
    await expect(table.cell("related", 1)).toHaveText("Two, and a half, One");
  });

  await test.step("a new row takes a new option before it is saved", async () => {
    await page.getByRole("button", { name: "Add row" }).click();
    await table.click("stage", 0);
    await page.keyboard.type("later");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Added the option later")).toBeVisible();
    await expect(table.cell("stage", 0)).toHaveText("later");
    await page.getByRole("button", { name: "Save row" }).click();
    await expect
      .poll(async () => (await table.stored()).map(({ stage }) => stage))
      .toEqual(["later", undefined, undefined]);
  });
});
