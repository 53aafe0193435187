import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import type { ScriptedServer } from "../support/scripted-server";
import { adminEmail, signIn } from "../support/talk";

// Running a tool with a model in the browser. Building one is make-a-tool.spec.ts.

let server: ScriptedServer["server"];
let model: ScriptedServer["model"];
test.beforeAll(({ scripted }) => void ({ server, model } = scripted));
test.beforeEach(() => model.reset());

const field = (name: string, type: string, stepId: string, more: object = {}) => ({
  id: name,
  name,
  type,
  stepId,
  ...more,
});
const options = (...labels: string[]) => ({ optionsConfig: labels.map((label) => ({ label, iconUrl: "" })) });
const coach = {
  isMultiStepInput: true,
  isInputCollapsed: true,
  inputLabel: "Anything else",
  inputSteps: [
    { id: "ab01", title: "You" },
    { id: "ab02", title: "Food" },
    { id: "ab03", title: "More" },
  ],
  fields: [
    field("name", "text", "ab01", { required: true }),
    field("email", "email", "ab01"),
    field("height", "height", "ab01"),
    field("weight", "weight", "ab01"),
    field("diet", "select", "ab02", { required: true, ...options("Vegan", "Anything") }),
    field("allergies", "multiselect", "ab02", options("Nuts", "Milk")),
    field("days", "number", "ab02", { min: 1, max: 7 }),
    field("city", "place", "ab02"),
    field("notes", "long_text", "ab03"),
    field("fridge", "photo", "ab03"),
    field("last", "tool_item_select", "ab03"),
  ],
  blocks: [
    { id: "b1", type: "text", title: "Intro", prompt: "Secret recipe for {{name}}" },
    { id: "b2", type: "table", title: "Plan", prompt: "A plan of {{days}} days" },
    { id: "b3", type: "text", title: "Sum", template: "{{= days * 3}} meals" },
  ],
  ctaMessage: "Want this cooked?",
  ctaButton: "Book",
  ctaLink: "https://example.com/book",
};
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
);

/** A published tool app of the server's admin: some types of fields are for admins. Its address. */
async function publish(api: APIRequestContext, header: string, app: object, appSettings: object = {}): Promise<string> {
  const { url } = server;
  const data = { appType: "AI tool", app: { header, ...app } };
  const { appId } = (await (await api.post(`${url}/api/apps`, { data })).json()) as { appId: string };
  expect((await api.post(`${url}/api/apps/${appId}/settings`, { data: { appSettings } })).ok()).toBe(true);
  const live = await api.post(`${url}/api/apps/${appId}/publish`, { data: {} });
  return ((await live.json()) as { url: string }).url;
}

async function fillIn(visitor: Page, address: string, name: string) {
  await visitor.goto(address);
  await visitor.getByLabel("name").fill(name);
  await visitor.getByRole("button", { name: "Next" }).click();
  await visitor.getByRole("radio", { name: "Vegan" }).check();
  await visitor.getByLabel(/^days/).fill("3");
  await visitor.getByRole("button", { name: "Next" }).click();
}
const start = (visitor: Page) => visitor.getByRole("button", { name: "Get my result" });

test("a stranger runs a tool of three steps and eleven types of fields, through a reload and a killed server", async ({
  page,
  browser,
}) => {
  await signIn(server, page.context(), adminEmail);
  const address = await publish(page.request, "Meal coach", coach, { userCanEditResults: true });
  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  let goOn = () => {};

  await test.step("fills in everything; what is wrong is said at its field", async () => {
    await visitor.goto(address);
    await visitor.getByLabel("name").fill("Bo");
    await visitor.getByLabel("email").fill("bo@");
    await visitor.getByRole("button", { name: "Next" }).click();
    await expect(visitor.getByText("This email is invalid")).toBeVisible();
    await visitor.getByLabel("email").fill(adminEmail);
    await visitor
      .getByLabel(/^height/)
      .first()
      .fill("180");
    await visitor
      .getByLabel(/^weight/)
      .first()
      .fill("80");
    await visitor.getByRole("button", { name: "Next" }).click();
    await visitor.getByRole("radio", { name: "Vegan" }).check();
    await visitor.getByRole("checkbox", { name: "Nuts" }).check();
    await visitor.getByLabel(/^days/).fill("9");
    await visitor.getByLabel(/^city/).fill("Bern");
    await visitor.getByRole("button", { name: "Next" }).click();
    await expect(visitor.getByText("days is at most 7")).toBeVisible();
    await visitor.getByLabel(/^days/).fill("3");
    await visitor.getByRole("button", { name: "Next" }).click();
    await visitor.getByLabel(/^notes/).fill("No soup");
    await visitor
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "f.png", mimeType: "image/png", buffer: picture });
    await expect(visitor.getByAltText("fridge, as uploaded")).toBeVisible();
    await expect(visitor.getByText("You have no results to choose from yet.")).toBeVisible();
  });

  await test.step("starts it with a double click: one run, of which a reload in the middle loses nothing", async () => {
    model.reply("Hello Bo, here is your **plan**.");
    model.reply("| Day | Dish |\n|---|---|\n| Mon | Risotto |\n", {
      until: new Promise((resolve) => (goOn = resolve)),
    });
    await start(visitor).dblclick();
    await expect(visitor).toHaveURL(/\/item\/r/);
    await expect(visitor.getByText("Hello Bo, here is your plan.")).toBeVisible();
    const asked = JSON.stringify(model.requests[0]);
    for (const words of ["180 cm", "80 kg", "Vegan", "Nuts", "Bern", "No soup", "image_url"])
      expect(asked).toContain(words);
    await visitor.reload();
    await expect(visitor.getByText("Hello Bo, here is your plan.")).toBeVisible();
    await expect(visitor.getByRole("button", { name: "Stop" })).toBeVisible();
  });

  await test.step("the server is killed and comes back: the run goes on by itself, and asks nothing twice", async () => {
    await expect.poll(() => model.requests.length).toBe(2);
    await server.kill();
    goOn();
    model.reset();
    model.reply("| Day | Dish |\n|---|---|\n| Mon | Risotto |\n| Tue | Dal |\n");
    await server.run();
    await expect(visitor.getByRole("cell", { name: "Dal" })).toBeVisible();
    await expect(visitor.getByText("9 meals")).toBeVisible();
    await expect(visitor.getByRole("link", { name: "Book" })).toHaveAttribute("href", "https://example.com/book");
    expect(model.requests).toHaveLength(1);
  });

  await test.step("others see the shared result without what is personal, and nobody the builder's words", async () => {
    const other = await (await browser.newContext()).newPage();
    const heard: string[] = [];
    other.on(
      "response",
      (response) =>
        void response.text().then(
          (body) => heard.push(body),
          () => undefined,
        ),
    );
    await other.goto(visitor.url());
    await expect(other.getByRole("cell", { name: "Dal" })).toBeVisible();
    await expect(other.getByText("bo@example.com")).toBeHidden();
    await expect(other.getByRole("button", { name: "Edit" })).toBeHidden();
    expect(heard.join()).not.toContain("Secret recipe");
    await other.context().close();
  });

  await test.step("edits it, and a later run is told of the edited one", async () => {
    const intro = visitor.getByRole("region", { name: "Intro" });
    await intro.getByRole("button", { name: "Edit" }).click();
    await intro.getByRole("textbox").fill("Beans for ever");
    await intro.getByRole("button", { name: "Save" }).click();
    await visitor.reload();
    await expect(visitor.getByText("Beans for ever")).toBeVisible();
    await fillIn(visitor, address, "Bo");
    const earlier = visitor.getByLabel(/^last/);
    await earlier.selectOption({ index: 1 });
    model.reset();
    model.reply("As before.");
    model.reply("| Day | Dish |\n|---|---|\n| Mon | Beans |\n");
    await start(visitor).click();
    await expect(visitor.getByRole("cell", { name: "Beans" })).toBeVisible();
    expect(JSON.stringify(model.requests[0])).toContain("Beans for ever");
    await visitor.getByRole("button", { name: "My results" }).click();
    await expect(visitor.getByRole("dialog", { name: "My results" }).getByRole("listitem")).toHaveCount(2);
  });
  await visitor.context().close();
});

test("a run is stopped and goes on, says when the model fails, and ends at the day's limit", async ({
  page,
  browser,
}) => {
  await signIn(server, page.context(), adminEmail);
  const address = await publish(page.request, "Short coach", coach, { dailyUserLimit: 1 });
  const visitor = await (await browser.newContext()).newPage();
  await fillIn(visitor, address, "Cy");
  model.reply("Hello Cy, at length", { until: new Promise(() => {}) });
  await start(visitor).click();
  await visitor.getByRole("button", { name: "Stop" }).click();
  await expect(visitor.getByText("Stopped before it was answered").first()).toBeVisible();

  model.reset();
  for (let time = 0; time < 6; time += 1) model.fail({ status: 400 });
  await visitor.getByRole("button", { name: "Try what failed again" }).click();
  await expect(
    visitor.getByText("The answer could not be made right now. Try again in a moment.").first(),
  ).toBeVisible();
  await expect(visitor.getByText("9 meals")).toBeVisible();

  await fillIn(visitor, address, "Cy");
  await start(visitor).click();
  await expect(visitor.getByRole("alert")).toHaveText(
    /You have used your run of this day. The next one is possible tomorrow./,
  );
  await visitor.context().close();
});
