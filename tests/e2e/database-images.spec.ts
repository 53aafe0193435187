import { expect } from "@playwright/test";
import { test } from "../support/browser";
import { watch } from "../support/accessibility";
import type { ScriptedServer } from "../support/scripted-server";
import { Table } from "../support/table";

let tables: ScriptedServer;
test.beforeAll(({ scripted }) => void (tables = scripted));

const book = {
  name: "Book",
  type: "object" as const,
  properties: { title: { type: "string" as const }, coverImage: { type: "string" as const } },
};
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
);

test("an image is uploaded from its cell, shown in it, and large at a click or a key", async ({ context }) => {
  const table = await Table.open(tables, context, book, [{ title: "Emma" }, { title: "Persuasion" }]);
  const { page } = table;
  const lightbox = page.getByRole("dialog", { name: "Cover image" });
  const choose = async (row: number, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent("filechooser");
    await table.click("coverImage", row);
    await (await chooser).setFiles(file);
  };
  await expect(table.cell("title", 0)).toHaveText("Emma");

  await test.step("a file of 10,000,000 bytes is too large", async () => {
    await choose(0, { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(10_000_000) });
    await expect(page.getByText("File size to large")).toBeVisible();
    expect((await table.stored())[0]!.coverImage).toBeUndefined();
  });

  await test.step("what no browser can show is refused", async () => {
    for (const [name, buffer] of [
      ["note.png", Buffer.from("A text that is called a picture")],
      ["broken.png", png.subarray(0, 20)],
    ] as const) {
      await choose(0, { name, mimeType: "image/png", buffer });
      await expect(page.getByText(`“${name}” is no picture that can be shown`)).toBeVisible();
    }
    expect((await table.stored())[0]!.coverImage).toBeUndefined();
  });

  await test.step("a smaller one is stored, and is undone like any other edit", async () => {
    await choose(0, { name: "cover.png", mimeType: "image/png", buffer: png });
    await expect(page.getByText("Image uploaded")).toBeVisible();
    await expect.poll(async () => (await table.stored())[0]!.coverImage).toMatch(/\/files\/.+\/cover\.png$/);
    await expect(page.getByText("Image uploaded")).toBeHidden();
  });

  await test.step("it opens at a click, at Enter and at Space, and closes at Escape", async () => {
    const opened = async () => {
      const image = lightbox.getByRole("img", { name: "Cover image" });
      await expect(image).toBeVisible();
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(10);
      await page.keyboard.press("Escape");
      await expect(lightbox).toBeHidden();
    };
    await table.click("coverImage", 0);
    await opened();
    for (const key of ["Enter", "Space"]) {
      await table.click("title", 0);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press(key);
      await opened();
    }
  });

  await test.step("it is replaced and removed", async () => {
    await table.click("coverImage", 0);
    const chooser = page.waitForEvent("filechooser");
    await lightbox.getByRole("button", { name: "Replace" }).click();
    await (await chooser).setFiles({ name: "other.png", mimeType: "image/png", buffer: png });
    await expect.poll(async () => (await table.stored())[0]!.coverImage).toMatch(/other\.png$/);
    await table.click("coverImage", 0);
    await lightbox.getByRole("button", { name: "Remove" }).click();
    await expect.poll(async () => (await table.stored())[0]!.coverImage).toBeNull();
  });
});

test("the dialogs of cells and the menus of columns have no violation of WCAG 2.2 AA, light and dark", async ({
  context,
}) => {
  const kept = {
    name: "Book",
    type: "object" as const,
    properties: {
      title: { type: "string" as const },
      summary: { type: "string" as const, format: "textarea" },
      details: { type: "object" as const },
      coverImage: { type: "string" as const },
    },
  };
  const long = "A long story. ".repeat(40);
  const table = await Table.open(tables, context, kept, [
    {
      title: "Emma",
      summary: long,
      details: { pages: 3 },
      coverImage: `data:image/png;base64,${png.toString("base64")}`,
    },
  ]);
  const { page } = table;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(table.cell("title", 0)).toHaveText("Emma");
  const { found, glance } = watch(page);
  for (const field of ["summary", "details", "coverImage"]) {
    await table.click("title", 0);
    await table.click(field, 0);
    if (field !== "coverImage") await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").first()).toBeVisible();
    await glance(`cell of ${field}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await table.click("summary", -1);
  await expect(page.getByRole("menu").or(page.getByRole("dialog")).first()).toBeVisible();
  await glance("column");
  await page.keyboard.press("Escape");
  await table.mark(0);
  await glance("a marked row");
  expect(found).toEqual([]);
});
