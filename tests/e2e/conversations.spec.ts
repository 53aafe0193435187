import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { ProviderServer } from "../support/provider-streams";
import { Server } from "../support/server";
import { adminEmail, ask, openEditor, signUpAdmin, stop } from "../support/talk";

// A whole conversation in the builder, with a service that speaks the event stream of a real one. The same steps with
// each kind of service, whose messages are stored alike, are in tests/chat/conversations.test.ts.
let server: Server;
let model: ProviderServer;
test.beforeAll(async () => {
  model = await ProviderServer.start();
  server = await Server.start({ MODELS_URL: `${model.url}/models` });
  await signUpAdmin(server);
});
test.beforeEach(() => model.reset());
test.afterAll(async () => {
  await server.close();
  await model.close();
});

const action = (body: string, file: string, type = "add_file", id = "a1") =>
  `<action type="${type}" file="${file}" title="Change it" id="${id}">\n${body}\n</action id="${id}">\n`;
const edit = (before: string, after: string) =>
  action(
    `<<<<<<< SEARCH\n  return <h1>${before}</h1>;\n=======\n  return <h1>${after}</h1>;\n>>>>>>> REPLACE`,
    "pages/Home.jsx",
    "partial_edit",
    "e1",
  );
const home = action("export default function Home() {\n  return <h1>Grüße</h1>;\n}", "pages/Home.jsx");
const read = { name: "read_file", input: { path: "pages/Home.jsx" } };

/** An administrator's app, and the service that the administrator has entered under Admin → Models. */
async function start(page: Page): Promise<void> {
  model.dialect = "anthropic";
  const names = { build: "m", repair: "", small: "" };
  const service = { id: "one", provider: model.dialect, baseUrl: model.url, key: "key", names };
  const limits = { monthlyUsdMax: null, autoFixes: 2, timeoutSeconds: null };
  const saved = await page.request.post(`${server.url}/api/trpc/models.save`, {
    data: { json: { services: [service], limits } },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
}

const shown = (page: Page) => page.frameLocator("iframe").getByRole("heading");
const looked = (page: Page, summary: string) => page.getByRole("button", { name: summary, exact: true });
const faulty = "Checked the code and 1 page: 1 fault";
const faultless = "Checked the code and 1 page: no faults";

test("a model looks, edits, fails its check, mends and is done", async ({ context }) => {
  const { page } = await openEditor(server, context, adminEmail, "");
  await start(page);

  // 1. A first page.
  model.say({ text: `A page.\n${home}` });
  await ask(page, "A page that greets");
  await expect(shown(page)).toHaveText("Grüße");

  // 2. Look, edit, failing check, look again, mend, done.
  model.say(
    { reasoning: "The title is in Home.", text: "I look first.\n", calls: [read] },
    { text: `I show the sum.\n${edit("Grüße", "{sum}")}` },
    { reasoning: "sum is nowhere.", text: "", calls: [read] },
    { text: `It had no sum.\n${edit("{sum}", "Summe: 7 €")}` },
  );
  await ask(page, "Show the sum");
  for (const summary of ["Read pages/Home.jsx, 3 lines", faulty, faultless])
    await expect(looked(page, summary).last()).toBeVisible();
  await expect(shown(page)).toHaveText("Summe: 7 €");

  // 3. Overloaded before the first word and between two looks: it goes on by itself, and nothing is changed.
  model.refuse(529);
  model.say({ text: "I look.\n", calls: [read] });
  model.refuse(429);
  model.say({ text: "It says seven." });
  await ask(page, "What does it say?");
  await expect(page.getByText("It says seven.")).toBeVisible();

  // 4. Broken off in a file: said in words, continued at a click, and no half file in between.
  model.say({
    text: action("export const half = 1;", "services/half.js", "add_file", "b").slice(0, 90),
    error: "upstream key-canary died",
  });
  await ask(page, "A service");
  await expect(page.getByText("key-canary")).toHaveCount(0);
  await expect(page.getByRole("article").getByLabel("Truncated")).toBeVisible();
  model.say({ text: `${edit("Summe: 7 €", "Ende")}It is there.` });
  await page
    .getByRole("button", { name: /^(Let's keep going|Try again)$/ })
    .last()
    .click();
  await expect(page.getByText("It is there.")).toBeVisible();
  await expect(stop(page)).toBeHidden();
  await expect(shown(page)).toHaveText("Ende");
  expect(model.left).toBe(0);

  // A reload shows the same conversation, what was looked at included.
  await page.reload();
  for (const summary of [faulty, faultless]) await expect(looked(page, summary).last()).toBeVisible();
  await expect(shown(page)).toHaveText("Ende");
});
