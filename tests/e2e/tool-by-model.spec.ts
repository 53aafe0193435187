import { expect } from "@playwright/test";
import { test } from "../support/browser";
import { never } from "../support/scripted-model";
import { signIn } from "../support/talk";

// A whole tool by a model: a job that outlives the page that asked for it, and the server.

const answer = JSON.stringify({
  header: "Wine guide",
  description: "Finds a wine",
  steps: [],
  fields: [{ name: "guests", label: "Guests", type: "number", required: true, min: 1, step: 1 }],
  blocks: [{ title: "Bottles", template: "# {{= ceil(guests / 3)}} bottles" }],
  notDone: ["It cannot order wine"],
});

test("a tool that a model makes arrives after a reload, another page and a killed server, and runs", async ({
  page,
  scripted,
}) => {
  const { model, server } = scripted;
  model.reset();
  await signIn(server, page.context(), "vintner@example.com");
  await page.goto(`${server.url}/home`);
  await page.getByText("AI tool", { exact: true }).click();
  await page.getByLabel("Describe your tool").fill("a wine guide for parties");
  model.reply("{", { until: never });
  await page.getByRole("button", { name: "Build it" }).click();
  await expect(page).toHaveURL(/\/build\/app\//);
  const editor = page.url();
  const making = page.getByText("The model is making this tool. You can leave this page meanwhile.");
  await expect(making).toBeVisible();

  await page.reload();
  await expect(making).toBeVisible();
  await expect(page.getByRole("textbox", { name: /Say what this tool does/ })).toHaveValue("a wine guide for parties");
  await expect.poll(() => model.requests.length).toBe(1);

  await server.kill();
  model.reset();
  model.reply(answer);
  await server.run();
  await page.goto(`${server.url}/home`);
  await page.goto(editor);
  const tool = page.frameLocator("iframe");
  await expect(tool.getByRole("heading", { name: "Wine guide" })).toBeVisible();
  await expect(page.getByText("It cannot order wine")).toBeVisible();
  await tool.getByLabel("Guests").fill("7");
  await tool.getByRole("button", { name: "Get my result" }).click();
  await expect(tool.getByRole("heading", { name: "3 bottles" })).toBeVisible();
  expect(model.requests).toHaveLength(1);
});
