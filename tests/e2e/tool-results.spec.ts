import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { signIn } from "../support/talk";

// What becomes of a result: a picture that is drawn, checked and drawn again; paper; and what the app remembers.

const password = "copper-lantern-42-fjord";
const boat = '<svg viewBox="0 0 200 100"><title>A red boat</title><path d="M40 60h120l-20 25H60z" fill="#c00"/></svg>';
const postcards = {
  isInputHidden: true,
  fields: [
    { id: "f1", name: "place", label: "Place", type: "text", required: true, memorize: true },
    { id: "f2", name: "nick", label: "Nickname", type: "text", personal: true, memorize: true },
    { id: "f3", name: "mood", label: "Mood", type: "text" },
  ],
  blocks: [
    {
      id: "b1",
      type: "image",
      title: "Picture",
      prompt: "Draw {{place}}",
      data: { features: { validation: { isEnabled: true, prompt: "It shows a boat" } } },
    },
    { id: "b2", type: "text", title: "Words", template: "Greetings from {{place}}" },
    { id: "b3", type: "chart", title: "Sunshine", template: "type: bar\nMon: 3\nTue: 5" },
  ],
};

test.beforeEach(({ scripted }) => scripted.model.reset());

async function publish(page: Page, url: string, header: string, style: object) {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${url}${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { appId: string; url: string };
  };
  const { appId } = await post("/api/apps", { appType: "AI tool", app: { header, ...postcards } });
  await post(`/api/apps/${appId}/settings`, { appSettings: { userCanEditResults: true } });
  await post(`/api/apps/${appId}/style`, { appStyle: style });
  return { appId, address: (await post(`/api/apps/${appId}/publish`, {})).url, post };
}

const start = (page: Page) => page.getByRole("button", { name: "Get my result" }).click();
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a picture that did not come, or did not pass, is drawn again; it is downloaded, and what is text is edited", async ({
  page,
  browser,
  scripted: { server, model },
}) => {
  await signIn(server, page.context(), "keeper@example.com");
  const { address } = await publish(page, server.url, "Postcards", {});
  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await visitor.goto(address);
  await visitor.getByLabel("Place").fill("Bern");
  model.reply("I cannot draw.");
  await start(visitor);
  const picture = region(visitor, "Picture");
  await expect(picture.getByRole("alert")).toHaveText("The answer came back without a picture");
  await expect(picture).toContainText("Did not pass the check: It was not answered");

  model.reply(`\`\`\`svg\n${boat}\n\`\`\``);
  model.reply("NOT OK: the boat is red");
  await visitor.getByRole("button", { name: "Try what failed again" }).click();
  await expect(picture.getByRole("img", { name: "A red boat" })).toBeVisible();
  await expect(picture).toContainText("Did not pass the check: the boat is red");

  model.reply(boat);
  model.reply("OK");
  await visitor.getByRole("button", { name: "Answer Picture again" }).click();
  await expect(picture.getByText("Checked", { exact: true })).toBeVisible();
  const download = visitor.waitForEvent("download");
  await visitor.getByRole("link", { name: "Download Picture" }).click();
  expect((await download).suggestedFilename()).toBe("Picture.svg");
  await expect(visitor.getByRole("button", { name: "Edit Picture" })).toHaveCount(0);

  await visitor.getByRole("button", { name: "Edit Words" }).click();
  await visitor.getByRole("textbox", { name: "Text of Words" }).fill("Best wishes");
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await visitor.reload();
  await expect(visitor.getByText("Best wishes")).toBeVisible();
  await visitor.context().close();
});

/** Luminance of a computed colour, 0 to 1. */
const lightness = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const [red, green, blue] = getComputedStyle(element)
        .color.match(/[\d.]+/g)!
        .map(Number);
      return (0.2126 * red! + 0.7152 * green! + 0.0722 * blue!) / 255;
    });

test("a result is printed dark on white in every look, without buttons and within the paper", async ({
  page,
  browser,
  scripted: { server, model },
}) => {
  await signIn(server, page.context(), "keeper@example.com");
  const looks = [{ styleName: "dark" }, { styleName: "colorful" }, { styleName: "light", headerTextColor: "#fafafa" }];
  const { appId, address, post } = await publish(page, server.url, "Paper", {});
  const visitor = await (await browser.newContext({ colorScheme: "dark" })).newPage();
  await visitor.goto(address);
  await visitor.getByLabel("Place").fill("Bern");
  model.reply(boat);
  model.reply("OK");
  await start(visitor);
  await expect(region(visitor, "Picture").getByText("Checked", { exact: true })).toBeVisible();
  for (const look of [{}, ...looks]) {
    await post(`/api/apps/${appId}/style`, { appStyle: look });
    await visitor.emulateMedia({ media: "screen" });
    await visitor.reload();
    await expect(region(visitor, "Words")).toBeVisible();
    await visitor.emulateMedia({ media: "print" });
    for (const selector of [".title h1", ".entered dd", ".block h2", ".block p"])
      expect(await lightness(visitor, selector), `${JSON.stringify(look)} ${selector}`).toBeLessThan(0.2);
    for (const selector of ["body", ".card"])
      expect(
        await visitor
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor),
      ).toBe("rgb(255, 255, 255)");
    await expect(visitor.getByRole("button")).toHaveCount(0);
    expect((await visitor.pdf({ format: "A5" })).length).toBeGreaterThan(1_000);
  }
  await visitor.context().close();
});

test("a member's app remembers what was entered, for that member alone, until told to forget", async ({
  page,
  browser,
  scripted: { server },
}) => {
  await signIn(server, page.context(), "keeper@example.com");
  const { appId, post } = await publish(page, server.url, "Remembering", {});
  const domain = `mind.${appId}.localhost`;
  await post("/api/trpc/domains.set", { json: { appId, name: domain } });
  await post(`/api/apps/${appId}/settings`, { appSettings: { isSignupEnabled: true } });
  const base = `http://${domain}:${server.port}`;

  const join = async (where: Browser, email: string) => {
    const member = await (await where.newContext()).newPage();
    await member.goto(base);
    await member.getByRole("link", { name: "Sign in", exact: true }).click();
    await member.getByRole("button", { name: "Create an account" }).click();
    await member.getByLabel("Email").fill(email);
    await member.getByLabel("Password").fill(password);
    await member.getByRole("button", { name: "Create account" }).click();
    await expect(member.getByRole("link", { name: "Your account" })).toBeVisible();
    return member;
  };
  /** "GET /api/live_api/user/memories/current?appId={appId}" as a page of the app asks it. */
  const memories = (member: Page) =>
    member.evaluate(async (path) => {
      const authorization = `Bearer ${localStorage.getItem("joinery.token.published")}`;
      return (await fetch(path, { headers: { authorization } })).json() as Promise<Record<string, unknown>[]>;
    }, `/api/live_api/user/memories/current?appId=${appId}`);

  const mia = await join(browser, "mia@example.com");
  await mia.getByLabel("Place").fill("Bern");
  await mia.getByLabel(/^Nickname/).fill("Mimi");
  await mia.getByLabel(/^Mood/).fill("Sunny");
  await start(mia);
  await expect(region(mia, "Words")).toBeVisible();
  const updatedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;
  expect(await memories(mia)).toEqual([
    { key: "nick", value: "Mimi", fieldId: "f2", updatedAt },
    { key: "place", value: "Bern", fieldId: "f1", updatedAt },
  ]);

  const shared = mia.url();
  const lea = await join(browser, "lea@example.com");
  expect(await memories(lea)).toEqual([]);
  await expect(lea.getByLabel("Place")).toHaveValue("");
  await lea.goto(shared);
  await expect(region(lea, "Words")).toContainText("Greetings from Bern");
  await expect(lea.getByText("Mimi")).toHaveCount(0);

  // Another device of hers knows; there she tells it to forget one thing.
  await mia.goto(base);
  await expect(mia.getByLabel("Place")).toHaveValue("Bern");
  await expect(mia.getByLabel(/^Mood/)).toHaveValue("");
  await mia.getByRole("button", { name: "My results" }).click();
  const drawer = mia.getByRole("dialog", { name: "My results" });
  await expect(drawer.getByText("Place: Bern")).toBeVisible();
  await drawer.getByRole("button", { name: "Forget Place" }).click();
  await expect(drawer.getByText("Place: Bern")).toHaveCount(0);
  expect(await memories(mia)).toEqual([{ key: "nick", value: "Mimi", fieldId: "f2", updatedAt }]);
  await mia.reload();
  await expect(mia.getByLabel(/^Nickname/)).toHaveValue("Mimi");
  await expect(mia.getByLabel("Place")).toHaveValue("");
  await Promise.all([mia.context().close(), lea.context().close()]);
});
