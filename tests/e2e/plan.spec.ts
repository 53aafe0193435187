import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { never } from "../support/scripted-model";
import type { ScriptedServer } from "../support/scripted-server";
import { ask, composer, openEditor, say } from "../support/talk";

// A plan for a large request: proposed, edited, carried out step by step, stopped, and taken up again.
let server: ScriptedServer["server"];
let model: ScriptedServer["model"];
test.beforeAll(({ scripted }) => void ({ server, model } = scripted));
test.beforeEach(() => model.reset());

const slowly = { delayMs: 20 };
const page1 = (name: string) =>
  `<action type="add_file" file="pages/${name}.jsx" title="Add ${name}" id="a1">\nexport default function ${name}() {\n  return <p>${name} is here</p>;\n}\n</action id="a1">\n`;
const proposal = `I build a site of three pages.\n\n<plan title="Three pages">\n- A home page\n- A page about us\n- A contact page\n</plan>\n`;

const card = (page: Page) => page.getByRole("region", { name: "Plan: Three pages" });
const bar = (page: Page) => page.getByRole("region", { name: "Plan in progress" });
const stepNames = (page: Page) => card(page).getByRole("listitem").allInnerTexts();

test("a plan is edited, started, and each step becomes a version; another tab sees the same", async ({ context }) => {
  const { page, url } = await openEditor(server, context);
  model.reply(proposal, slowly);
  await page.getByRole("button", { name: "Plan first" }).click();
  await ask(page, "A site of three pages");
  expect(JSON.stringify(model.requests.at(-1))).toContain("The person wants a plan before anything is changed");
  const other = await context.newPage();
  await other.goto(url);
  await expect(card(other).getByText("A contact page")).toBeVisible();

  await card(page).getByRole("button", { name: "A page about us" }).click();
  await page.getByLabel("Edit step 2").fill("A page about the team");
  await page.getByLabel("Edit step 2").press("Enter");
  await card(page).getByRole("button", { name: "Change step 3" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await card(page).getByRole("button", { name: "Add a step" }).click();
  await page.getByLabel("New step").fill("An imprint");
  await page.getByLabel("New step").press("Enter");
  await card(page).getByRole("button", { name: "Change step 3" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  for (const tab of [page, other])
    await expect.poll(() => stepNames(tab)).toEqual(["1\nA home page", "2\nA contact page", "3\nAn imprint"]);

  for (const name of ["Home", "Contact", "Imprint"]) model.reply(page1(name), slowly);
  await card(page).getByRole("button", { name: "Start" }).click();
  await expect(bar(page)).toBeVisible();
  for (const tab of [page, other]) {
    // Three steps, each of which is checked with its pages mounted.
    await expect(card(tab).getByText("Done", { exact: true })).toBeVisible({ timeout: 90_000 });
    await expect(tab.getByText("Step 3 of 3")).toBeVisible();
    await expect(tab.getByRole("button", { name: "View changes" })).toHaveCount(3);
    await expect(bar(tab)).toHaveCount(0);
  }
  await expect(page.getByRole("button", { name: "Plan first" })).toHaveAttribute("aria-pressed", "false");
  // The click on "Start" is no click that expands something: the chat followed the steps.
  await expect(page.getByRole("button", { name: "View changes" }).last()).toBeInViewport();
  await page.getByRole("button", { name: "Versions" }).click();
  const versions = page.getByRole("dialog", { name: "Versions" });
  for (const step of ["A home page", "A contact page", "An imprint"])
    await expect(versions.getByText(step)).toBeVisible();
});

test("Stop ends the plan in the middle, a reload shows where it is, and it goes on from there", async ({ context }) => {
  const { page } = await openEditor(server, context);
  model.reply(proposal, slowly);
  await ask(page, "A site of three pages");
  model.reply(page1("Home"), slowly);
  model.reply("I think about it. ".repeat(4), { until: never });
  await card(page).getByRole("button", { name: "Start" }).click();
  await expect(bar(page)).toContainText("Step 2A page about us1 of 3");
  await page.reload();
  await expect(bar(page)).toContainText("Step 2A page about us1 of 3");
  await expect(page.getByText("I think about it.")).toBeVisible();
  await page.getByRole("button", { name: "Stop the plan" }).click();
  await expect(bar(page)).toContainText("Plan pausedNext: A page about us1 of 3");
  // What the first step made is in the app.
  await expect(page.getByRole("button", { name: "View changes" })).toHaveCount(1);

  // The service fails in the second step: it says so, and the rest waits.
  model.reset();
  model.fail({ status: 400, message: "no" });
  await bar(page).getByRole("button", { name: "Continue" }).click();
  await expect(bar(page).getByText("Step 2 failed")).toBeVisible();
  await expect(card(page).getByRole("img", { name: "Step 2: Failed" })).toBeVisible();
  model.reset();
  model.reply(page1("About"), slowly);
  model.reply(page1("Contact"), slowly);
  await bar(page).getByRole("button", { name: "Try again" }).click();
  await expect(card(page).getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: "View changes" })).toHaveCount(3);
});

test("“Just do it” leaves the plan out, and a server that restarts goes on with one", async ({ context }) => {
  const { page } = await openEditor(server, context);
  model.reply(proposal, slowly);
  await ask(page, "A site of three pages");
  model.reply(`${page1("Home")}Done at once.`, slowly);
  await card(page).getByRole("button", { name: "Just do it" }).click();
  await expect(page.getByText("Done at once.")).toBeVisible();
  await expect(card(page).getByText("Set aside")).toBeVisible();

  model.reply(proposal.replace("Three pages", "More pages"), slowly);
  await say(page, "More pages");
  const more = page.getByRole("region", { name: "Plan: More pages" });
  model.reply("I think about it. ".repeat(4), { until: never });
  await more.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("I think about it.")).toBeVisible();
  await server.kill();
  model.reset();
  for (const name of ["One", "Two", "Three"]) model.reply(page1(name), slowly);
  await server.run();
  await expect(more.getByText("Done", { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(composer(page)).toBeEnabled();
});
