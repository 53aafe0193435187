import { type BrowserContext, expect, type Page } from "@playwright/test";
import { askUnseen } from "./generated-app";
import type { Server } from "./server";

/** The first to sign up, in `signUpAdmin`: the server's admin. */
export const adminEmail = "keeper@example.com";
const password = "copper-lantern-42-fjord";

/** Signs up the admin, so that a test's own builders are not. */
export async function signUpAdmin(server: Server): Promise<void> {
  const body = JSON.stringify({ email: adminEmail, password });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}/api/auth/sign-up`, { method: "POST", headers, body });
  expect(answer.ok).toBe(true);
}

/** Signs a browser in; signs up unless the address has an account. The admin has one: sign-ups are counted. */
export async function signIn(server: Server, context: BrowserContext, email: string): Promise<void> {
  const enter = async (door: string) =>
    (await context.request.post(`${server.url}/api/auth/${door}`, { data: { email, password } })).ok();
  const isThere = email === adminEmail && (await enter("sign-in"));
  expect(isThere || (await enter("sign-up")) || (await enter("sign-in"))).toBe(true);
}

type Editor = { page: Page; url: string; appId: string };
/** The panel beside the chat: the preview would be a page more for each test, and be built anew after each turn. */
const lightest = "?panel=details&side=chat";
const somebody = () => `builder-${Date.now()}@example.com`;

/**
 * Opens the editor of a new, empty app; signs the builder up unless the address has an account.
 * @param query of the page: which panel is open; empty: the preview
 */
export async function openEditor(
  server: Server,
  context: BrowserContext,
  email = somebody(),
  query = lightest,
): Promise<Editor> {
  return openBuilt(server, context, [], email, query);
}

/**
 * Opens the editor of an app for which the assistant has done these requests: for tests of what comes after them. A
 * third of the processor's time of watching the assistant in the page, as `ask` does.
 */
export async function openBuilt(
  server: Server,
  context: BrowserContext,
  requests: string[],
  email = somebody(),
  query = lightest,
): Promise<Editor> {
  await signIn(server, context, email);
  const appId = await makeApp(server, context, "Talk");
  for (const words of requests) await askUnseen(server, context.request, appId, words);
  const page = await context.newPage();
  const url = `${server.url}/build/app/${appId}`;
  await page.goto(url + query);
  if (requests.length > 0) await finished(page);
  return { page, url, appId };
}

export async function makeApp(server: Server, context: BrowserContext, header: string): Promise<string> {
  const made = await context.request.post(`${server.url}/api/apps`, {
    data: { appType: "gen-app", genApp: { header, appBuilderVersion: 4 } },
  });
  return ((await made.json()) as { appId: string }).appId;
}

export const composer = (page: Page) => page.getByLabel("Message to the assistant");
export const stop = (page: Page) => page.getByRole("button", { name: "Stop" });

export async function say(page: Page, words: string): Promise<void> {
  await composer(page).fill(words);
  await composer(page).press("Enter");
}

/** A complete answer offers a retry, however quickly it came. */
export async function finished(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: /^(Reload|Try again|Let's keep going)$/ }).last()).toBeVisible();
  await expect(stop(page)).toBeHidden();
}

/** Sends a message to an idle assistant and waits for the complete answer. */
export async function ask(page: Page, words: string): Promise<void> {
  const sent = page.waitForResponse(/chat\.send/);
  await say(page, words);
  await sent;
  await finished(page);
}
