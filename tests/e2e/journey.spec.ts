import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import type { Server } from "../support/server";
import { adminEmail, signIn } from "../support/talk";

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

const password = "copper-lantern-42-fjord";

/** Everything that a page logs as an error: a calm page has none. */
function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

const app = (page: Page) => page.frameLocator("iframe[title='App preview']");

async function ask(page: Page, words: string) {
  await page.getByPlaceholder("Ask for a feature or a change").fill(words);
  await page.keyboard.press("Enter");
}

test("from a sentence to a running, published app", async ({ page, browser }) => {
  const errors = listenForErrors(page);

  await test.step("signs up", async () => {
    await page.goto(server.url);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Use it a minute later");
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/login/);
    // A link, so that a click before the page is hydrated is not lost.
    await page.getByRole("link", { name: "Create an account" }).click();
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(/\/home/);
    await expect(page.getByRole("heading", { name: "Start from a complete app" })).toBeVisible();
  });

  await test.step("describes an app and watches it being made", async () => {
    await page
      .getByLabel("Describe your app")
      .fill(
        "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard",
      );
    await page.getByRole("button", { name: "Build it" }).click();
    await expect(page).toHaveURL(/\/build\/app\//);
    await expect(page.getByText("Add contacts")).toBeVisible();
    await expect(page.getByText(/^Add \d+ sample deals$/)).toBeVisible();
  });

  await test.step("sees the app run with its data", async () => {
    await expect(app(page).getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await app(page).getByRole("link", { name: "Contacts", exact: true }).click();
    await expect(app(page).getByText(/^\d+ contacts$/)).toBeVisible();
  });

  await test.step("adds a record in the running app and sees it in the database panel", async () => {
    const count =
      Number.parseInt(
        await app(page)
          .getByText(/^\d+ contacts$/)
          .innerText(),
        10,
      ) + 1;
    await app(page).getByRole("button", { name: "New contact" }).click();
    await app(page).getByLabel("Name").fill("Grace Hopper");
    await app(page).getByLabel("Email").fill("grace@example.com");
    await app(page)
      .getByRole("button", { name: /^(Create|Add|Save)/ })
      .click();
    await expect(app(page).getByText(`${count} contacts`)).toBeVisible();
    await page.getByRole("button", { name: "Database" }).click();
    await expect(page.getByText(`${count} rows`)).toBeVisible();
    await page.getByLabel("Search rows").fill("grace");
    await expect(page.getByText(`1 of ${count} rows`)).toBeVisible();
  });

  await test.step("asks for changes, and the preview follows", async () => {
    await page.getByRole("button", { name: "Preview" }).click();
    await ask(page, "add a phone number to contacts");
    await expect(page.getByText("Update contacts").first()).toBeVisible();
    await expect(page.getByPlaceholder("Ask for a feature or a change")).toBeEditable();
    await ask(page, "make status a dropdown with new, won, lost");
    await expect(page.getByText("Update contacts")).toHaveCount(2);
    // The dialog is of the build that was there when it opened: the next build closes it.
    await expect(async () => {
      await app(page).getByRole("link", { name: "Contacts", exact: true }).click({ timeout: 5_000 });
      await app(page).getByRole("button", { name: "New contact" }).click({ timeout: 5_000 });
      await expect(app(page).getByLabel(/Phone/)).toBeVisible({ timeout: 5_000 });
      await app(page)
        .getByRole("combobox", { name: /Status/ })
        .click({ timeout: 5_000 });
      await expect(app(page).getByRole("option", { name: "New" })).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });

  const address = await test.step("publishes", async () => {
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    const who = dialog.getByRole("group", { name: "Who may do what" });
    // The first check of a server starts its type checker, beside three other browsers.
    await expect(who).toContainText("Members come by your invitation only", { timeout: 120_000 });
    await expect(who).toContainText("Strangers: nothing");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(dialog.getByText("Your app is live")).toBeVisible();
    return (await dialog.getByRole("link").first().getAttribute("href"))!;
  });

  const link = await test.step("invites somebody by a link", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "App details" }).click();
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite a member" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const made = await dialog.getByLabel("Invitation link").inputValue();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("region", { name: "Members" }).getByText("Invited")).toBeVisible();
    await page.getByRole("button", { name: "Preview" }).click();
    return made;
  });

  await test.step("who is invited joins at the app's own address and sees the data; a stranger is offered no account", async () => {
    const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const problems = listenForErrors(visitor);
    await visitor.goto(address);
    // Nothing of a private app is shown to strangers but its way in.
    const dialog = visitor.getByRole("form", { name: /^Sign in to / });
    await expect(dialog.getByText("Members come by invitation.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Create an account" })).toHaveCount(0);
    await visitor.goto(link);
    await expect(visitor.getByRole("heading", { name: /^Join / })).toBeVisible();
    await visitor.getByLabel("Email").fill("visitor@example.com");
    await visitor.getByLabel("Password").fill(password);
    await visitor.getByRole("button", { name: "Create account" }).click();
    await expect(visitor.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await visitor.goto(`${address}/Contacts`);
    await expect(visitor.getByRole("button", { name: "Grace Hopper", exact: true })).toBeVisible();
    await visitor.goto(link);
    await expect(visitor.getByRole("alert")).toContainText("This invitation was used");
    expect(problems.filter((text) => !/401|403/.test(text))).toEqual([]);
    await visitor.context().close();
  });

  await test.step("a member comes in by a mailed code, or by the link beside it", async () => {
    const admin = await browser.newContext();
    await signIn(server, admin, adminEmail);
    const newest = async () => {
      const url = `${server.url}/api/trpc/mail.list?input=${encodeURIComponent('{"json":{}}')}`;
      const { items } = (await (await admin.request.get(url)).json()).result.data.json as {
        items: { subject: string }[];
      };
      return /^\d{6}/.exec(items[0]!.subject)![0];
    };
    const member = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const ask = async () => {
      await member.goto(address);
      // The address may be typed before the way in is chosen.
      await member.getByLabel("Email").fill("visitor@example.com");
      await member.getByRole("button", { name: "Email me a code" }).click();
      await member.getByRole("button", { name: "Email me a code" }).click();
      await expect(member.getByText("Verification code sent to your email")).toBeVisible();
      return newest();
    };
    const code = await ask();
    await member.getByLabel("Code").fill(code === "000000" ? "111111" : "000000");
    await member.getByRole("button", { name: "Sign in" }).click();
    await expect(member.getByRole("alert")).toHaveText("Invalid or expired magic link");
    await member.getByLabel("Code").fill(code);
    await member.getByRole("button", { name: "Sign in" }).click();
    await expect(member.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await member.evaluate(() => localStorage.clear());
    const again = await ask();
    await member.goto(`${address.replace(/\/$/, "")}/_joinery/sign-in#visitor%40example.com:${again}`);
    await expect(member.getByText("visitor@example.com")).toBeVisible();
    await member.getByRole("button", { name: "Sign in" }).click();
    await expect(member.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await member.context().close();
    await admin.close();
  });

  await test.step("comes back after a reload to the same place", async () => {
    await page.reload();
    await expect(page.getByText("make status a dropdown with new, won, lost")).toBeVisible();
    await expect(app(page).getByRole("heading", { name: "Dashboard" })).toBeVisible();
  });

  expect(errors.filter((text) => !/401|Failed to load resource/.test(text))).toEqual([]);
});

test("a visitor is offered what they may do, and no more", async ({ page, browser }) => {
  await page.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password },
  });
  await page.goto(`${server.url}/home`);
  await page
    .getByLabel("Describe your app")
    .fill("A price list with products (name, price, notes). Anyone can view, only admins can edit.");
  await page.getByRole("button", { name: "Build it" }).click();
  await app(page).getByRole("link", { name: "Products", exact: true }).click();
  await expect(app(page).getByRole("button", { name: "New product" })).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog.getByText("Your app is live")).toBeVisible();
  const address = (await dialog.getByRole("link").first().getAttribute("href"))!;

  const visitor = await browser.newPage();
  const errors = listenForErrors(visitor);
  await visitor.goto(`${address}/Products`);
  await expect(visitor.getByRole("row").nth(4)).toBeVisible();
  await expect(visitor.getByRole("button", { name: "New product" })).toHaveCount(0);
  await expect(visitor.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  await visitor.getByRole("row").nth(1).click();
  await expect(visitor.getByRole("region", { name: "Details" })).toBeVisible();
  await expect(visitor.getByRole("button", { name: /^(Edit|Delete|Save)/ })).toHaveCount(0);
  expect(errors.filter((text) => !/401/.test(text))).toEqual([]);
  await visitor.context().close();
});

test("the sidebar folds by Ctrl+B, and stays folded after a reload", async ({ page }) => {
  const signIn = await page.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password },
  });
  const { token } = (await signIn.json()) as { token: string };
  const made = await page.request.post(`${server.url}/api/apps`, {
    data: { appType: "gen-app", genApp: { header: "Folding" } },
    headers: { authorization: `Bearer ${token}` },
  });
  const { appId } = (await made.json()) as { appId: string };
  await page.goto(`${server.url}/build/app/${appId}`);
  const menu = page.getByRole("navigation", { name: "App menu" });
  await expect(menu).toHaveCSS("width", "256px");
  await page.keyboard.press("Control+b");
  await expect(menu).toHaveCSS("width", "48px");
  await page.reload();
  await expect(menu).toHaveCSS("width", "48px");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(menu).toBeHidden();
  await page.keyboard.press("Control+b");
  await expect(page.getByRole("dialog", { name: "App menu" })).toHaveCSS("width", "288px");
});

test("the builder's pages run their own inline scripts and no others", async ({ page }) => {
  const errors = listenForErrors(page);
  const nonces = new Set<string>();
  for (const path of ["/login", "/login?new=1", "/nothing-here"]) {
    const answer = await page.goto(`${server.url}${path}`);
    const scripts = /script-src ([^;]+)/.exec(answer!.headers()["content-security-policy"]!)![1]!;
    expect(scripts).not.toContain("unsafe");
    nonces.add(/'nonce-([^']+)'/.exec(scripts)![1]!);
    await page.waitForLoadState("networkidle");
  }
  expect(nonces.size).toBe(3);
  expect(errors.filter((text) => !/404|401/.test(text))).toEqual([]);
  await page.goto(`${server.url}/login`);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);
  });
  expect(await page.evaluate(() => "injected" in window)).toBe(false);
  expect(errors.some((text) => /Content Security Policy/.test(text))).toBe(true);
});

test("another builder's app is not there", async ({ page }) => {
  await page.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password },
  });
  await page.goto(`${server.url}/build/app/anothersapp000000`);
  await expect(page.getByText("This app does not exist or is not yours")).toBeVisible();
});
