import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { Server } from "../support/server";
import { SmtpServer, textOf } from "../support/smtp";
import { adminEmail, signUpAdmin } from "../support/talk";

const password = "copper-lantern-42-fjord";
const newPassword = "violet-harbour-77-moss";

/** Fills the sign-in card once it is hydrated. */
async function fillIn(page: Page, email: string, word: string): Promise<void> {
  await expect(async () => {
    await page.getByLabel("Email").fill(email, { timeout: 2_000 });
    await page.getByLabel("Password", { exact: true }).fill(word, { timeout: 2_000 });
    await expect(page.getByLabel("Email")).toHaveValue(email, { timeout: 1_000 });
  }).toPass();
}

async function signIn(page: Page, server: Server, email: string, word = password): Promise<void> {
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await fillIn(page, email, word);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test.describe("Without a mail server", () => {
  let server: Server;
  test.beforeAll(async () => void (server = await Server.start({ EMAIL_VERIFICATION: "on" })));
  test.afterAll(() => server.close());

  test("nothing moves away from a click while a slow machine still hydrates the page", async ({ page }) => {
    const slow = await page.context().newCDPSession(page);
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 10 });
    await page.goto(`${server.url}/login`, { waitUntil: "commit" });
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  });

  test("the administrator comes in in one step, and lets the second account in from the outbox", async ({
    page,
    browser,
  }) => {
    await page.goto(`${server.url}/login?new=1`);
    await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
    await fillIn(page, adminEmail, password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(`${server.url}/home`);

    const other = await (await browser.newContext()).newPage();
    await other.goto(`${server.url}/login?new=1&redirectTo=%2Fsettings`);
    await fillIn(other, "second@example.com", password);
    await other.getByRole("button", { name: "Create account" }).click();
    // Whoever mistyped their address can set it right before it is verified.
    await expect(other).toHaveURL(`${server.url}/settings`);
    await other.goto(`${server.url}/home`);
    await expect(other).toHaveURL(/\/auth\/verifyEmail\?continueUrl=%2Fhome/);
    await expect(
      other.getByText("No mail server is configured: the administrator finds the mail in the outbox."),
    ).toBeVisible();

    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("menuitem", { name: "Outbox" }).click();
    await page
      .getByRole("row", { name: /second@example.com/ })
      .getByText("Verify your email")
      .click();
    const link = page.getByRole("dialog").getByRole("link").first();
    const href = (await link.getAttribute("href"))!;
    expect(href).toMatch(new RegExp(`^${server.url}/auth/handler\\?mode=verify-email`));
    // On a third device, where nobody is signed in.
    const phone = await (await browser.newContext()).newPage();
    await phone.goto(href);
    await phone.getByRole("button", { name: "Verify email" }).click();
    await expect(phone.getByRole("heading", { name: "Email verified" })).toBeVisible();
    // The page that waited has noticed by itself.
    await expect(other).toHaveURL(`${server.url}/home`);
  });
});

test.describe("An installation with two accounts", () => {
  let server: Server;
  test.beforeAll(async ({ server: shared }) => {
    server = shared;
    const body = JSON.stringify({ email: "second@example.com", password });
    const headers = { "content-type": "application/json" };
    await fetch(`${server.url}/api/auth/sign-up`, { method: "POST", headers, body });
  });

  test("a builder sees an outbox neither in the menu nor by its address", async ({ page }) => {
    await page.request.post(`${server.url}/api/auth/sign-in`, { data: { email: "second@example.com", password } });
    await page.goto(`${server.url}/admin/outbox`);
    await expect(page.getByText("Only admins can do this")).toBeVisible();
  });

  test("a dead cookie is removed, and its page comes back after the sign-in", async ({ page, context }) => {
    await context.addCookies([{ name: "joinery_session", value: "dead", url: server.url }]);
    await page.goto(`${server.url}/settings`);
    await expect(page).toHaveURL(/\/login\?redirectTo=%2Fsettings/);
    expect((await context.cookies()).filter(({ name }) => name === "joinery_session")).toEqual([]);
    await fillIn(page, adminEmail, password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/settings`);
  });

  test("a token is exchanged when it is fifty minutes old, by one tab for all", async ({ page, context }) => {
    await page.request.post(`${server.url}/api/auth/sign-in`, { data: { email: adminEmail, password } });
    const token = async () => (await context.cookies()).find(({ name }) => name === "joinery_session")!.value;
    await page.goto(`${server.url}/home`);
    await page.waitForFunction(() => localStorage.getItem("joinery.refreshedAt") !== null);
    const before = await token();
    const exchanged: string[] = [];
    context.on("request", (request) => request.url().includes("account.refresh") && exchanged.push(request.url()));
    await page.evaluate(() => localStorage.setItem("joinery.refreshedAt", String(Date.now() - 3_000_000)));
    await Promise.all([page.reload(), (await context.newPage()).goto(`${server.url}/home`)]);
    await expect.poll(token).not.toBe(before);
    expect(exchanged).toHaveLength(1);
  });

  test("no address leads to another site after the sign-in", async ({ page }) => {
    await page.goto(`${server.url}/login?redirectTo=${encodeURIComponent("https://evil.example/")}`);
    await fillIn(page, adminEmail, password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/home`);
  });

  test("joining a plan leads to the upgrade, by way of the sign-in", async ({ page }) => {
    await page.goto(`${server.url}/app/a1/joinPlan`);
    await expect(page).toHaveURL(/\/login\?redirectTo=%2Fhome%3Fgoto%3Dupgrade_app_plan/);
    await fillIn(page, adminEmail, password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/home?goto=upgrade_app_plan`);
  });

  test("a payment that nobody confirms ends at /error/unauthorized, signed out", async ({ page, context }) => {
    await page.clock.install();
    await page.goto(`${server.url}/login?sale_id=s-1`);
    await fillIn(page, adminEmail, password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Confirming your payment…")).toBeVisible();
    const asked: number[] = [];
    page.on("request", (request) => request.url().includes("account.create") && asked.push(1));
    await expect(async () => {
      await page.clock.runFor(4_000);
      expect(page.url()).toContain("/error/unauthorized");
    }).toPass({ intervals: [300] });
    expect(asked).toHaveLength(7);
    await expect(page.getByText("Payment: s-1")).toBeVisible();
    expect((await context.cookies()).filter(({ name }) => name === "joinery_session")).toEqual([]);
  });

  test("sessions are listed and ended, data exported, and the account deleted", async ({ page, browser }) => {
    await page.request.post(`${server.url}/api/auth/sign-in`, { data: { email: "second@example.com", password } });
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.request.post(`${server.url}/api/auth/sign-in`, { data: { email: "second@example.com", password } });
    await elsewhere.goto(`${server.url}/home`);
    await page.goto(`${server.url}/settings`);
    const sessions = page.getByRole("region", { name: "Sessions" });
    await expect(sessions.getByText("This session")).toBeVisible();
    await sessions.getByRole("button", { name: "End all other sessions" }).click();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    await elsewhere.goto(`${server.url}/home`);
    await expect(elsewhere).toHaveURL(/\/login/);

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export my data" }).click();
    expect((await download).suggestedFilename()).toBe("joinery-export.json");
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password, to confirm").fill(password);
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, server, "second@example.com");
    await expect(page.getByText("Invalid email or password")).toBeVisible();
  });
});

test.describe("With a mail server", () => {
  const smtp = new SmtpServer();
  let server: Server;
  test.beforeAll(async () => {
    await smtp.start();
    server = await Server.start({ SMTP_URL: smtp.url, MAIL_FROM: "Joinery <joinery@example.com>" });
    await signUpAdmin(server);
  });
  test.afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  const linkIn = async (to: string, count: number) =>
    /https?:\/\/\S+#\S+/.exec(textOf(await smtp.mailTo(to, count)))![0];

  test("an account is verified, its password reset, its email changed, and a link signs it in", async ({ page }) => {
    const ada = "ada@example.com";
    await test.step("verified", async () => {
      await page.goto(`${server.url}/login?new=1`);
      await fillIn(page, ada, password);
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page).toHaveURL(/\/auth\/verifyEmail/);
      await expect(page.getByText("No mail server is configured")).toBeHidden();
      expect((await page.request.get(`${server.url}/api/apps`)).status()).toBe(403);
      await page.goto(await linkIn(ada, 1));
      await page.getByRole("button", { name: "Verify email" }).click();
      await page.getByRole("link", { name: "Go on" }).click();
      await expect(page).toHaveURL(`${server.url}/home`);
      await page.goto(`${server.url}/logout`);
      await expect(page).toHaveURL(/\/login/);
    });

    await test.step("reset", async () => {
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
      await page.getByLabel("Email").fill(ada);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: "Back to sign in" })).toBeFocused();
      await expect(page.getByText(`If ${ada} has an account, a mail with a link is on its way.`)).toBeVisible();
      const link = await linkIn(ada, 2);
      await page.goto(link);
      await page.getByLabel("New password").fill("password1");
      await page.getByRole("button", { name: "Set the password" }).click();
      await expect(page.getByText("Password is too weak, please try again")).toBeVisible();
      await page.getByLabel("New password").fill(newPassword);
      await page.getByRole("button", { name: "Set the password" }).click();
      await expect(page.getByText("Password reset successfully")).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
      await page.goto(link);
      await page.reload();
      await page.getByLabel("New password").fill(password);
      await page.getByRole("button", { name: "Set the password" }).click();
      await expect(page.getByText("Link invalid, try to reset your password again.")).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
    });

    await test.step("changed", async () => {
      await signIn(page, server, ada, newPassword);
      await expect(page).toHaveURL(`${server.url}/home`);
      await page.goto(`${server.url}/settings`);
      await page.getByLabel("New email").fill("ada@new.example");
      await page.getByLabel("Password, to confirm").fill(newPassword);
      await page.getByRole("button", { name: "Change email" }).click();
      await expect(page.getByText("Moving to ada@new.example")).toBeVisible();
      await page.goto(await linkIn("ada@new.example", 1));
      await page.getByRole("button", { name: "Confirm this address" }).click();
      await expect(page.getByText("The other address has to confirm too.")).toBeVisible();
      await page.goto(await linkIn(ada, 4));
      await page.getByRole("button", { name: "Confirm the change" }).click();
      await expect(page.getByRole("heading", { name: "Email updated" })).toBeVisible();
      await page.goto(`${server.url}/logout`);
      await expect(page).toHaveURL(/\/login/);
    });

    await test.step("signed in by a link", async () => {
      await page.getByRole("link", { name: "Email me a link" }).click();
      await expect(page.getByRole("heading", { name: "Sign in by email" })).toBeVisible();
      await page.getByLabel("Email").fill("ada@new.example");
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByText("Verification code sent to your email")).toBeVisible();
      await page.goto(await linkIn("ada@new.example", 2));
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText("Successfully signed in!")).toBeVisible();
      await expect(page).toHaveURL(`${server.url}/home`);
    });
  });
});
