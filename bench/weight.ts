import { type APIRequestContext, type Browser, chromium, type CDPSession } from "playwright";
import { findChromium } from "../tests/support/chromium.mjs";
import { generateApp } from "../tests/support/generated-app";
import { Server } from "../tests/support/server";

/**
 * Bytes that a page loads before it is usable: on the wire (headers included), by kind, from Chromium's network events
 * in a fresh profile against the built server. Goals: a published app 200 kB of scripts, the editor 350 kB.
 */

const kinds = ["Script", "Stylesheet", "Font", "Document"] as const;
type Kind = (typeof kinds)[number] | "other";
type Weight = Record<Kind, number>;

/** kB of scripts. The preview's are whole packages that a browser keeps for good, and the app's own. */
const goals: Record<string, number> = { "a preview": 400, "a published app": 200, "the editor": 350 };

/** Sums the transferred bytes of a page without its frames: an app in the preview is weighed by itself. */
function weigh(session: CDPSession, origin: string): Weight {
  const weight: Weight = { Script: 0, Stylesheet: 0, Font: 0, Document: 0, other: 0 };
  const asked = new Map<string, Kind>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (!response.url.startsWith(origin)) return;
    asked.set(requestId, kinds.find((kind) => kind === type) ?? "other");
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = asked.get(requestId);
    if (kind) weight[kind] += encodedDataLength;
  });
  return weight;
}

async function weightOf(
  browser: Browser,
  url: string,
  usable: string,
  state?: Awaited<ReturnType<APIRequestContext["storageState"]>>,
) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: state });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const weight = weigh(session, new URL(url).origin);
  await page.goto(url);
  await page.locator(usable).first().waitFor();
  // Include what a usable page still loads; event streams never end.
  await page.waitForTimeout(1_500);
  await context.close();
  return weight;
}

const server = await Server.start();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const account = await browser.newContext();
  await account.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: "ada@example.com", password: "copper-lantern-42-fjord" },
  });
  const sentence = "A reading list with books and authors. Everybody may see books and authors.";
  const { appId, ...preview } = await generateApp(server, account.request, sentence);
  const published = await account.request.post(`${server.url}/api/apps/${appId}/publish`, { data: {} });
  const { url } = (await published.json()) as { url: string };
  const state = await account.storageState();
  const editor = `${server.url}/build/app/${appId}`;
  const kb = (bytes: number) => (bytes / 1000).toFixed(0).padStart(7);
  console.log(
    `${"kB transferred".padEnd(20)}${["script", "style", "font", "page", "other", "goal"].map((word) => word.padStart(7)).join("")}`,
  );
  for (const [name, address, usable, isSignedIn] of [
    ["a published app", url, "h1", false],
    ["a preview", `${preview.url}/#joinery-token=${preview.token}`, "h1", false],
    ["sign in", `${server.url}/login`, "input[type=password]", false],
    ["home", `${server.url}/home`, "main textarea", true],
    ["the editor", editor, "textarea", true],
    ["the database", `${editor}?panel=database`, "canvas", true],
    ["the code", `${editor}?panel=code`, "[role=tree]", true],
  ] as const) {
    const weight = await weightOf(browser, address, usable, isSignedIn ? state : undefined);
    const goal = goals[name]
      ? `${String(goals[name]).padStart(5)} ${weight.Script <= goals[name] * 1000 ? "✓" : "✗"}`
      : "";
    console.log(
      name.padEnd(20) +
        [
          ...kinds.map((kind) => (kind === "Document" ? "" : kb(weight[kind]))).filter(Boolean),
          kb(weight.Document),
          kb(weight.other),
        ].join("") +
        goal,
    );
  }
} finally {
  await browser.close();
  await server.close();
}
