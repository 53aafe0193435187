import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { signIn } from "../support/talk";

// A tool that is sold: App settings of a tool app, its own way in for members, and Stripe.

test.beforeAll(({ stripe }) => {
  const price = { id: "price_club", currency: "eur", unit_amount: 900, recurring: { interval: "month" } };
  stripe.put({ id: "prod_price_club", name: "Club pass", default_price: price });
});

const password = "copper-lantern-42-fjord";
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a tool app gets a domain, sign-up and memberships at Stripe, and a member signs in, pays and runs it", async ({
  page,
  browser,
  server,
  stripe,
}) => {
  await signIn(server, page.context(), "seller@example.com");
  const sentence = "a tip calculator that asks for bill and tip";
  const made = await page.request.post(`${server.url}/api/apps/compose`, { data: { sentence } });
  const { appId } = (await made.json()) as { appId: string };
  const domain = `tips.${appId}.localhost`;

  await test.step("the builder publishes it, and opens it to everybody for money", async () => {
    await page.goto(`${server.url}/build/app/${appId}`);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(dialog.getByText("Up to date")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("navigation", { name: "App menu" }).getByRole("button", { name: "App settings" }).click();
    await section(page, "Domain").getByRole("textbox", { name: "Domain" }).fill(domain);
    await section(page, "Domain").getByRole("button", { name: "Add domain" }).click();
    await expect(section(page, "Domain").getByText("Verified")).toBeVisible();
    const signUp = section(page, "Members").getByRole("switch", { name: "Anybody can sign up" });
    await signUp.click();
    await expect(signUp).toBeChecked();
    const memberships = section(page, "Paid memberships");
    await memberships.getByText("Stripe", { exact: true }).click();
    await memberships.getByLabel("Stripe secret key").fill(stripe.key);
    await memberships.getByRole("combobox", { name: "Product" }).click();
    await page.getByRole("option", { name: "Club pass" }).click();
    await memberships.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Connected to Stripe, you're all set!")).toBeVisible();
    await memberships.getByRole("switch", { name: "Members have to pay" }).click();
    await expect(memberships.getByRole("switch", { name: "Members have to pay" })).toBeChecked();
  });

  const context = await browser.newContext();
  const visitor = await context.newPage();
  const run = async () => {
    await visitor.getByLabel(/^Bill/).fill("50");
    await visitor
      .getByRole("button", { name: /Calculate|Create|Get|Show|Submit|Go/ })
      .first()
      .click();
  };
  await test.step("a stranger may look at the tool, and is led to sign up and pay", async () => {
    await visitor.goto(`http://${domain}:${server.port}/`);
    await expect(visitor.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
    await run();
    await expect(visitor.getByRole("alert")).toContainText("This tool is for paying members");
    await visitor.getByRole("link", { name: "Sign in or become a member" }).click();
    await visitor.getByRole("button", { name: "Create an account" }).click();
    await visitor.getByLabel("Email").fill("reader@example.com");
    await visitor.getByLabel("Password").fill(password);
    await visitor.getByRole("button", { name: "Create account" }).click();
    const offer = section(visitor, "Membership");
    await expect(offer.getByText("€9.00 a month")).toBeVisible();
    await offer.getByRole("button", { name: "Become a member" }).click();
    await visitor.waitForURL(/\/pay\/checkout\/sessions/);
  });

  await test.step("comes back from Stripe with the sale, and runs it", async () => {
    const buyer = stripe.opened.at(-1)!.form.client_reference_id!;
    stripe.sell("one", { accountId: buyer, price: "price_club" });
    await visitor.goto(`http://${domain}:${server.port}/?sale_id=cs_one`);
    await expect(visitor.getByRole("link", { name: "Your account" })).toBeVisible();
    await run();
    await expect(visitor.getByText("57.50").first()).toBeVisible();
    await visitor.getByRole("link", { name: "Your account" }).click();
    await visitor.getByRole("button", { name: "Change or cancel my membership" }).click();
    await expect.poll(() => stripe.opened.at(-1)!.path).toBe("/billing_portal/sessions");
  });
  await context.close();
});
