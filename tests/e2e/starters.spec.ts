import { expect, type FrameLocator, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { fillForm, listenForFaults, openStarter } from "../support/generated-app";
import type { Server } from "../support/server";

// Six of the starting points, as the people use them for whom they were made. One server for all.

let server: Server;
let page: Page;
let faults: string[];
test.beforeAll(async ({ browser, server: shared }) => {
  server = shared;
  page = await browser.newPage();
  faults = listenForFaults(page);
  await page.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password: "copper-lantern-42-fjord" },
  });
});
test.afterAll(async () => {
  await page.context().close();
});
test.afterEach(() => expect(faults.splice(0)).toEqual([]));

const main = () => page.getByRole("main");
const dialog = () => page.getByRole("dialog");
async function open(starterId: string, path = "") {
  const app = await openStarter(server, page.request, starterId);
  await page.goto(`${app.url}/${path}#joinery-token=${app.token}`);
  return app;
}
async function save() {
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect(dialog()).toBeHidden();
}

test("a seller finds a contact and adds a deal from there", async () => {
  await open("crm", "Contacts");
  await main().getByPlaceholder("Search contacts").fill("dana");
  await expect(main().getByText("Joost van Rijn")).toHaveCount(0);
  await main().getByText("Dana Whitfield", { exact: true }).filter({ visible: true }).first().click();
  await expect(main().getByRole("heading", { level: 1, name: "Dana Whitfield" })).toBeVisible();
  const deals = main().getByRole("region", { name: "Deals" });
  await deals.getByRole("button", { name: /^(?:New|Add)/ }).click();
  const { title } = await fillForm(dialog(), "for Dana");
  await save();
  await expect(deals.getByText(title)).toBeVisible();
});

test("a team moves a task across its board, and it stays there", async () => {
  await open("sprint");
  const columns = main()
    .getByRole("region")
    .filter({ has: page.getByRole("list") });
  const name = (await columns.first().getByRole("listitem").first().getByRole("button").first().textContent())!.trim();
  const target = (await columns.nth(1).getAttribute("aria-label"))!;
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await columns.first().getByRole("listitem").filter({ hasText: name }).dragTo(columns.nth(1));
  await saved;
  await page.reload();
  await expect(
    page.getByRole("region", { name: target, exact: true }).getByRole("listitem").filter({ hasText: name }),
  ).toBeVisible();
});

test("a guest books a time, which nobody else can take then", async () => {
  await open("salon", "Book");
  const days = main().getByRole("region");
  const thisWeek = (await days.first().getAttribute("aria-label"))!;
  await main().getByRole("button", { name: "The week after" }).click();
  // The page turns in a transition: a click may come before the new week is shown, and its times are known after that.
  await expect(days.first()).not.toHaveAccessibleName(thisWeek);
  await expect(main().locator("[aria-busy=true]")).toHaveCount(0);
  const day = main()
    .getByRole("region")
    .filter({ has: page.getByRole("button", { disabled: false }) })
    .first();
  const time = day.getByRole("button", { disabled: false }).first();
  const words = (await time.textContent())!;
  const label = (await day.getAttribute("aria-label"))!;
  await time.click();
  await fillForm(main().locator("form"), "of Ada");
  await main().getByRole("button", { name: "Book this time" }).click();
  await expect(main().getByText("You are booked")).toBeVisible();
  await main().getByRole("button", { name: "Book another time" }).click();
  await expect(
    main().getByRole("region", { name: label }).getByRole("button", { name: words, exact: true }),
  ).toBeDisabled();
});

test("visitors look through events, in the calendar too", async () => {
  await open("events");
  await main().getByRole("article").first().getByRole("link").first().click();
  await expect(main().getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Events calendar" }).click();
  await expect(main().getByRole("group").first()).toBeVisible();
});

test("a person ticks off a habit and adds one for today", async () => {
  await open("habits");
  const undone = main().getByRole("checkbox", { checked: false }).first();
  const label = (await undone.getAttribute("aria-label"))!;
  await undone.click();
  await expect(main().getByRole("checkbox", { name: label, checked: true }).first()).toBeVisible();
  await main().getByPlaceholder("New habit", { exact: true }).fill("Stretch");
  await page.keyboard.press("Enter");
  await expect(main().getByText("Stretch").first()).toBeVisible();
});

test("a baker deletes a supplier, and takes it back", async () => {
  await open("inventory", "Suppliers");
  const actions = main()
    .getByRole("button", { name: /^Actions for / })
    .first();
  const name = (await actions.getAttribute("aria-label"))!.replace("Actions for ", "");
  await actions.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(main().getByText(name, { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(main().getByText(name, { exact: true }).filter({ visible: true }).first()).toBeVisible();
});

test("from the gallery to an app of one's own, to what to try next, to a word about this button", async () => {
  await page.goto(`${server.url}/home`);
  await page.getByRole("button", { name: /^Sales CRM/ }).click();
  await expect(page).toHaveURL(/\/build\/app\//);
  const preview: FrameLocator = page.frameLocator("iframe");
  await expect(preview.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  const composer = page.getByLabel("Message to the assistant");

  const suggestions = page.getByRole("group", { name: "Suggestions" }).getByRole("button");
  await expect(suggestions).toHaveCount(3);
  const words = (await suggestions.first().textContent())!;
  await suggestions.first().click();
  await expect(composer).toHaveValue(words);
  await composer.fill("");

  await preview.getByRole("link", { name: "Contacts", exact: true }).click();
  await page.getByRole("button", { name: "Point at an element" }).click();
  await preview.getByRole("button", { name: "New contact" }).click();
  // It was pointed at, and not pressed.
  await expect(preview.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("button “New contact”")).toBeVisible();
  await composer.fill("rename this to Add a contact");
  await page.keyboard.press("Enter");
  await expect(preview.getByRole("button", { name: "Add a contact" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find an app, a panel or an action" }).fill("data");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/panel=database/);
});
