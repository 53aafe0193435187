import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { signIn } from "../support/talk";

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const status = (page: Page, words: string) =>
  expect(page.getByRole("status").filter({ hasText: new RegExp(`^${words}$`) })).toBeVisible();

async function say(page: Page, sentence: string) {
  await page.goto(`${server.url}/home`);
  await page.getByText("AI tool", { exact: true }).click();
  await page.getByLabel("Describe your tool").fill(sentence);
  await page.getByRole("button", { name: "Build it" }).click();
  await expect(page).toHaveURL(/\/build\/app\//);
}

test("a sentence becomes a tool that runs at once, and what was not understood is said", async ({ page }) => {
  await signIn(server, page.context(), "tips@example.com");
  await say(page, "A tip calculator in euros that asks for bill, tip and people. It also rings a bell.");
  const tool = page.frameLocator("iframe");
  await expect(
    tool
      .getByRole("heading", { name: "Tip calculator in euros" })
      .or(tool.getByRole("heading", { name: "Tip calculator" })),
  ).toBeVisible();
  await expect(page.getByText("I did not understand “It also rings a bell”")).toBeVisible();
  await tool.getByLabel("Bill").fill("100");
  await tool.getByLabel("Tip percent").fill("20");
  await tool.getByLabel("People").fill("4");
  await tool.getByRole("button", { name: "Get my result" }).click();
  await expect(tool.getByRole("heading", { name: "€30.00" })).toBeVisible();

  // What is not understood changes nothing.
  await page.getByLabel("Change the whole tool").fill("asdf qwer");
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(page.getByText("I did not understand what this tool is to do")).toBeVisible();
});

test("a calculator that was asked for as an app becomes a tool", async ({ page }) => {
  await signIn(server, page.context(), "quotes@example.com");
  await page.goto(`${server.url}/home`);
  await page.getByLabel("Describe your app").fill("I need a quote calculator for my painting business");
  await page.getByRole("button", { name: "Build it" }).click();
  await expect(page.getByText("Made as a tool")).toBeVisible();
  await expect(page.frameLocator("iframe").getByLabel("Square metres")).toBeVisible();
});

test("a description of thousands of characters starts an app", async ({ page }) => {
  await signIn(server, page.context(), "long@example.com");
  await page.goto(`${server.url}/home`);
  const request = "A CRM with contacts (name, email) and deals (amount, due date). ".repeat(280);
  await page.getByLabel("Describe your app").fill(request);
  await page.getByRole("button", { name: "Build it" }).click();
  await expect(page).toHaveURL(/\/build\/app\//);
});

test("two tabs: the one that did not see the new tool loses nothing, and a version is put back", async ({
  page,
  context,
}) => {
  await signIn(server, page.context(), "ages@example.com");
  await say(page, "a BMI calculator");
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "BMI calculator" })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${page.url().split("?")[0]}?panel=texts`);
  await expect(other.getByLabel("Header")).toHaveValue("BMI calculator");

  await page.bringToFront();
  await page.getByLabel("Change the whole tool").fill("an age calculator");
  await page.getByRole("button", { name: "Make it" }).click();
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Age calculator" })).toBeVisible();

  await other.getByLabel("Welcome message").fill("Hello there");
  await expect(other.getByLabel("Header")).toHaveValue("Age calculator");
  await status(other, "Saved");
  await expect(other.getByLabel("Welcome message")).toHaveValue("Hello there");

  await page.reload();
  await page.getByRole("button", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Put version 1 back" }).click();
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "BMI calculator" })).toBeVisible();
  // What the other tab wrote is a version of its own.
  await page.getByRole("button", { name: "Versions" }).click();
  await expect(page.getByText("Edited by hand")).toBeVisible();
});

test("one click opens a tool to start from", async ({ page }) => {
  await signIn(server, page.context(), "cleaning@example.com");
  await page.goto(`${server.url}/home`);
  await page
    .getByRole("button", { name: /^Cleaning quote/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/build\/app\//);
  const tool = page.frameLocator("iframe");
  await tool.getByLabel("Square metres", { exact: true }).fill("100");
  await tool.getByRole("radio", { name: "Once" }).check();
  await tool.getByRole("button", { name: "Get my result" }).click();
  await expect(tool.getByRole("heading", { name: "$160.00" })).toBeVisible();
});
