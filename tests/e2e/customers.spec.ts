import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { generateApp, listenForFaults } from "../support/generated-app";

// An app whose members are customers, as two of them and the team use it.

const password = "copper-lantern-42-fjord";

test("two members of a studio book classes, each sees their own bookings, and the team knows who comes", async ({
  page,
  browser,
  server,
}) => {
  const { request } = page;
  await request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: `builder-${Date.now()}@example.com`, password },
  });
  const { appId } = await generateApp(server, request, "a yoga studio where members can sign up and book classes");
  const published = await request.post(`${server.url}/api/apps/${appId}/publish`, { data: {} });
  const { url } = (await published.json()) as { url: string };
  const faults: ReturnType<typeof listenForFaults>[] = [];
  const contexts: BrowserContext[] = [];
  const invite = async (role: string) => {
    const invited = await request.post(`${server.url}/api/trpc/members.invite`, { data: { json: { appId, role } } });
    const { result } = (await invited.json()) as { result: { data: { json: { url: string } } } };
    return result.data.json.url;
  };
  /** Somebody whom the builder has invited, on the app's first page. */
  const join = async (email: string, role: string) => {
    const context = await browser.newContext();
    const visitor = await context.newPage();
    contexts.push(context);
    faults.push(listenForFaults(visitor));
    await visitor.goto(await invite(role));
    await visitor.getByLabel("Email").fill(email);
    await visitor.getByLabel("Password").fill(password);
    await visitor.getByRole("button", { name: "Create account" }).click();
    await expect(visitor).toHaveURL(`${url}/`);
    return visitor;
  };
  const menu = (visitor: Page) => visitor.getByRole("navigation", { name: "Pages" }).getByRole("link");
  const main = (visitor: Page) => visitor.getByRole("main");
  /** Calls the app's REST paths as somebody who is signed in. */
  const ask = (visitor: Page, path: string, method = "GET") =>
    visitor.evaluate(
      async ([address, verb]) => {
        const token = localStorage.getItem("joinery.token.published");
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const answer = await fetch(address!, {
          method: verb!,
          headers,
          ...(verb === "PUT" && { body: JSON.stringify({ name: "Ben" }) }),
        });
        return { status: answer.status, body: (await answer.json()) as unknown };
      },
      [`/api/apps/${appId}/entities/${path}`, method],
    );
  const ada = await join("ada@example.com", "user");

  await test.step("a member books a class, and need not type the address of their account", async () => {
    await expect(menu(ada)).toHaveText(["Classes calendar", "Classes", "My bookings"]);
    await menu(ada)
      .filter({ hasText: /^Classes$/ })
      .click();
    await main(ada).getByRole("article").first().getByRole("link").first().click();
    await main(ada).getByRole("button", { name: "Book now" }).click();
    const form = ada.getByRole("dialog");
    await expect(form.getByLabel(/^Email/)).toHaveValue("ada@example.com");
    await form.getByLabel(/^Name/).fill("Ada Byron");
    await form.getByRole("button", { name: "Send" }).click();
    await expect(form).toBeHidden();
    await menu(ada).filter({ hasText: "My bookings" }).click();
    await expect(main(ada).getByRole("heading", { name: "My bookings" })).toBeVisible();
    await expect(main(ada).getByRole("table")).toContainText("Ada Byron");
    // What was typed once is known from then on.
    await main(ada).getByRole("button", { name: "New booking" }).click();
    await expect(form.getByLabel(/^Name/)).toHaveValue("Ada Byron");
    await expect(form.getByLabel("Booked on")).toHaveCount(0);
    await ada.keyboard.press("Escape");
  });

  await test.step("a member can prove their address later, on the page of their account", async () => {
    await ada.goto(`${url}/_joinery/account`);
    await ada.getByRole("button", { name: "Send me a code" }).click();
    await expect(ada.getByRole("status")).toContainText("A code was sent to your email.");
    await ada.getByLabel("Code").fill("000000");
    await ada.getByRole("button", { name: "Verify", exact: true }).click();
    await expect(ada.getByRole("alert")).toContainText("code");
    // The browser notes the refused code as an error.
    faults.splice(0);
    await ada.goto(url);
  });

  await test.step("a member who opens another invitation is told that they are one", async () => {
    await ada.goto(await invite("admin"));
    await expect(ada.getByText("You are signed in as ada@example.com, a member already.")).toBeVisible();
    await ada.goto(url);
  });

  await test.step("another one sees nothing of that, nor who the members are, by REST either", async () => {
    const ben = await join("ben@example.com", "user");
    await menu(ben).filter({ hasText: "My bookings" }).click();
    await expect(main(ben).getByText("You have no bookings yet")).toBeVisible();
    expect(faults.flatMap((found) => found.splice(0))).toEqual([]);
    const own = await ask(ada, "Booking");
    const { items } = own.body as { items: { id: string; name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(["Ada Byron"]);
    expect((await ask(ben, "Booking")).body).toMatchObject({ items: [] });
    const hers = `Booking/${items[0]!.id}`;
    expect((await ask(ben, hers)).status).toBe(404);
    expect((await ask(ben, hers, "PUT")).status).toBe(404);
    expect((await ask(ben, hers, "DELETE")).status).toBe(404);
    expect((await ask(ben, "Member")).status).toBe(403);
    // The browser notes refused calls as errors.
    faults.splice(0);
  });

  await test.step("the team has the list of all, with name and address", async () => {
    const admin = await join("team@example.com", "admin");
    await expect(menu(admin)).toHaveText(["Classes calendar", "Bookings", "Members", "Classes"]);
    await menu(admin).filter({ hasText: "Bookings" }).click();
    await expect(main(admin).getByRole("row").filter({ hasText: "Ada Byron" })).toContainText("ada@example.com");
    expect(faults.flatMap((found) => found.splice(0))).toEqual([]);
  });
  await Promise.all(contexts.map((context) => context.close()));
});
