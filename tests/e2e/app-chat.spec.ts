import { expect } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { adminEmail, openBuilt, openEditor } from "../support/talk";

// What an app's visitors can ask its assistant, from the builder's switch to the published page.
let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

test("a builder activates the assistant, and visitors of the published app get answers that quote rows they may read", async ({
  context,
  browser,
}) => {
  const { page, url, appId } = await openBuilt(
    server,
    context,
    [
      "A clinic app with doctors (name, specialty, phone) and salaries (title, amount). Without sample data. Visitors can see doctors, only admins can see salaries.",
    ],
    adminEmail,
  );
  const rows = (entity: string) => `${server.url}/api/apps/${appId}/entities/${entity}`;
  const made = await context.request.post(rows("Doctor"), {
    data: { name: "Ada Lovelace", specialty: "Cardiology", phone: "555-0101" },
  });
  expect(made.ok()).toBe(true);
  expect((await context.request.post(rows("Salary"), { data: { title: "Pay of Ada", amount: 991234 } })).ok()).toBe(
    true,
  );

  const added = await context.request.post(`${server.url}/api/context/ingest/text?appId=${appId}`, {
    data: { context: "# House rules\n\nAppointments may be cancelled until 24 hours before they begin." },
  });
  expect(added.ok()).toBe(true);
  await page.goto(`${url}?panel=data`);
  await page.getByRole("textbox", { name: "Question" }).fill("Until when can I cancel?");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  const passages = page.getByRole("region", { name: "Test a question" }).getByRole("listitem");
  await expect(passages).toContainText("Words: number 1");
  await expect(passages).toContainText("Shares “cancelled”");

  await page.goto(`${url}?panel=chat-settings`);
  await page.getByRole("switch", { name: "Chat assistant" }).click();
  const dialog = page.getByRole("dialog", { name: "Activate chat assistant" });
  await expect(dialog).toContainText("can ask about Doctor");
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("Chat assistant activated successfully")).toBeVisible();
  await page.getByLabel("Example question 1").fill("Who does cardiology?");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("switch", { name: "Chat assistant" })).toBeChecked();

  const published = await context.request.post(`${server.url}/api/apps/${appId}/publish`, { data: {} });
  const { url: appUrl } = (await published.json()) as { url: string };
  const visitor = await browser.newPage();
  // The app's own menu asks who they are; they do not say.
  const notNow = visitor.getByRole("button", { name: "Not now" });
  await visitor.addLocatorHandler(notNow, () => notNow.click());
  await visitor.goto(`${appUrl}/Doctors`);
  await visitor.getByRole("button", { name: "Ask the assistant" }).click();
  const chat = visitor.getByRole("dialog", { name: /^Assistant of/ });
  await chat.getByRole("button", { name: "Who does cardiology?" }).click();
  await expect(chat.getByRole("log")).toContainText("Ada Lovelace");
  await expect(chat.getByRole("log")).toContainText("Phone: 555-0101");
  await chat.getByLabel("Your question").fill("What is the pay of Ada?");
  await chat.getByLabel("Your question").press("Enter");
  await expect(chat.getByRole("button", { name: "Send" })).toBeVisible();
  await expect(chat.getByRole("log").getByText("What is the pay of Ada?")).toBeVisible();
  await expect(chat.getByRole("log")).toHaveAttribute("aria-busy", "false");
  expect(await chat.getByRole("log").textContent()).not.toMatch(/991|Pay of Ada/);
  // A document is quoted, and its number opens the passage.
  await chat.getByLabel("Your question").fill("Until when can an appointment be cancelled?");
  await chat.getByLabel("Your question").press("Enter");
  await chat.getByRole("button", { name: "Source 1" }).click();
  await expect(chat.getByRole("group", { name: "Sources" }).getByText(/until 24 hours before/)).toBeVisible();
  // The conversation is there after a reload, and gone when it is told to go.
  await visitor.reload();
  await visitor.getByRole("button", { name: "Ask the assistant" }).click();
  await expect(chat.getByRole("log")).toContainText("Who does cardiology?");
  await chat.getByRole("button", { name: "Start over" }).click();
  await expect(chat.getByRole("log")).not.toContainText("Ada Lovelace");
  await visitor.keyboard.press("Escape");
  await expect(visitor.getByRole("button", { name: "Ask the assistant" })).toBeFocused();

  // Off is off at once, without publishing again.
  await page.getByRole("switch", { name: "Chat assistant" }).click();
  await expect(page.getByText("Chat assistant deactivated successfully")).toBeVisible();
  const looked = visitor.waitForResponse(/\/assistant$/);
  await visitor.reload();
  await looked;
  await expect(visitor.getByRole("button", { name: "Ask the assistant" })).toHaveCount(0);
  await visitor.close();
});

test("a switch that the server refuses goes back, and says so", async ({ context }) => {
  const { page } = await openEditor(server, context, adminEmail, "?panel=chat-settings");
  await page.route("**/api/trpc/chat.activate**", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByRole("switch", { name: "Chat assistant" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText("Failed to activate chat assistant")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Chat assistant" })).not.toBeChecked();
});
