import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { adminEmail, signIn } from "../support/talk";

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const menuOf = (page: Page) => page.getByRole("navigation", { name: "App menu" });
const openPanel = (page: Page, name: string) => menuOf(page).getByRole("button", { name }).click();
const done = async (page: Page) => {
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
};
const status = (page: Page, words: string) =>
  expect(page.getByRole("status").filter({ hasText: new RegExp(`^${words}$`) })).toBeVisible();

/** Adds a field to a step, by its label and the name of its type. */
async function addField(
  page: Page,
  step: string,
  label: string,
  type: string,
  more?: (dialog: Locator) => Promise<void>,
) {
  await page.getByRole("region", { name: step }).getByRole("button", { name: "Add a field" }).click();
  const dialog = page.getByRole("dialog", { name: "New field" });
  await dialog.getByLabel("Label").fill(label);
  if (type !== "Short text") {
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: type, exact: true }).click();
  }
  await more?.(dialog);
  await dialog.getByRole("button", { name: "Add field" }).click();
  await expect(dialog).toBeHidden();
}

const addOptions =
  (...options: string[]) =>
  async (dialog: Locator) => {
    for (const option of options) {
      await dialog.getByLabel("New option").fill(option);
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
    }
    await expect(dialog.getByRole("list", { name: "Options" }).getByRole("listitem")).toHaveCount(options.length);
  };

test("builds a tool with three steps and all types of fields, publishes it, and a stranger runs it without a model", async ({
  page,
  browser,
}) => {
  // Some types of fields are for admins.
  await signIn(server, page.context(), adminEmail);

  await test.step("begins an empty tool app and names it", async () => {
    await page.goto(`${server.url}/home`);
    await page.getByRole("button", { name: "Start empty" }).click();
    await page.getByRole("menuitem", { name: /Tool app/ }).click();
    await openPanel(page, "App texts");
    await page.getByLabel("Header").fill("Diet planner");
    await page.getByRole("switch", { name: "Hide the main input" }).click();
    // The tool's own page shows it before it is saved.
    await expect(page.frameLocator("iframe").getByRole("heading", { name: "Diet planner" })).toBeVisible();
    await done(page);
    await status(page, "Saved");
  });

  await test.step("adds three steps with fields of all types", async () => {
    await openPanel(page, "Custom fields");
    await page.getByRole("switch", { name: "Ask in steps" }).click();
    await page.getByLabel("Title of step 1").fill("You");
    for (const [number, title] of [
      [2, "Food"],
      [3, "Rest"],
    ] as const) {
      await page.getByRole("button", { name: "Add a step" }).click();
      await page.getByLabel(`Title of step ${number}`).fill(title);
    }
    await addField(page, "You", "Name", "Short text");
    await addField(page, "You", "Email", "Email");
    await addField(page, "You", "Body weight", "Weight", async (dialog) => {
      await dialog.getByRole("switch", { name: "Required" }).click();
    });
    await addField(page, "You", "Height", "Height");
    await addField(page, "Food", "Diet", "One choice", addOptions("Vegan", "Anything"));
    await addField(page, "Food", "Allergies", "Several choices", addOptions("Nuts", "Milk", "Eggs"));
    await addField(page, "Food", "Days", "Number");
    await addField(page, "Food", "City", "Place");
    await addField(page, "Rest", "Notes", "Long text");
    await addField(page, "Rest", "Fridge", "Photo");
    await addField(page, "Rest", "Last plan", "Earlier result");

    // By keyboard, as by the mouse.
    const food = page.getByRole("region", { name: "Food" });
    await food.getByRole("button", { name: "Move City" }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("City goes to 4 of 4")).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText("City goes to 3 of 4")).toBeAttached();
    await page.keyboard.press("Space");
    await expect(food.getByRole("listitem").nth(2)).toContainText("City");
    await done(page);
  });

  await test.step("lays out the result, whose tags then keep their fields from being deleted", async () => {
    await openPanel(page, "Results layout");
    await page.getByRole("button", { name: "Add a block" }).click();
    await page.getByRole("menuitem", { name: "Text" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit block" });
    await dialog.getByLabel("Title").fill("Your plan");
    await dialog.getByText("Compute").click();
    await dialog
      .getByRole("textbox", { name: "Template" })
      .fill("{{Name}} drinks **{{= round(body_weight * 30)}} ml** for {{days}} days: {{diet}}, without {{allergies}}.");
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await done(page);
    await openPanel(page, "Custom fields");
    await page.getByRole("button", { name: "Delete Days" }).click();
    await expect(page.getByText("This field is used in the instructions. Remove {{Days}}")).toBeVisible();
    await done(page);
  });

  await test.step("loses nothing while the server fails, in a reload, and to another tab", async () => {
    await openPanel(page, "App texts");
    await page.route("**/api/trpc/apps.save*", (route) => route.abort());
    await page.getByLabel("Description").fill("Plans your meals");
    await status(page, "Not saved, trying again");
    await expect(page.getByText("Failed saving app, your changes might be lost.").first()).toBeVisible();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByLabel("Description")).toHaveValue("Plans your meals");
    await page.unroute("**/api/trpc/apps.save*");
    await status(page, "Saved");

    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.getByLabel("Description")).toHaveValue("Plans your meals");
    await page.getByLabel("Description").fill("Mine");
    await status(page, "Saved");
    await other.getByLabel("Description").fill("Theirs");
    await expect(other.getByText("theirs is “Mine”, yours is “Theirs”")).toBeVisible();
    await other.getByRole("button", { name: "Keep mine" }).click();
    await status(other, "Saved");
    await other.close();
    await page.reload();
    await expect(page.getByLabel("Description")).toHaveValue("Theirs");
    await done(page);
  });

  const address = await test.step("publishes it", async () => {
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(dialog.getByText("Your app is live")).toBeVisible();
    return (await dialog.getByRole("link").first().getAttribute("href"))!;
  });

  await test.step("a stranger fills it in step by step, and finds the result after a reload", async () => {
    const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await visitor.goto(address);
    await visitor.getByLabel("Name").fill("Bo");
    await visitor.getByRole("button", { name: "Next" }).click();
    await expect(visitor.getByText("Body weight is required")).toBeVisible();
    await visitor
      .getByLabel(/^Body weight/)
      .first()
      .fill("80");
    await visitor.getByRole("button", { name: "Next" }).click();
    await visitor.getByRole("radio", { name: "Vegan" }).check();
    await visitor.getByRole("checkbox", { name: "Nuts" }).check();
    await visitor.getByRole("checkbox", { name: "Eggs" }).check();
    await visitor.getByLabel(/^Days/).fill("3");
    await visitor.getByLabel(/^City/).fill("Bern");
    await visitor.getByRole("button", { name: "Next" }).click();
    await visitor.getByRole("button", { name: "Get my result" }).click();
    await expect(visitor).toHaveURL(/\/item\/r/);
    await visitor.reload();
    await expect(visitor.getByText("Bo drinks 2400 ml for 3 days: Vegan, without Nuts, Eggs.")).toBeVisible();
    await visitor.goto(`${address}/tool/nothing`);
    await expect(visitor.getByText("Tool with path nothing not found")).toBeVisible();
    await visitor.context().close();
  });

  await test.step("a tool of the collection goes live once it has a header", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Explore tools collection" }).click();
    await expect(page.getByText("No tools yet")).toBeVisible();
    await page.getByRole("button", { name: "New tool" }).click();
    await expect(page).toHaveURL(/\/tool\/t/);
    const toggle = page.getByRole("switch", { name: /^Activate/ });
    await toggle.click({ force: true });
    await expect(page.getByText("Your tool should have a header before it is activated.")).toBeVisible();
    await openPanel(page, "Tool texts");
    await page.getByLabel("Header").fill("Shopping list");
    await done(page);
    await toggle.click({ force: true });
    await page
      .getByRole("dialog", { name: "Activate Shopping list" })
      .getByRole("button", { name: "Activate" })
      .click();
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Explore tools collection" }).click();
    await expect(page.getByText("1 tools, 1 live")).toBeVisible();
  });
});
