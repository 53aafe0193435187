import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, chromium, type Page } from "playwright";
import { findChromium } from "../tests/support/chromium.mjs";
import { starters, toolStarters } from "../src/features/starters/schema";
import { Server } from "../tests/support/server";

// `npm run gallery`: opens every starting point in the built product and photographs the running app, wide and narrow,
// light and dark.
// `npm run gallery -- recipes crm` makes only those.

const folder = "docs/gallery";
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

/** Pictures of the starting points in the builder: half as wide, the top of the page. */
const cardFolder = "public/starters";
const cardSize = { width: 720, height: 450 };

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

/** Opens a starting point like a person, and waits for its app. */
async function make(
  request: APIRequestContext,
  url: string,
  starterId: string,
): Promise<{ url: string; token: string }> {
  const { appId } = await call<{ appId: string }>(request, url, "starters.open", { starterId });
  while ((await call(request, url, "chat.turn", { appId }, true)) !== null)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return call(request, url, "runtime.previewSession", { appId });
}

/** Opens a tool to start from, and runs it like a visitor. @returns the path of its result */
async function runTool(
  page: Page,
  request: APIRequestContext,
  url: string,
  { id, entered }: (typeof toolStarters)[number],
): Promise<{ url: string; token: string; path: string }> {
  const { appId } = await call<{ appId: string }>(request, url, "starters.open", { starterId: id });
  const app = await call<{ url: string; token: string }>(request, url, "runtime.previewSession", { appId });
  const { slug } = await call<{ slug: string }>(request, url, "apps.get", { appId }, true);
  // By the browser, which alone knows where names below localhost lead.
  await page.goto(`${app.url}/tool/${slug}#joinery-token=${app.token}`);
  const runId = await page.evaluate(
    async ({ runs, token, fields }) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const begun = await fetch(runs, { method: "POST", body: JSON.stringify({ fields }), headers });
      if (!begun.ok) throw new Error(await begun.text());
      const { runId: id } = (await begun.json()) as { runId: string };
      for (;;) {
        const { status } = (await (await fetch(`${runs}/${id}`, { headers })).json()) as { status: string };
        if (status === "finished") return id;
        if (status === "failed") throw new Error(`the run ${id} failed`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    { runs: `/api/apps/${appId}/tools/${slug}/runs`, token: app.token, fields: entered },
  );
  return { ...app, path: `item/${runId}/tool/${slug}` };
}

/** PNG to WebP, encoded by the browser. */
async function toWebp(encoder: Page, png: Buffer, size?: { width: number; height: number }): Promise<Buffer> {
  const encoded = await encoder.evaluate(
    async ({ base64, size }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const { width, height } = size ?? image;
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d")!;
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL("image/webp", 0.78).split(",")[1]!;
    },
    { base64: png.toString("base64"), size },
  );
  return Buffer.from(encoded, "base64");
}

/** Waits for the page's heading and for an idle network. */
async function rest(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForTimeout(400);
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true], .animate-pulse"));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const wanted = process.argv.slice(2);
for (const one of [folder, cardFolder]) mkdirSync(one, { recursive: true });
const server = await Server.start();
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
try {
  const encoder = await browser.newPage();
  const context = await browser.newContext();
  await context.request.post(`${server.url}/api/auth/sign-up`, {
    data: { email: "gallery@example.com", password: "copper-lantern-42-fjord" },
  });
  const pictured = [...starters, ...toolStarters].filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  for (const starter of pictured) {
    const { id: name } = starter;
    const started = performance.now();
    const { path = "", row = false } = "entered" in starter ? {} : starter;
    const app =
      "entered" in starter
        ? await runTool(await context.newPage(), context.request, server.url, starter)
        : { path, ...(await make(context.request, server.url, name)) };
    console.log(`${name}: made in ${Math.round(performance.now() - started)} ms`);
    for (const [size, viewport] of Object.entries(widths))
      for (const theme of ["light", "dark"] as const) {
        const page = await browser.newPage({ viewport, colorScheme: theme, reducedMotion: "reduce" });
        page.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
        page.on("console", (message) => message.type() === "error" && console.error(`${name}: ${message.text()}`));
        await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
        await page.goto(`${app.url}/${app.path}#joinery-token=${app.token}`);
        await rest(page);
        if (row) {
          await page.locator("main [data-open], main article a").first().click();
          await rest(page);
        }
        const png = await page.screenshot();
        const picture = await toWebp(encoder, png);
        if (size === "wide") {
          // A tool's page is one column: a card shows it from nearer.
          if ("entered" in starter) await page.setViewportSize({ width: 960, height: 600 });
          const card = "entered" in starter ? await page.screenshot() : png;
          writeFileSync(join(cardFolder, `${name}-${theme}.webp`), await toWebp(encoder, card, cardSize));
        }
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
