import { expect, test } from "@playwright/test";
import { generateApp } from "../support/generated-app";
import { Server } from "../support/server";

// Two people build one app: the owner invites, both see each other, the guest edits, and may only look afterwards.

let server: Server;
test.beforeAll(async () => void (server = await Server.start()));
test.afterAll(() => server.close());

const password = "copper-lantern-42-fjord";

test("an app is shared with an editor, who becomes a viewer", async ({ page, browser }) => {
  const owner = { email: "ada.lovelace@example.com", password };
  expect((await page.request.post(`${server.url}/api/auth/sign-up`, { data: owner })).ok()).toBe(true);
  const { appId } = await generateApp(server, page.request, "A list of books with title and author");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const guest = await context.newPage();
  const also = (name: string) => ({ name, role: "listitem" as const });

  const link = await test.step("the owner makes a link for an editor", async () => {
    await page.goto(`${server.url}/build/app/${appId}`);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share this app" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const field = dialog.getByRole("textbox", { name: "Invitation link" });
    await expect(field).toBeVisible();
    return field.inputValue();
  });

  await test.step("a stranger signs up on the way, and comes in", async () => {
    await guest.goto(link);
    await expect(guest).toHaveURL(/\/login/);
    const account = { email: "grace.hopper@example.com", password };
    expect((await context.request.post(`${server.url}/api/auth/sign-up`, { data: account })).ok()).toBe(true);
    await guest.goto(`${server.url}/collaborate`);
    await expect(guest.getByRole("heading", { name: /^Build .* together$/ })).toBeVisible();
    await guest.getByRole("button", { name: "Open the app" }).click();
    await expect(guest).toHaveURL(new RegExp(`/build/app/${appId}`));
  });

  await test.step("both see each other", async () => {
    await page.keyboard.press("Escape");
    const [there, here] = [also("Grace Hopper"), also("Ada Lovelace")];
    await expect(
      page.getByRole("list", { name: "Also here" }).getByRole(there.role, { name: there.name }),
    ).toBeVisible();
    await expect(
      guest.getByRole("list", { name: "Also here" }).getByRole(here.role, { name: here.name }),
    ).toBeVisible();
    // A second tab of the same person is not one more.
    const tab = await context.newPage();
    await tab.goto(`${server.url}/build/app/${appId}`);
    await expect(tab.getByRole("list", { name: "Also here" }).getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("list", { name: "Also here" }).getByRole("listitem")).toHaveCount(1);
    await tab.close();
  });

  await test.step("the editor edits, may not publish, and the owner sees the edit", async () => {
    await expect(guest.getByRole("button", { name: "Publish", exact: true })).toBeHidden();
    await guest.getByRole("textbox", { name: "Message to the assistant" }).fill("Add a rating from 1 to 5 to books");
    await guest.keyboard.press("Enter");
    await expect(page.getByText("Add a rating from 1 to 5 to books").first()).toBeVisible();
    await expect(guest.getByRole("button", { name: /^Stop/ })).toBeHidden();
  });

  await test.step("as a viewer they look, and cannot change anything", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share this app" });
    await dialog.getByRole("combobox", { name: "Role of grace.hopper@example.com" }).click();
    await page.getByRole("option", { name: "Can view" }).click();
    await guest.reload();
    await expect(guest.getByText("You can look at this app, not change it.").first()).toBeVisible();
    await expect(guest.getByRole("textbox", { name: "Message to the assistant" })).toHaveCount(0);
    const answer = await context.request.post(`${server.url}/api/apps/${appId}/entities/Book`, {
      data: { title: "Mine" },
    });
    expect(answer.status()).toBe(403);
    await guest.goto(`${server.url}/home`);
    await expect(guest.getByText("Shared with you")).toBeVisible();
    // Gone within seconds after leaving.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("list", { name: "Also here" })).toBeHidden({ timeout: 8_000 });
  });
  await context.close();
});
