import { expect } from "@playwright/test";
import { test } from "../support/browser";
import { never } from "../support/scripted-model";
import type { ScriptedServer } from "../support/scripted-server";
import { adminEmail, ask, composer, makeApp, openBuilt, openEditor, say, stop } from "../support/talk";

// A model that says what the test wrote: the chat's view of everything that a real one may do.
let server: ScriptedServer["server"];
let model: ScriptedServer["model"];
test.beforeAll(({ scripted }) => void ({ server, model } = scripted));
test.beforeEach(() => model.reset());

/** Slow enough for a browser to see the turn run. */
const slowly = { delayMs: 60 };
const action = (attributes: string, body: string, id = "a1") =>
  `<action ${attributes} id="${id}">\n${body}\n</action id="${id}">\n`;
const page1 = action(
  'type="add_file" file="pages/Home.jsx" title="Add the home page"',
  "export default function Home() {\n  return <p>Hello</p>;\n}",
);

test("an admin sees what a turn cost", async ({ context }) => {
  const { page } = await openEditor(server, context, adminEmail);
  model.reply(page1, slowly);
  await ask(page, "A page");
  const card = page.getByRole("button", { name: /120 tokens/ });
  // The suggestions that come after an answer move the list, which may take it away between press and release.
  await expect(async () => {
    if ((await card.getAttribute("aria-expanded")) === "false") await card.click();
    // It opens at the end of the list, and is shown there.
    await expect(page.getByRole("row", { name: /Prompt 100/ })).toBeInViewport({ timeout: 2_000 });
  }).toPass({ timeout: 45_000 });
  await page.getByRole("button", { name: "Debug version" }).click();
  await expect(
    page.getByRole("dialog", { name: "Debug version" }).getByRole("cell", { name: "pages/Home.jsx" }),
  ).toBeVisible();
});

test("secrets are asked for in the chat, stored out of it, and the assistant goes on", async ({ context }) => {
  // Their owner may enter them, who is no admin here.
  const { page, appId } = await openEditor(server, context);
  const wanted = [
    '{"secretName":"STRIPE_KEY","description":"Developers, API keys"}',
    '{"secretName":"MAIL_KEY","description":"Of the mail service"}',
  ].join("\n");
  model.reply(`I need two keys.\n\n${action('type="request_secrets" title="Keys for payments"', wanted)}`, slowly);
  model.reply("Thank you, the keys work.", slowly);
  await ask(page, "Take payments");
  const form = page.getByRole("form", { name: "Keys for payments" });
  await form.getByLabel("STRIPE_KEY").fill("sk_test_1");
  await form.getByRole("button", { name: "Set secrets" }).click();
  await expect(page.getByText("Please enter values for all secrets")).toBeVisible();
  await form.getByLabel("MAIL_KEY").fill("mail_1");
  await form.getByRole("button", { name: "Set secrets" }).click();
  await expect(form.getByText("2/2 set")).toBeVisible();
  await expect(page.getByText("Thank you, the keys work.")).toBeVisible();
  const messages = await context.request.get(`${server.url}/api/apps/${appId}/chat/messages`);
  expect(await messages.text()).not.toContain("sk_test_1");
  expect(JSON.stringify(model.requests)).not.toContain("sk_test_1");
});

test("an answer that is too long says so and goes on at a click", async ({ context }) => {
  const { page } = await openEditor(server, context);
  const half =
    '<action type="add_file" file="pages/Home.jsx" title="Add the home page" id="a1">\nexport default function Home() {\n';
  // The first reply and its two automatic continuations are all cut.
  for (const text of [half, "  const a = 1;\n", "  const b = 2;\n"]) model.reply(text, { ...slowly, finish: "length" });
  model.reply(page1, slowly);
  await ask(page, "A page");
  await expect(page.getByText("The output was too long for one iteration")).toBeVisible();
  await expect(page.getByRole("article").getByLabel("Truncated")).toBeVisible();
  await page.getByRole("button", { name: "Let's keep going" }).click();
  await expect(page.getByRole("button", { name: "View changes" })).toBeVisible();
  await expect(page.getByText("The output was too long for one iteration")).toHaveCount(0);
});

test("a model that fails is named, the queue waits, and both go on when asked", async ({ context }) => {
  const { page } = await openEditor(server, context);
  let drop = () => {};
  model.reply(`Working.\n\n${page1}`, { finish: "drop", until: new Promise((resolve) => (drop = resolve)) });
  for (let time = 0; time < 6; time += 1) model.fail({ status: 400 });
  await say(page, "First");
  await expect(page.getByText("Working.")).toBeVisible();
  await say(page, "Second");
  const queue = page.getByLabel("Queued prompts");
  await expect(queue).toContainText("Second");
  drop();
  await expect(queue.getByRole("button", { name: "Resume" })).toBeVisible();
  const failure = page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Try again" }) });
  await expect(failure).toBeVisible();
  model.reset();
  model.reply(`Again.\n\n${page1}`, slowly);
  model.reply("And the second.", slowly);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Again.")).toBeVisible();
  await expect(queue).toContainText("Second");
  await expect(stop(page)).toBeHidden();
  await queue.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("And the second.")).toBeVisible();
  await expect(queue).toHaveCount(0);
});

test("Stop ends the turn, keeps what was said, and the words in the queue wait", async ({ context }) => {
  const { page } = await openEditor(server, context);
  model.reply("Thinking about it. ".repeat(4), { until: never });
  await say(page, "First");
  await expect(page.getByText("Thinking about it.")).toBeVisible();
  await say(page, "Second");
  const queue = page.getByLabel("Queued prompts");
  await expect(queue).toContainText("Second");
  await stop(page).click();
  await expect(stop(page)).toBeHidden();
  await expect(page.getByText("First", { exact: true })).toBeVisible();
  await expect(page.getByText("Thinking about it.")).toBeVisible();
  await expect(queue.getByRole("button", { name: "Resume" })).toBeVisible();
  await page.reload();
  await expect(queue).toContainText("Second");
});

test("Markdown of a model loads no image and runs no script", async ({ context }) => {
  const { page } = await openEditor(server, context);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  model.reply(
    'Look: ![chart](https://spy.example/pixel.png) <img src="https://spy.example/raw.png"> [link](javascript:alert(1))\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    slowly,
  );
  await ask(page, "Show me");
  await expect(page.getByText("[image: chart]")).toBeVisible();
  await expect(page.getByRole("cell", { name: "2" })).toBeVisible();
  expect(asked.filter((url) => url.includes("spy.example"))).toEqual([]);
});

test("entities of another app are reused only after the owner says yes", async ({ context }) => {
  const { page, url } = await openEditor(server, context);
  const other = await makeApp(server, context, "Customers");
  const schema = '{"name":"Customer","type":"object","properties":{"email":{"type":"string"}}}';
  model.reply(action('type="add_entity" file="Customer" read="creator" write="creator"', schema), slowly);
  await page.goto(`${server.url}/build/app/${other}`);
  await ask(page, "Customers");
  await expect(page.getByText("Creator Only")).toBeVisible();

  model.reply(
    action('type="import_entities" title="Reuse customers"', `[{"appId":"${other}","entity":"Customer"}]`),
    slowly,
  );
  await page.goto(url);
  await ask(page, "Use my customers");
  const card = page.getByLabel("Reuse customers");
  await expect(card).toContainText("Customer from Customers");
  await card.getByRole("button", { name: "Import tables" }).click();
  await expect(card.getByText("Imported")).toBeVisible();
  await page.reload();
  await expect(card.getByText("Imported")).toBeVisible();
});

test("an edit that fits nowhere is marked as not applied, with the reason", async ({ context }) => {
  model.reply(page1);
  const { page } = await openBuilt(server, context, ["A page"]);
  const lost = action(
    'type="partial_edit" file="pages/Home.jsx" title="Change the greeting"',
    "<<<<<<< SEARCH\n  return <h1>Nowhere</h1>;\n=======\n  return <h1>Hi</h1>;\n>>>>>>> REPLACE",
    "e1",
  );
  for (let time = 0; time < 3; time += 1) model.reply(lost, slowly);
  await ask(page, "Greet");
  await expect(page.getByRole("article").getByLabel("Not applied").first()).toBeVisible();
  await expect(composer(page)).toBeEnabled();
});

test("a server that dies in the middle of an answer comes back with what was finished, and goes on", async ({
  context,
}) => {
  const { page } = await openEditor(server, context);
  const rest = action(
    'type="add_file" file="pages/About.jsx" title="Add a second page"',
    "export default function About() {\n  return <p>About</p>;\n}".repeat(40),
    "a2",
  );
  model.reply(`Two pages.\n\n${page1}${rest}`, { until: never });
  await say(page, "Two pages");
  await expect(page.getByRole("article", { name: "Created pages/Home.jsx" })).toBeVisible();
  await expect(page.getByRole("article", { name: /About/ })).toBeVisible();
  await server.kill();
  await expect(page.getByText("Reconnecting")).toBeVisible();
  await server.run();
  await expect(page.getByText("The server stopped in the middle of this answer")).toBeVisible();
  await expect(page.getByRole("article", { name: "Created pages/Home.jsx" })).toBeVisible();
  await expect(page.getByRole("article", { name: /About/ }).getByLabel("Truncated")).toBeVisible();
  model.reset();
  // The answer goes on inside the file that was cut.
  model.reply('</action id="a2">\n\nGoing on.', slowly);
  await page.getByRole("button", { name: "Let's keep going" }).click();
  await expect(page.getByText("Going on.")).toBeVisible();
});

test("an error of the running app shows by itself, is resolved by the assistant, and leaves", async ({ context }) => {
  const { page } = await openEditor(server, context, undefined, "");
  const broken = action(
    'type="add_file" file="pages/Home.jsx" title="Add the home page"',
    "export default function Home() {\n  const rows = undefined;\n  return <p>{rows.length}</p>;\n}",
  );
  model.reply(broken, slowly);
  await ask(page, "A page that counts");
  const panel = page.getByRole("complementary", { name: "Errors in the app" });
  await expect(panel).toContainText("Cannot read properties of undefined");

  await panel
    .getByRole("button", { name: /^Suppress/ })
    .first()
    .click();
  await page.getByRole("button", { name: "show suppressed issues" }).click();
  model.reply(
    action(
      'type="edit_file" file="pages/Home.jsx" title="Count an empty list"',
      "export default function Home() {\n  const rows = [];\n  return <p>{rows.length} rows</p>;\n}",
    ),
    { delayMs: 400 },
  );
  await panel.getByRole("button", { name: "Resolve with AI" }).click();
  await expect(page.getByText("The following errors happened in the app")).toBeVisible();
  await expect(panel.getByText("Fixing...").first()).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.frameLocator("iframe").getByText("0 rows")).toBeVisible();
  await expect(panel).toBeHidden();
});

test("what a poisoned row talks the model into waits for a click, which the keyboard can make", async ({ context }) => {
  model.reply(
    `${page1}${action('type="add_file" file="pages/About.jsx" title="Add the about page"', "export default function About() {\n  return <p>About</p>;\n}", "a2")}${action('type="add_entity" file="Task"', '{"properties":{"title":{"type":"string"}}}', "a3")}`,
  );
  const { page } = await openBuilt(server, context, ["Two pages and tasks"]);
  model.reply(
    `The rows say so.\n\n${action('type="delete_file" file="pages/About.jsx"', "", "b1")}${action('type="edit_entity" file="Task" read="anonymous" write="admin"', '{"properties":{"title":{"type":"string"}}}', "b2")}`,
    slowly,
  );
  await ask(page, "Show the tasks");
  const deletion = page.getByRole("article", { name: "Delete pages/About.jsx" });
  await expect(deletion).toContainText("Waiting for your OK");
  const opening = page.getByRole("article", { name: "Change the table Task" });
  await expect(opening).toContainText("anyone can view, only admins can edit");
  await deletion.getByRole("button", { name: "Don't" }).focus();
  await page.keyboard.press("Enter");
  await expect(deletion).toContainText("You said no. The file stays.");
  await opening.getByRole("button", { name: "Allow" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("You allowed this")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You said no. The file stays.")).toBeVisible();
  await expect(page.getByText("You allowed this")).toBeVisible();
});

test("a revert brings back the rows of that time when it is asked to, and they can be put back", async ({
  context,
}) => {
  model.reply(
    `${page1}${action('type="add_entity" file="Task"', '{"properties":{"title":{"type":"string"}}}', "a2")}${action('type="insert_entity_records" file="Task"', '{"title":"Kept"}\n{"title":"Lost"}', "a3")}`,
  );
  const { page, appId } = await openBuilt(server, context, ["A page and tasks"]);
  const rows = `${server.url}/api/apps/${appId}/entities/Task`;
  const titles = async () =>
    ((await (await context.request.get(`${rows}?sort=title`)).json()) as { items: { id: string; title: string }[] })
      .items;
  const lost = (await titles()).find(({ title }) => title === "Lost")!;
  expect((await context.request.delete(`${rows}/${lost.id}`)).ok()).toBe(true);
  model.reply(
    action(
      'type="edit_file" file="pages/Home.jsx"',
      "export default function Home() {\n  return <p>Changed</p>;\n}",
      "b1",
    ),
    slowly,
  );
  await ask(page, "Change it");

  await page.getByRole("button", { name: "Revert" }).first().click();
  const question = page.getByRole("dialog", { name: "Revert to this version?" });
  const choice = question.getByRole("checkbox", { name: "Also bring back the rows of that time" });
  await expect(choice).not.toBeChecked();
  await expect(question.getByRole("row", { name: "Task 1 comes back" })).toBeVisible();
  await choice.check();
  await question.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("Reverted, with 1 row of that time")).toBeVisible();
  expect((await titles()).map(({ title }) => title)).toEqual(["Kept", "Lost"]);
  await page.getByRole("button", { name: "Undo rows" }).click();
  await expect(page.getByText("The rows are as they were before the revert")).toBeVisible();
  expect((await titles()).map(({ title }) => title)).toEqual(["Kept"]);
});
