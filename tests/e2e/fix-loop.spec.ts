import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { adminEmail, ask, finished, openBuilt, say, signIn } from "../support/talk";

// Fixes that do not help: they end by themselves, and the way back is one click.

/** Sets how often the check of an answer gives its findings back; null is the shared server's own setting, never. */
async function setAutoFixes(server: Server, browser: Browser, autoFixes: number | null): Promise<void> {
  const admin = await browser.newContext();
  await signIn(server, admin, adminEmail);
  const limits = { monthlyUsdMax: null, autoFixes, timeoutSeconds: null };
  const saved = await admin.request.post(`${server.url}/api/trpc/models.save`, {
    data: { json: { services: [], limits } },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await admin.close();
}

const home = (body: string, type = "edit_file") =>
  `<action type="${type}" file="pages/Home.jsx" title="Change the page" id="a1">\nexport default function Home() {\n  ${body}\n}\n</action id="a1">\n`;
const good = home("return <p>Hello</p>;", "add_file");

async function goBack(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Go back to the last good version" }).click();
  await page.getByRole("dialog", { name: "Revert to this version?" }).getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("Reverted. Versions has the state from before, if you want it back.")).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("Hello")).toBeVisible();
}

test("the check of an answer ends when its faults return, says what is open, and offers to go back to the last good version", async ({
  browser,
  context,
  scripted,
}) => {
  const { server, model } = scripted;
  model.reset();
  await setAutoFixes(server, browser, 2);
  model.reply(good);
  const { page } = await openBuilt(server, context, ["A page"], undefined, "");
  for (const line of ["return <p>{total}</p>;", "return <p>{total} now</p>;", "return <p>{total} once more</p>;"])
    model.reply(home(line), { delayMs: 40 });
  await say(page, "Show the total");
  await expect(page.getByText("detected some issues and will try to auto fix them")).toHaveCount(2);
  await expect(page.getByRole("alert").filter({ hasText: "automatic fixing has stopped" })).toBeVisible();
  await expect(page.getByText("Still open:")).toBeVisible();
  expect(model.requests).toHaveLength(4);

  // On a phone the minimised panel leaves the last line of the chat alone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole("complementary", { name: "Errors in the app" })
    .getByRole("button", { name: "Minimize" })
    .click();
  const pill = (await page.getByRole("button", { name: /^\d+ issues?$/ }).boundingBox())!;
  const reload = page.getByRole("button", { name: "Reload", exact: true });
  await reload.scrollIntoViewIfNeeded();
  await expect.poll(async () => ((await reload.boundingBox())?.y ?? Infinity) + 22).toBeLessThanOrEqual(pill.y);
  await page.setViewportSize({ width: 1440, height: 900 });

  await goBack(page);
  await expect(page.getByText("Show the total")).toHaveCount(0);
  await setAutoFixes(server, browser, null);
});

test("an error of the running app that two fixes did not cure is not asked about again, also after a reload", async ({
  context,
  scripted,
}) => {
  const { server, model } = scripted;
  model.reset();
  model.reply(good);
  const { page } = await openBuilt(server, context, ["A page"], undefined, "");
  const panel = page.getByRole("complementary", { name: "Errors in the app" });
  const broken = (words: string) => home(`const rows = undefined;\n  return <p>{rows.length} ${words}</p>;`);
  model.reply(broken("rows"));
  await ask(page, "Count the rows");
  for (const words of ["rows now", "rows once more"]) {
    await expect(panel).toContainText("Cannot read properties of undefined");
    model.reply(`Now with ${words}.\n${broken(words)}`, { delayMs: 40 });
    const sent = page.waitForResponse(/chat\.send/);
    await panel.getByRole("button", { name: "Resolve with AI" }).click();
    await sent;
    // The last answer's Reload is there until this one begins.
    await expect(page.getByText(`Now with ${words}.`)).toBeVisible();
    await finished(page);
  }
  await expect(panel).toContainText("came back after two attempts");
  await page.reload();
  await expect(panel).toContainText("Cannot read properties of undefined");
  await panel.getByRole("button", { name: "Resolve with AI" }).click();
  await expect(page.getByText("The same errors came back after two attempts to fix them.")).toBeVisible();
  expect(model.requests).toHaveLength(4);
  await goBack(page);
  await expect(panel).toBeHidden();
});
