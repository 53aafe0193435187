import { expect, test } from "@playwright/test";
import { Gumroad } from "../support/gumroad";
import { Server } from "../support/server";
import { signIn } from "../support/talk";

// A plan is bought at Gumroad, whose pings do not reach this server: the person comes back with the sale's id.

let server: Server;
let gumroad: Gumroad;
test.beforeAll(async () => {
  gumroad = await Gumroad.start();
  server = await Server.start({ PLANS: "on", GUMROAD_URL: gumroad.url, GUMROAD_ACCESS_TOKEN: gumroad.token });
});
test.afterAll(async () => {
  await server.close();
  await gumroad.close();
});

test("whoever is signed in comes back from paying with another address, and has the plan in every tab", async ({
  page,
  browser,
}) => {
  const boss = await browser.newContext();
  await signIn(server, boss, "boss@example.com");
  for (const plan of ["moon", "monetizer"]) {
    const json = { plan, products: [`prod-${plan}`], link: `https://seller.gumroad.com/l/${plan}` };
    expect((await boss.request.post(`${server.url}/api/trpc/admin.updatePlan`, { data: { json } })).ok()).toBe(true);
  }
  await signIn(server, page.context(), "ada@example.com");
  const other = await page.context().newPage();
  await other.goto(`${server.url}/home?goto=upgrade_app_plan`);
  const moon = other.getByRole("region", { name: "Moon" });
  await expect(moon.getByRole("link", { name: "Start My Journey" })).toHaveAttribute("href", /gumroad\.com\/l\/moon/);

  gumroad.sell("sale-7", { email: "ada.at.work@example.com" });
  await page.goto(`${server.url}/home?sale_id=sale-7`);
  await expect(page.getByText("Thank you! Your payment has arrived.")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await expect(async () => {
    // What a browser tells a tab that is looked at again; headless ones never hide any.
    await other.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(moon.getByRole("button", { name: "Current plan" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(other.getByRole("dialog", { name: "Your plan" })).toBeVisible();

  // A second product at Gumroad does not end the first subscription.
  await other.getByRole("region", { name: "Monetizer" }).getByRole("button", { name: "Start My Journey" }).click();
  const second = other.getByRole("dialog", { name: "Monetizer" });
  await expect(second).toContainText("so that you do not pay for both");
  await expect(second.getByRole("link", { name: "Buy Monetizer" })).toHaveAttribute("href", /\/l\/monetizer/);
  await expect(second.getByRole("link", { name: "See it at Gumroad" })).toHaveAttribute("href", /sub-sale-7\/manage/);
  await boss.close();
});
