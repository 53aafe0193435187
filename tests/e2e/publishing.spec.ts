import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { generateApp } from "../support/generated-app";

// From the click on Publish to a member who pays, in two browsers.

test.beforeAll(({ gumroad }) => {
  gumroad.products = [
    {
      id: "prod-club",
      name: "Club pass",
      short_url: "https://seller.gumroad.com/l/club",
      formatted_price: "$5",
      subscription_duration: "monthly",
    },
  ];
});

const password = "copper-lantern-42-fjord";
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Headless browsers count as robots: this one calls itself what people's do. */
const visitorAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36";

test("an app is published under a domain of its own, strangers sign up, pay, and are counted", async ({
  page,
  browser,
  server,
  gumroad,
}) => {
  const account = { email: "publisher@example.com", password };
  expect((await page.request.post(`${server.url}/api/auth/sign-up`, { data: account })).ok()).toBe(true);
  const { appId } = await generateApp(server, page.request, "A list of books with title and author");
  const domain = `books.${appId}.localhost`;
  const address = `http://${domain}:${server.port}`;

  await test.step("publishes, after reading who may do what", async () => {
    await page.goto(`${server.url}/build/app/${appId}?panel=details&side=panel`);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const popover = page.getByRole("dialog", { name: "Publish" });
    await expect(popover.getByText("Not published")).toBeVisible();
    await expect(popover.getByRole("button", { name: "Publish your app to access analytics" })).toBeDisabled();
    await expect(popover.getByRole("group", { name: "Who may do what" })).toContainText("Members");
    await popover.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(popover.getByText("Up to date")).toBeVisible();
    // The button that published was disabled meanwhile, and is still.
    await expect(popover).toBeFocused();
    await popover.getByRole("button", { name: "History" }).click();
    await expect(page.getByRole("dialog", { name: "Publications" }).getByText("Live", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("gives it a domain, a title, and opens it to everybody", async () => {
    const domains = section(page, "Domain");
    await domains.getByRole("textbox", { name: "Domain" }).fill(domain);
    await page.keyboard.press("Enter");
    await expect(domains.getByText("Verified")).toBeVisible();
    // The form is gone that had it.
    await expect(domains.getByRole("link")).toBeFocused();
    const site = section(page, "Search and sharing");
    await site.getByLabel("Title").fill("Books for friends");
    await site.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    const members = section(page, "Members");
    const signUp = members.getByRole("switch", { name: "Anybody can sign up" });
    await signUp.click();
    await expect(signUp).toBeChecked();
  });

  await test.step("sells memberships through Gumroad", async () => {
    const memberships = section(page, "Paid memberships");
    await expect(memberships.getByText("Needs a product: connect one first.")).toBeVisible();
    await memberships.getByLabel("Gumroad access token").fill(gumroad.token);
    await memberships.getByRole("combobox", { name: "Product" }).click();
    await page.getByRole("option", { name: "Club pass" }).click();
    await memberships.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Connected to Gumroad, you're all set!")).toBeVisible();
    const pay = memberships.getByRole("switch", { name: "Members have to pay" });
    await pay.click();
    await expect(pay).toBeChecked();
  });

  const context = await browser.newContext({ userAgent: visitorAgent });
  const visitor = await context.newPage();
  await test.step("a stranger signs up, and is asked to pay", async () => {
    await visitor.goto(address);
    await expect(visitor.getByText("New here? Create an account first.")).toBeVisible();
    await visitor.getByRole("button", { name: "Create an account" }).click();
    await visitor.getByLabel("Email").fill("reader@example.com");
    await visitor.getByLabel("Password").fill(password);
    await visitor.getByRole("button", { name: "Create account" }).click();
    const offer = section(visitor, "Membership");
    await expect(offer.getByText("$5.00 a month")).toBeVisible();
    await expect(offer.getByText("is for paying members")).toBeVisible();
  });

  await test.step("comes back with a payment that Gumroad tells of only then, loses it, and is told so", async () => {
    await visitor.goto(`${address}/?sale_id=sale-0`);
    await expect(visitor.getByText("Confirming your payment…")).toBeVisible();
    gumroad.sell("sale-0", { email: "somebody.else@example.com", productId: "prod-club" });
    await expect(visitor.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(section(visitor, "Membership")).toBeHidden();
    expect(new URL(visitor.url()).search).toBe("");
    gumroad.sales.get("sale-0")!.refunded = true;
    await section(page, "Paid memberships").getByRole("button", { name: "Resync" }).click();
    await expect(async () => {
      await visitor.reload();
      await expect(section(visitor, "Membership")).toContainText("has ended", { timeout: 3_000 });
    }).toPass();
  });

  await test.step("comes in with the license key", async () => {
    const offer = section(visitor, "Membership");
    gumroad.sell("sale-1", { email: "reader@example.com", productId: "prod-club" });
    gumroad.licenses.set("KEY-1", "sale-1");
    await offer.getByLabel("License key").fill("KEY-1");
    await offer.getByRole("button", { name: "I have paid" }).click();
    await expect(visitor.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(section(visitor, "Membership")).toBeHidden();
    await expect(visitor.getByText("Made with Joinery")).toBeVisible();
    await page.reload();
    await expect(section(page, "Members").getByRole("row", { name: /reader@example\.com/ })).toContainText("Paid");
  });

  await test.step("a refund ends it", async () => {
    gumroad.sales.get("sale-1")!.refunded = true;
    await section(page, "Paid memberships").getByRole("button", { name: "Resync" }).click();
    await expect(async () => {
      await visitor.reload();
      await expect(section(visitor, "Membership")).toBeVisible({ timeout: 3_000 });
    }).toPass();
  });

  await test.step("a link that was used sets no password, and leads to a new one", async () => {
    await visitor.goto(`${address}/_joinery/reset#used`);
    await visitor.getByLabel("New password").fill("violet-harbour-77-moss");
    await visitor.getByRole("button", { name: "Reset password" }).click();
    await expect(visitor.getByRole("alert")).toHaveText("Link invalid, try to reset your password again.");
    await visitor.getByLabel("Email").fill("reader@example.com");
    await visitor.getByRole("button", { name: "Send me a link" }).click();
    await expect(visitor.getByRole("status")).toContainText("the administrator finds the mail in the outbox");
    // The mailed link, opened in the tab that asked for it.
    await visitor.goto(`${address}/_joinery/reset#mailed`);
    await expect(visitor.getByLabel("New password")).toBeVisible();
  });

  await test.step("the owner sees who came", async () => {
    await page.goto(`${server.url}/analytics/app/${appId}`);
    await expect(page.getByRole("button", { name: /^Visitors 1/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Sign-ups 1/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Top pages" })).toContainText("/");
  });
  await context.close();
});
