import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser";
import { onlyNarrow, watch } from "../support/accessibility";
import { generateApp } from "../support/generated-app";
import type { Server } from "../support/server";

// "axe-core finds no violation of WCAG 2.2 AA on any … generated app, light and dark."

let server: Server;
test.beforeAll(({ server: shared }) => void (server = shared));

/** Opens another page of the app that is loaded, as a link of its own does, and waits until the page before is gone. */
async function openPage(page: Page, name: string): Promise<void> {
  await page.evaluate((path) => {
    document.querySelector("main :is(h1, h2, h3)")!.setAttribute("data-left", "");
    window.history.pushState(null, "", path);
    window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, `/${name}`);
  await expect(page.locator("[data-left]")).toHaveCount(0);
}

for (const sentence of [
  "A CRM with contacts, companies and deals, and a dashboard with deals by stage. Add a kanban board for deals. Add a calendar for deals.",
  "A recipe website with recipes and reviews",
  "A habit tracker",
])
  test(`a generated app: ${sentence}`, async ({ page }) => {
    const signedUp = await page.request.post(`${server.url}/api/auth/sign-up`, {
      data: { email: `ada-${Math.random()}@example.com`, password: "copper-lantern-42-fjord" },
    });
    expect(signedUp.ok()).toBe(true);
    const app = await generateApp(server, page.request, sentence);
    const { found, look, lookInto } = watch(page);
    await page.goto(`${app.url}/#joinery-token=${app.token}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
    const files = (await (await page.request.get(`${server.url}/api/apps/${app.appId}/files`)).json()) as {
      path: string;
    }[];
    const pages = files.flatMap(({ path }) => /^pages\/(\w+)\.jsx$/.exec(path)?.[1] ?? []);
    let areActionsSeen = false;
    let isCreateSeen = false;
    for (const [at, name] of pages.entries()) {
      if (at === 0) await page.goto(`${app.url}/${name}`);
      else await openPage(page, name);
      await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
      await expect(page.locator("[aria-busy=true], .animate-pulse")).toHaveCount(0);
      await look(name);
      const create = page
        .getByRole("main")
        .getByRole("button", { name: /^(New|Add) / })
        .filter({ visible: true })
        .first();
      // Wide, each list's dialog and menu are the same components: the first stand for all.
      if (await create.isVisible()) {
        await lookInto(`${name}, new`, () => create.click(), isCreateSeen ? onlyNarrow : undefined);
        isCreateSeen = true;
      }
      const row = page
        .getByRole("main")
        .getByRole("button", { name: /^Actions for / })
        .filter({ visible: true })
        .first();
      if (!areActionsSeen && (await row.isVisible())) {
        areActionsSeen = true;
        await lookInto(`${name}, actions`, () => row.click());
      }
      const record = page.getByRole("main").locator("a[href*='?id=']").filter({ visible: true }).first();
      if (await record.isVisible()) {
        await record.click();
        await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
        await expect(page.locator("[aria-busy=true], .animate-pulse")).toHaveCount(0);
        await look(`${name}, a record`);
      }
    }
    const published = await page.request.post(`${server.url}/api/apps/${app.appId}/publish`, { data: {} });
    const { url } = (await published.json()) as { url: string };
    await page.goto(url);
    await expect(page.getByRole("button", { name: "Sign in" }).first()).toBeVisible();
    await look("as a stranger");
    expect(found).toEqual([]);
  });
