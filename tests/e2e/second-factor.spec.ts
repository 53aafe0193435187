import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { test } from "../support/browser";

const password = "copper-lantern-42-fjord";
const email = "two-steps@example.com";

/** A security key that verifies its holder, in the browser itself. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

test("a passkey, an authenticator app and recovery codes are set up, and each finishes a sign-in", async ({
  page,
  server,
}) => {
  const account = { email, password };
  await page.request.post(`${server.url}/api/auth/sign-up`, { data: account });
  await plugIn(page);
  const security = page.getByRole("region", { name: "Security" });
  const dialog = page.getByRole("dialog");
  const confirm = async (label: string) => {
    await dialog.getByLabel("Password, to confirm").fill(password);
    await dialog.getByRole("button", { name: label }).click();
  };
  const leave = async () => {
    await page.goto(`${server.url}/logout`);
    await expect(page).toHaveURL(/\/login/);
    await page.goto(`${server.url}/login?redirectTo=%2Fsettings`);
  };
  const enterPassword = async () => {
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
  };
  let codes: string[] = [];
  let secret = "";

  await test.step("a passkey is added and named, and brings recovery codes", async () => {
    await page.goto(`${server.url}/settings`);
    await security.getByRole("button", { name: "Add a passkey" }).click();
    await confirm("Go on");
    await expect(dialog.getByRole("heading", { name: "Keep your recovery codes" })).toBeVisible();
    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    const file = readFileSync(await (await download).path(), "utf8");
    codes = file.split("\n").filter((line) => /^\w{5}-\w{5}$/.test(line));
    expect(codes).toHaveLength(10);
    await dialog.getByRole("button", { name: "I have kept them" }).click();
    await security.getByRole("button", { name: "Actions for the passkey" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await dialog.getByLabel("Name").fill("My laptop");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await expect(security.getByRole("listitem")).toContainText("My laptop");
  });

  await test.step("it signs in by itself, and to where one wanted to go", async () => {
    await leave();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page).toHaveURL(`${server.url}/settings`);
    await expect(page.getByRole("region", { name: "Sessions" })).toContainText("by passkey");
  });

  await test.step("an authenticator app is set up, confirmed by the passkey", async () => {
    await security.getByRole("button", { name: "Set up an authenticator app" }).click();
    await dialog.getByRole("button", { name: "Use a passkey" }).click();
    await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
    await dialog.getByRole("textbox", { name: "Code" }).fill("000000");
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByText("This code is wrong or was used. Try the next one.")).toBeVisible();
    // The code before the current one is taken until the next begins.
    const left = 30_000 - (Date.now() % 30_000);
    if (left < 6_000) await page.waitForTimeout(left + 100);
    await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, -1));
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(security.getByText("On", { exact: true })).toBeVisible();
  });

  await test.step("the password is followed by a passkey, a code, or a recovery code", async () => {
    await leave();
    await enterPassword();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL(`${server.url}/settings`);
    await leave();
    await enterPassword();
    await page.getByLabel("Code").fill(codeOf(secret, 0));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/settings`);
    await leave();
    await enterPassword();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[0]!);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/settings`);
    await expect(security).toContainText("9 codes are left.");
  });

  await test.step("both are taken away again", async () => {
    await security.getByRole("button", { name: "Turn off" }).click();
    await confirm("Turn off");
    await expect(security.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
    await security.getByRole("button", { name: "Actions for the passkey My laptop" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await confirm("Remove");
    await expect(security).toContainText("None yet.");
    await expect(security).not.toContainText("Recovery codes");
  });
});
