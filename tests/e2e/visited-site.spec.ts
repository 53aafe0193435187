import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { dot, fillForm, generateApp, listenForFaults } from "../support/generated-app";

// A published site as strangers use it: nobody asks them to sign in for what is open to all.

test("two strangers book on a site, of whom one is quicker, and neither is asked to sign in", async ({
  page,
  browser,
  server,
}) => {
  await page.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password: "copper-lantern-42-fjord" },
  });
  const sentence =
    "Homepage of a massage practice, treatments with duration and price, clients book an appointment online";
  const { appId } = await generateApp(server, page.request, sentence);
  const published = await page.request.post(`${server.url}/api/apps/${appId}/publish`, { data: {} });
  const { url } = (await published.json()) as { url: string };
  const [ada, ben] = [await browser.newPage(), await browser.newPage()];
  const faults = listenForFaults(ada);
  const main = (stranger: Page) => stranger.getByRole("main");
  /** Chooses the first free time of the last day that is shown. */
  const choose = async (stranger: Page) => {
    // None is free before the taken ones are known.
    const time = main(stranger).getByRole("region").last().getByRole("button", { disabled: false }).first();
    await time.click();
    await expect(time).toHaveAttribute("aria-pressed", "true");
  };

  await test.step("from the home page to a treatment and its free times", async () => {
    await ada.goto(url);
    await expect(main(ada).getByRole("article").first()).toBeVisible();
    await main(ada).getByRole("article").first().getByRole("link").click();
    await main(ada).getByRole("link", { name: "Book now" }).click();
    await choose(ada);
    await main(ada).getByRole("button", { name: "Book this time" }).click();
    await expect(main(ada).getByText("Enter a name")).toBeVisible();
    await expect(main(ada).getByLabel(/^Name/)).toBeFocused();
    await fillForm(main(ada).locator("form"), "of Ada");
    expect(faults.splice(0)).toEqual([]);
  });

  await test.step("somebody else takes the time meanwhile", async () => {
    await ben.goto(`${url}/Book`);
    await choose(ben);
    await fillForm(main(ben).locator("form"), "of Ben");
    await main(ben).getByRole("button", { name: "Book this time" }).click();
    await expect(main(ben).getByText("You are booked")).toBeVisible();
    await main(ada).getByRole("button", { name: "Book this time" }).click();
    await expect(ada.getByText("Somebody has just taken this time")).toBeVisible();
  });

  await test.step("another time is booked with what was typed before", async () => {
    await choose(ada);
    await expect(main(ada).getByLabel(/^Name/)).not.toHaveValue("");
    await main(ada).getByRole("button", { name: "Book this time" }).click();
    await expect(main(ada).getByText("You are booked")).toBeVisible();
  });

  await test.step("a member finds what is theirs: their account, and their appointments, booked by free times alone", async () => {
    const invited = await page.request.post(`${server.url}/api/trpc/members.invite`, {
      data: { json: { appId, role: "user" } },
    });
    const { result } = (await invited.json()) as { result: { data: { json: { url: string } } } };
    await ada.goto(result.data.json.url);
    await ada.getByLabel("Email").fill("cleo@example.com");
    await ada.getByLabel("Password").fill("copper-lantern-42-fjord");
    await ada.getByRole("button", { name: "Create account" }).click();
    await expect(ada).toHaveURL(`${url}/`);
    await ada.goto(`${url}/Book`);
    await choose(ada);
    await fillForm(main(ada).locator("form"), "of Cleo");
    await main(ada).getByRole("button", { name: "Book this time" }).click();
    await expect(main(ada).getByText("You are booked")).toBeVisible();
    await ada.getByRole("link", { name: "My appointments" }).click();
    await expect(main(ada).getByRole("table")).toBeVisible();
    await expect(main(ada).getByRole("columnheader", { name: "Client" })).toHaveCount(0);
    await expect(main(ada).getByRole("columnheader", { name: "Email" })).toHaveCount(0);
    await expect(main(ada).getByRole("button", { name: "New appointment" })).toHaveCount(0);
    await main(ada).getByRole("button", { name: "Book an appointment" }).click();
    await expect(ada).toHaveURL(`${url}/Book`);
    await ada.getByRole("link", { name: "Account" }).click();
    await expect(ada.getByRole("heading", { name: "Change password" })).toBeVisible();
    await ada.getByRole("link", { name: "Go to" }).click();
    await expect(main(ada).getByRole("article").first()).toBeVisible();
  });

  await test.step("what is gone leads to the others", async () => {
    await ada.goto(`${url}/Treatments?id=gone`);
    await expect(main(ada).getByText("This treatment is not here")).toBeVisible();
    await main(ada).getByRole("button", { name: "See all treatments" }).click();
    await expect(main(ada).getByRole("article").first()).toBeVisible();
    await ada.goto(`${url}/Nowhere`);
    await expect(ada.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  });
  await ada.context().close();
  await ben.context().close();
});

test("a stranger signs a guestbook, enters a photo in a contest, and is asked to sign in before they offer something", async ({
  browser,
  page,
  server,
}) => {
  await page.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password: "copper-lantern-42-fjord" },
  });
  const published = async (sentence: string) => {
    const { appId } = await generateApp(server, page.request, sentence);
    const answer = await page.request.post(`${server.url}/api/apps/${appId}/publish`, { data: {} });
    return ((await answer.json()) as { url: string }).url;
  };
  const guestbook = await published("A guestbook for our holiday home");
  const contest = await published("A photo contest");
  const market = await published("A marketplace for used bagpipes: instruments with name, price, condition and photos");
  const stranger = await browser.newPage();
  const faults = listenForFaults(stranger);
  const main = stranger.getByRole("main");

  await stranger.goto(guestbook);
  await main.getByRole("link", { name: "Sign the guestbook" }).click();
  await expect(main.getByLabel("Shown")).toHaveCount(0);
  await main.getByLabel(/^Name/).fill("Ada");
  await main.getByLabel("Message").fill("We slept like stones.");
  await main.getByRole("button", { name: "Send" }).click();
  await expect(main.getByText("Thank you")).toBeVisible();
  await stranger.getByRole("navigation").getByRole("link", { name: "Guestbook entries" }).click();
  await expect(main.getByText("We slept like stones.")).toBeVisible();

  await stranger.goto(contest);
  await main.getByRole("link", { name: "Send a photo" }).click();
  await main.getByLabel(/^Title/).fill("Harbour at night");
  await main.locator("input[type=file]").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot });
  await expect(main.locator("form img")).toBeVisible();
  await main.getByRole("button", { name: "Send", exact: true }).click();
  await expect(main.getByText("Thank you")).toBeVisible();
  await stranger.getByRole("navigation").getByRole("link", { name: "Photos" }).click();
  await expect(main.getByText("Harbour at night")).toBeVisible();

  await stranger.goto(`${market}/Instruments`);
  await main.getByRole("button", { name: "New instrument" }).click();
  await expect(stranger.getByLabel("Password")).toBeVisible();
  await expect(stranger.getByRole("dialog", { name: "New instrument" })).toHaveCount(0);
  expect(faults).toEqual([]);
  await stranger.context().close();
});

test("a site with a name without an end fits a phone, and what is printed of a recipe has nothing to press", async ({
  page,
  server,
}) => {
  await page.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password: "copper-lantern-42-fjord" },
  });
  const name = "W".repeat(300);
  const site = await generateApp(server, page.request, `A recipe website called "${name}" with recipes and reviews`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/#joinery-token=${site.token}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await main.getByRole("article").first().getByRole("link").click();
  await expect(main.getByRole("button", { name: "Send" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(main.getByRole("button").filter({ visible: true })).toHaveCount(0);
});
