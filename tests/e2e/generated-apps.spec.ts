import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import pluralize from "pluralize";
import {
  dot,
  fillForm,
  type GeneratedApp,
  generateApp,
  listenForFaults,
  readForm,
  tablesOf,
} from "../support/generated-app";
import type { Server } from "../support/server";

// Apps of every kind of field, used by a person: rows are added and opened again; one of each app is changed, deleted and brought back.
// All lists and forms are the same components of the kit, so a few apps stand for all.

let server: Server;
let page: Page;
let faults: string[];
test.beforeAll(async ({ browser, server: shared }) => {
  server = shared;
  page = await browser.newPage();
  faults = listenForFaults(page);
  const signedUp = await page.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password: "copper-lantern-42-fjord" },
  });
  expect(signedUp.ok()).toBe(true);
});
test.afterAll(async () => {
  await page.context().close();
});
test.afterEach(() => expect(faults.splice(0)).toEqual([]));

const pascal = (noun: string) => noun.replace(/(?:^|\s)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Nouns beside those that they point to, so that their forms have something to choose. */
const groups = [
  ["customer", "product", "supplier", "invoice"],
  ["vehicle", "pet", "plant", "habit"],
];

for (const nouns of groups) {
  const things = nouns.map((noun) => pluralize(noun));
  test(`rows can be added and opened, those of the first changed and deleted: ${things.join(", ")}`, async () => {
    const app = await generateApp(server, page.request, `A tool with ${things.join(", ")}`);
    expect(await tablesOf(server, page.request, app.appId)).toEqual(expect.arrayContaining(nouns.map(pascal)));
    await page.goto(`${app.url}/#joinery-token=${app.token}`);
    for (const noun of nouns) await test.step(noun, () => useRows(noun, noun === nouns[0]));
  });
}

/** The list of a thing: a row comes and is found again; when asked to, it takes another name, and goes. */
async function useRows(noun: string, isChanged: boolean): Promise<void> {
  const list = page.getByRole("main");
  const dialog = page.getByRole("dialog");
  await page
    .getByRole("navigation")
    .getByRole("link", { name: new RegExp(`^${pluralize(noun)}$`, "i") })
    .click();
  const counted = (count: number) =>
    expect(list.getByText(`${count} ${pluralize(noun)}`, { exact: true })).toBeVisible();
  const first = await list.getByText(new RegExp(`^\\d+ ${pluralize(noun)}$`)).textContent();
  const samples = Number.parseInt(first!, 10);
  await list.getByRole("button", { name: `New ${noun}`, exact: true }).click();
  const { title, titleId } = await fillForm(dialog, "of Ada");
  const filled = await readForm(dialog);
  expect(Object.values(filled)).not.toContain("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await counted(samples + 1);
  const named = (name: string) => list.getByText(name, { exact: true }).filter({ visible: true });

  await named(title).first().click();
  await expect(list.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await list.getByRole("button", { name: "Edit", exact: true }).click();
  await expect.poll(() => readForm(dialog), { intervals: [20, 50, 100] }).toEqual(filled);
  if (!isChanged) {
    await page.keyboard.press("Escape");
    return expect(dialog).toBeHidden();
  }
  const changed = `${title}, changed`;
  await dialog.locator(`[id="${titleId}"]`).fill(changed);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole("heading", { level: 1, name: changed })).toBeVisible();
  await page.goBack();
  await expect(named(changed)).toBeVisible();
  await expect(named(title)).toHaveCount(0);

  const opener = list.getByRole("button", { name: changed, exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(list.getByRole("heading", { level: 1, name: changed })).toBeFocused();
  await page.goBack();
  await expect(opener).toBeFocused();

  await list.getByRole("button", { name: `Actions for ${changed}`, exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(named(changed)).toHaveCount(0);
  await counted(samples);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(named(changed)).toBeVisible();
  await counted(samples + 1);
}

test.describe("the other views", () => {
  let app: GeneratedApp;
  const open = (path: string) => page.goto(`${app.url}/${path}#joinery-token=${app.token}`);
  const dialog = () => page.getByRole("dialog");
  const save = async () => {
    await dialog().getByRole("button", { name: "Save" }).click();
    await expect(dialog()).toBeHidden();
  };

  test.beforeAll(async () => {
    app = await generateApp(
      server,
      page.request,
      "A helpdesk with tickets (subject, email, due date), cards (subject, photo, status: open/waiting/closed) and entries (title, starts at), without sample data. Add a kanban board for cards. Add a calendar for tickets. Add a calendar for entries. Anyone can submit tickets, only admins can view them.",
    );
  });

  test("a board's cards are added to a column, dragged to another, moved by their menu on a phone, and deleted", async () => {
    await open("CardsBoard");
    const column = (name: string) => page.getByRole("region", { name, exact: true });
    const card = (name: string, subject: string) => column(name).getByRole("listitem").filter({ hasText: subject });
    await page.getByRole("main").getByRole("button", { name: "New card" }).last().click();
    await dialog().getByLabel("Subject").fill("The lift is stuck");
    await save();
    await expect(card("Open", "The lift is stuck")).toBeVisible();

    await column("Waiting").getByRole("button", { name: "Add" }).click();
    await expect(dialog().getByRole("combobox", { name: "Status" })).toHaveText("Waiting");
    await dialog().getByLabel("Subject").fill("The door squeaks");
    await save();
    await expect(card("Waiting", "The door squeaks")).toBeVisible();

    await card("Open", "The lift is stuck").dragTo(column("Closed"));
    await expect(card("Closed", "The lift is stuck")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(card("Open", "The lift is stuck")).toBeVisible();
    await expect(card("Closed", "The lift is stuck")).toHaveCount(0);
    // By the keyboard, which stays on the card.
    const move = page.getByRole("button", { name: "Move The lift is stuck" });
    await move.press("Enter");
    await page.getByRole("menuitem", { name: "Closed" }).press("Enter");
    await expect(card("Closed", "The lift is stuck")).toBeVisible();
    await expect(move).toBeFocused();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Move The lift is stuck" }).click();
    // The card moves before its row is saved.
    const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await page.getByRole("menuitem", { name: "Open" }).click();
    await saved;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expect(card("Open", "The lift is stuck")).toBeVisible();

    await card("Open", "The lift is stuck").getByRole("button", { name: "The lift is stuck", exact: true }).click();
    await page.getByRole("button", { name: "Delete The lift is stuck" }).click();
    await expect(card("Open", "The lift is stuck")).toHaveCount(0);
  });

  for (const { path, field, words, value, other } of [
    { path: "TicketsCalendar", field: "Due date", words: "ticket", value: /^\d{4}-\d\d-14$/, other: "15" },
    {
      path: "EntriesCalendar",
      field: "Starts at",
      words: "entry",
      value: /^\d{4}-\d\d-14T\d\d:\d\d$/,
      other: "15T10:30",
    },
  ]) {
    test(`a day in the calendar of ${path.replace("Calendar", "").toLowerCase()} takes a row, which moves when its ${field.toLowerCase()} does, and can be deleted`, async () => {
      await open(path);
      const day = (number: number) => page.getByRole("group", { name: new RegExp(`\\b${number}\\b`) });
      await day(14).hover();
      await day(14)
        .getByRole("button", { name: /^Add on .*\b14\b/ })
        .click();
      await expect(dialog().getByLabel(field)).toHaveValue(value);
      await dialog().getByRole("textbox").first().fill(`The ${words} of Ada`);
      await save();
      await day(14)
        .getByRole("button", { name: `The ${words} of Ada` })
        .click();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      const before = await dialog().getByLabel(field).inputValue();
      await dialog()
        .getByLabel(field)
        .fill(before.slice(0, 8) + other);
      await save();
      await page.goBack();
      await day(15)
        .getByRole("button", { name: `The ${words} of Ada` })
        .click();
      await page.getByRole("button", { name: `Delete The ${words} of Ada` }).click();
      await expect(page.getByRole("button", { name: `The ${words} of Ada` })).toHaveCount(0);
    });
  }

  test("what was typed into the form of a row that somebody else deletes meanwhile is saved as a new one", async ({
    browser,
  }) => {
    // A page of its own: the browser logs that the deleted row could not be read.
    const other = await browser.newPage();
    const form = other.getByRole("dialog");
    await other.goto(`${app.url}/Entries#joinery-token=${app.token}`);
    await other.getByRole("main").getByRole("button", { name: "New entry", exact: true }).last().click();
    await form.getByLabel("Title").fill("The lift");
    await form.getByRole("button", { name: "Save" }).click();
    await other.getByRole("button", { name: "The lift", exact: true }).click();
    await other.getByRole("button", { name: "Edit", exact: true }).click();
    await form.getByLabel("Title").fill("The lift is stuck");
    const id = new URL(other.url()).searchParams.get("id");
    const deleted = await page.request.delete(`${server.url}/api/apps/${app.appId}/entities/Entry/${id}`);
    expect(deleted.ok()).toBe(true);
    await expect(form.getByRole("alert")).toContainText("Somebody else has deleted this entry");
    await expect(form.getByLabel("Title")).toHaveValue("The lift is stuck");
    await form.getByRole("button", { name: "Save as a new entry" }).click();
    await expect(other.getByRole("heading", { level: 1, name: "The lift is stuck" })).toBeFocused();
    expect(new URL(other.url()).searchParams.get("id")).not.toBe(id);
    await other.context().close();
  });

  test("a picture that cannot be shown, and a file that is too big, are refused before they are sent", async () => {
    await open("Cards");
    await page.getByRole("main").getByRole("button", { name: "New card", exact: true }).last().click();
    const sent: string[] = [];
    page.on("request", (request) => request.url().includes("/uploads") && sent.push(request.url()));
    const choose = (name: string, buffer: Buffer) =>
      dialog().locator("input[type=file]").setInputFiles({ name, mimeType: "image/jpeg", buffer });
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    for (const [name, bytes, words] of [
      ["notes.jpg", Buffer.from("no picture"), "“notes.jpg” is no picture that can be shown"],
      ["broken.jpg", Buffer.concat([jpeg, Buffer.alloc(400)]), "“broken.jpg” is no picture that can be shown"],
      [
        "huge.jpg",
        Buffer.concat([jpeg, Buffer.alloc(10_000_000)]),
        "“huge.jpg” has 10.0 MB. Choose one of less than 10 MB.",
      ],
    ] as const) {
      await choose(name, bytes);
      await expect(dialog().getByRole("alert")).toContainText(words);
    }
    expect(sent).toEqual([]);
    await choose("dot.png", dot);
    await expect(dialog().locator("form img")).toBeVisible();
    await expect(dialog().getByRole("alert")).toHaveCount(0);
    expect(sent).toHaveLength(1);
    await page.keyboard.press("Escape");
  });

  test("a visitor sends a public form, and who owns the app finds the row", async ({ browser }) => {
    const published = await page.request.post(`${server.url}/api/apps/${app.appId}/publish`, { data: {} });
    const { url } = (await published.json()) as { url: string };
    const visitor = await browser.newPage();
    const visitorFaults = listenForFaults(visitor);
    await visitor.goto(`${url}/SendTicket`);
    await visitor.getByRole("button", { name: "Send", exact: true }).click();
    await expect(visitor.getByText("Enter a subject")).toBeVisible();
    await fillForm(visitor.getByRole("main").locator("form"), "of Ada");
    await visitor.getByRole("button", { name: "Send", exact: true }).click();
    await expect(visitor.getByText("Thank you")).toBeVisible();
    expect(visitorFaults).toEqual([]);
    await visitor.context().close();
    await open("Tickets");
    await expect(page.getByText("Subject of Ada", { exact: true }).filter({ visible: true })).toBeVisible();
  });
});
