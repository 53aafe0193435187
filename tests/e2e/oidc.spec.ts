import { expect } from "@playwright/test";
import { test } from "../support/browser";
import { OidcProvider } from "../support/oidc-provider";
import { Server } from "../support/server";
import { adminEmail, signUpAdmin } from "../support/talk";

const provider = new OidcProvider();
let server: Server;
test.beforeAll(async () => {
  await provider.start();
  server = await Server.start(provider.settings);
  await signUpAdmin(server);
});
test.afterAll(async () => {
  await server.close();
  provider.close();
});

test("somebody new comes in by the company's provider, and an account that exists is connected by its owner", async ({
  page,
}) => {
  const button = page.getByRole("button", { name: "Sign in with Example" });
  await page.goto(`${server.url}/login?redirectTo=%2Fsettings`);
  await button.click();
  await expect(page).toHaveURL(`${server.url}/settings`);
  await expect(page.getByText("ada@example.com").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Sessions" })).toContainText("by single sign-on");
  await page.goto(`${server.url}/logout`);
  await expect(page).toHaveURL(/\/login/);

  provider.person = { sub: "p-2", email: adminEmail, email_verified: true };
  await button.click();
  await expect(page.getByText("There is an account with your address already.")).toBeVisible();
  await page.request.post(`${server.url}/api/auth/sign-in`, {
    data: { email: adminEmail, password: "copper-lantern-42-fjord" },
  });
  await page.goto(`${server.url}/settings`);
  const section = page.getByRole("region", { name: "Sign in with Example" });
  await section.getByRole("button", { name: "Connect Example" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password, to confirm").fill("copper-lantern-42-fjord");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await expect(section).toContainText(`Connected: ${adminEmail}`);
  await page.goto(`${server.url}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await button.click();
  await expect(page).toHaveURL(`${server.url}/home`);
});
