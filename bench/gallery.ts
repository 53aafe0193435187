import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, chromium, type Page } from "playwright";
import { findChromium } from "../tests/support/chromium.mjs";
import { Server } from "../tests/support/server";

// `npm run gallery`: makes twelve apps with the offline builder of the built product and photographs them, wide and narrow, light and dark.
// `npm run gallery -- recipes crm` makes only those.

const folder = "docs/gallery";
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

/** What is asked for, and the page that is photographed: "" is the first; `row` opens the first row of it. */
const apps: { name: string; sentence: string; path?: string; row?: boolean }[] = [
  {
    name: "crm",
    sentence:
      "A CRM with contacts, companies and deals, and a dashboard with deals by stage and deal amount by month. Deals belong to a contact and a company.",
  },
  {
    name: "crm-contact",
    sentence: "A CRM with contacts, companies and deals. Deals belong to a contact and a company.",
    path: "Contacts",
    row: true,
  },
  {
    name: "invoices",
    sentence: "An invoicing tool for a freelance designer with customers, projects and invoices",
    path: "Invoices",
  },
  { name: "recipes", sentence: "A recipe website with recipes and reviews" },
  { name: "recipe", sentence: "A recipe website with recipes and reviews", path: "Recipes", row: true },
  { name: "homes", sentence: "A real estate listings website with properties and agents" },
  { name: "habits", sentence: "A habit tracker" },
  { name: "salon", sentence: "A booking app for a hair salon with services, stylists and appointments" },
  { name: "community", sentence: "A community forum for gardeners with posts and comments" },
  { name: "sprint", sentence: "A kanban board for tasks of our sprint with projects" },
  { name: "events", sentence: "A website for concerts and festivals: events with a picture" },
  { name: "feedback", sentence: "A customer feedback form. Anyone can submit feedback, only admins can view it" },
];

async function call<Value>(
  request: APIRequestContext,
  url: string,
  procedure: string,
  input: unknown,
  isQuery = false,
): Promise<Value> {
  const path = `${url}/api/trpc/${procedure}`;
  const answer = isQuery
    ? await request.get(`${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`)
    : await request.post(path, { data: { json: input } });
  if (!answer.ok()) throw new Error(await answer.text());
  return ((await answer.json()) as { result: { data: { json: Value } } }).result.data.json;
}

/** Says a sentence in a new app and waits for the turn's end. */
async function make(
  request: APIRequestContext,
  url: string,
  sentence: string,
): Promise<{ url: string; token: string }> {
  const made = await request.post(`${url}/api/apps`, {
    data: { appType: "gen-app", genApp: { header: "Gallery", appBuilderVersion: 4 } },
  });
  const { appId } = (await made.json()) as { appId: string };
  await call(request, url, "chat.send", { appId, content: sentence });
  while ((await call(request, url, "chat.turn", { appId }, true)) !== null)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return call(request, url, "runtime.previewSession", { appId });
}

/** A PNG as WebP, encoded by the browser that took it. */
async function toWebp(encoder: Page, png: Buffer): Promise<Buffer> {
  const encoded = await encoder.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.72).split(",")[1]!;
  }, png.toString("base64"));
  return Buffer.from(encoded, "base64");
}

/** Until the page's heading is there and nothing loads any more. */
async function rest(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await page.waitForTimeout(400);
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true], .animate-pulse"));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await Server.start();
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
try {
  const encoder = await browser.newPage();
  const context = await browser.newContext();
  await context.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: "gallery@example.com", password: "copper-lantern-42-fjord" },
  });
  for (const { name, sentence, path = "", row } of apps.filter(
    (app) => wanted.length === 0 || wanted.includes(app.name),
  )) {
    const app = await make(context.request, server.url, sentence);
    for (const [size, viewport] of Object.entries(widths))
      for (const theme of ["light", "dark"] as const) {
        const page = await browser.newPage({ viewport, colorScheme: theme, reducedMotion: "reduce" });
        page.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
        page.on("console", (message) => message.type() === "error" && console.error(`${name}: ${message.text()}`));
        await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
        await page.goto(`${app.url}/${path}#joinery-token=${app.token}`);
        await rest(page);
        if (row) {
          await page.locator("main [data-open], main article a").first().click();
          await rest(page);
        }
        const picture = await toWebp(encoder, await page.screenshot());
        const file = join(folder, `${name}-${size}-${theme}.webp`);
        writeFileSync(file, picture);
        console.log(`${file}  ${Math.round(picture.length / 1024)} kB`);
        await page.context().close();
      }
  }
} finally {
  await browser.close();
  await server.close();
}
