import { loadavg } from "node:os";
import { type APIRequestContext, type Browser, type Page, chromium } from "playwright";
import { findChromium } from "../tests/support/chromium.mjs";
import { generateApp } from "../tests/support/generated-app";
import { Server } from "../tests/support/server";

/**
 * Web vitals of a published app with 10,000 rows, for a member with an empty cache: bytes of scripts, largest
 * contentful paint, layout shift and long tasks, also while a list is thrown by the wheel.
 * node src/doors/build.mjs && node bench/run.mjs visits [--rows=10000] [--rounds=3]
 */

const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const [total, rounds] = [option("rows", 10_000), option("rounds", 3)];

const limits = { scriptKb: 200, lcpMs: 1_000, shift: 0.02, taskMs: 200 };
type Vitals = Record<keyof typeof limits, number>;

const sentence =
  "A clock collection with makers (name, city) and clocks (title, maker, state: ticking/in repair/silent, price, due date, note). Without sample data.";

/** Runs before the page's own scripts. Layout shifts are summed whole: those after input count, too. */
function observe() {
  const seen = { lcpMs: 0, shift: 0, taskMs: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcpMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.taskMs = Math.max(seen.taskMs, duration);
  }).observe({ type: "longtask", buffered: true });
}

async function importRows(request: APIRequestContext, server: Server, appId: string): Promise<void> {
  const send = async (entity: string, lines: string[]) => {
    const answer = await request.post(`${server.url}/api/apps/${appId}/entities/${entity}/import`, {
      data: lines.join("\n"),
      headers: { "content-type": "text/csv" },
      timeout: 600_000,
    });
    if (!answer.ok()) throw new Error(await answer.text());
  };
  // Values of very different lengths: columns that follow their rows' widths would shift.
  const cities = ["Ulm", "Bad Mergentheim", "Rothenburg ob der Tauber"];
  const makers = Array.from({ length: 500 }, (_, at) => `Maker ${"of the north ".repeat(at % 4)}${at}`);
  await send("Maker", ["name,city", ...makers.map((name, at) => `${name},${cities[at % cities.length]}`)]);
  const list = await request.get(`${server.url}/api/apps/${appId}/entities/Maker?limit=500`);
  const { items } = (await list.json()) as { items: { id: string }[] };
  const kinds = ["clock", "long case clock with a moon dial", "watch"];
  const states = ["ticking", "in repair", "silent"];
  const clocks = Array.from({ length: total }, (_, at) => {
    const day = String((at % 28) + 1).padStart(2, "0");
    const kind = kinds[Math.floor(at / 90) % kinds.length];
    return `The ${at}th ${kind},${items[(at * 7) % items.length]!.id},${states[at % states.length]},${(at * 37) % 4000},2026-11-${day},Note ${at}`;
  });
  await send("Clock", ["title,maker,state,price,due_date,note", ...clocks]);
}

/** Joins the app by an invitation. @returns the member's cookies and storage */
async function join(browser: Browser, request: APIRequestContext, server: Server, appId: string, url: string) {
  const invited = await request.post(`${server.url}/api/trpc/members.invite`, {
    data: { json: { appId, role: "user" } },
  });
  const { result } = (await invited.json()) as { result: { data: { json: { url: string } } } };
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(result.data.json.url);
  await page.getByLabel("Email").fill("cleo@example.com");
  await page.getByLabel("Password").fill("copper-lantern-42-fjord");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/`);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Throws the page by the wheel as a hand does: bursts of notches with rests between them. */
async function throwWheel(page: Page) {
  const { width, height } = page.viewportSize()!;
  await page.mouse.move(width / 2, height / 2);
  for (let burst = 0; burst < 12; burst += 1) {
    for (let notch = 0; notch < 12; notch += 1) {
      await page.mouse.wheel(0, burst === 11 ? -3_000 : 900);
      await page.waitForTimeout(16);
    }
    await page.waitForTimeout(250);
  }
}

type Step = (page: Page) => Promise<unknown>;
const rest: Step = (page) => page.waitForTimeout(1_500);
const search: Step = async (page) => {
  // By keys, which end the search for the largest paint as they do for a person: rows found later are not the page's first.
  await page.getByRole("searchbox").first().pressSequentially("moon dial", { delay: 40 });
  await page.waitForTimeout(1_500);
};
const openAndReturn: Step = async (page) => {
  await page.locator("[data-open]").nth(3).click();
  await page.waitForTimeout(1_000);
  await page.goBack();
  await page.waitForTimeout(1_000);
};
type Visit = { name: string; path: string; usable: string; size?: "phone"; isStranger?: boolean; step: Step };
const rows = { path: "/Clocks", usable: "[data-open]" };
const visits: Visit[] = [
  { name: "sign-in", path: "/", usable: "input[type=password]", isStranger: true, step: rest },
  { name: "start page", path: "/", usable: "h1", step: rest },
  { name: "list", ...rows, step: rest },
  { name: "list, thrown by the wheel", ...rows, step: throwWheel },
  { name: "list, searched", ...rows, step: search },
  { name: "list, a row and back", ...rows, step: openAndReturn },
  { name: "list on a phone, thrown", ...rows, size: "phone", step: throwWheel },
];

type State = Awaited<ReturnType<typeof join>>;

async function visit(
  browser: Browser,
  url: string,
  member: State,
  { path, usable, size, isStranger, step }: Visit,
): Promise<Vitals> {
  const viewport = size === "phone" ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await browser.newContext({
    viewport,
    // What a service worker fetches is no event of its page, and would not be weighed.
    serviceWorkers: "block",
    storageState: isStranger ? undefined : member,
  });
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url + path);
  await page.locator(usable).first().waitFor();
  await page.waitForTimeout(700);
  const scriptKb = bytes / 1_000;
  await step(page);
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Vitals, "scriptKb"> }).seen);
  await context.close();
  return { scriptKb, ...seen };
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
  const { appId } = await generateApp(server, account.request, sentence);
  await importRows(account.request, server, appId);
  const published = await account.request.post(`${server.url}/api/apps/${appId}/publish`, { data: {} });
  const { url } = (await published.json()) as { url: string };
  const member = await join(browser, account.request, server, appId, url);
  const kinds = Object.keys(limits) as (keyof typeof limits)[];
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const table: Record<string, Record<string, string>> = {};
  for (const one of visits) {
    const found: Vitals[] = [];
    for (let round = 0; round < rounds; round += 1) found.push(await visit(browser, url, member, one));
    table[one.name] = Object.fromEntries(
      kinds.map((kind) => {
        const value = median(found.map((vitals) => vitals[kind]));
        const ratio = value / limits[kind];
        return [kind, `${value.toFixed(kind === "shift" ? 3 : 0)}  (${ratio.toFixed(2)}${ratio > 1 ? " MISSED" : ""})`];
      }),
    );
  }
  console.log(
    `${total.toLocaleString("en-US")} rows, medians of ${rounds} rounds with the ratio to the limits ${JSON.stringify(limits)}, load ${loadavg()[0]!.toFixed(1)}`,
  );
  console.table(table);
} finally {
  await browser.close();
  await server.close();
}
