// Scrolling of the database panel over 100,000 rows in a real browser: frames per second while scrolling against the
// same browser when idle.
// node src/doors/build.mjs && node bench/run.mjs grid [--rows=100000] [--seconds=5] [--rounds=3]
import { chromium } from "playwright";
import { rowHeight } from "@/features/grid/sizes";
import { findChromium } from "../tests/support/chromium.mjs";
import { ScriptedServer } from "../tests/support/scripted-server";
import { Table } from "../tests/support/table";

const option = (name: string, fallback: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1] ?? fallback);
const [rowsWanted, seconds, rounds] = [option("rows", 100_000), option("seconds", 5), option("rounds", 3)];
const goalFps = 55;

const text = { type: "string" as const };
const schema = {
  name: "Order",
  type: "object" as const,
  properties: {
    title: text,
    amount: { type: "number" as const },
    paid: { type: "boolean" as const },
    status: { ...text, enum: ["new", "sent", "done"] },
    due: { ...text, format: "date-time" },
    tags: { type: "array" as const, items: { ...text, enum: ["red", "green", "blue"] } },
    note: text,
  },
};
const csv = () => {
  const lines = Array.from(
    { length: rowsWanted },
    (_, row) =>
      `Order ${row},${row * 1.25},${row % 3 === 0},${schema.properties.status.enum[row % 3]},2026-11-21T10:00:00.000Z,"red,blue",Note of order ${row}`,
  );
  return `title,amount,paid,status,due,tags,note\n${lines.join("\n")}\n`;
};

type Frames = { fps: number; p95Ms: number; longestTaskMs: number };

/** Counts frames and long tasks. Serialized into the page: no access to this file's scope. */
const watch = (durationMs: number) =>
  new Promise<{ times: number[]; tasks: number[] }>((resolve) => {
    const times: number[] = [];
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ entryTypes: ["longtask"] });
    const startedAt = performance.now();
    const frame = (time: number) => {
      times.push(time);
      if (performance.now() - startedAt < durationMs) return requestAnimationFrame(frame);
      observer.disconnect();
      resolve({ times, tasks });
    };
    requestAnimationFrame(frame);
  });

function framesOf({ times, tasks }: { times: number[]; tasks: number[] }): Frames {
  const gaps = times
    .slice(1)
    .map((time, index) => time - times[index]!)
    .sort((a, b) => a - b);
  return {
    fps: ((times.length - 1) / (times.at(-1)! - times[0]!)) * 1000,
    p95Ms: gaps[Math.floor(gaps.length * 0.95)]!,
    longestTaskMs: Math.max(0, ...tasks),
  };
}

const tables = await ScriptedServer.start();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const table = await Table.open(tables, await browser.newContext({ viewport: { width: 1440, height: 900 } }), schema);
  const { page } = table;
  const imported = await page
    .context()
    .request.post(`${tables.server.url}/api/apps/${table.appId}/entities/Order/import`, {
      data: csv(),
      headers: { "content-type": "text/csv" },
      timeout: 600_000,
    });
  if (!imported.ok()) throw new Error(await imported.text());
  const { created } = (await imported.json()) as { created: number };
  if (created !== rowsWanted) throw new Error(`The import stored ${created} rows`);
  await page.reload();
  await table.canvas.waitFor();
  // The count of a large table is the planner's estimate.
  await page
    .getByText(/^~?\d[\d,]* rows$/)
    .first()
    .waitFor({ timeout: 60_000 });
  // Close the result of a finished import.
  const close = page.getByRole("dialog").getByRole("button", { name: "Close", exact: true });
  if (
    await close.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    )
  )
    await close.click();
  await page.waitForTimeout(1_000);
  const box = (await table.canvas.boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + 200);

  const rest: Frames[] = [];
  const scrolled: Frames[] = [];
  const settled: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rest.push(framesOf(await page.evaluate(watch, (seconds * 1000) / 2)));
    const watching = page.evaluate(watch, seconds * 1000);
    // A mouse wheel: a notch each frame, mostly down, then back up.
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      await page.mouse.wheel(0, round % 2 === 0 ? 240 : 2_400);
      await page.waitForTimeout(10);
    }
    const stoppedAt = performance.now();
    // Rows still loading are drawn without text.
    await page.waitForFunction((height) => {
      const first = Math.ceil((document.querySelector(".dvn-scroller")?.scrollTop ?? 0) / height);
      return [0, 5, 9].every((offset) => document.querySelector(`#glide-cell-1-${first + offset}`)?.textContent);
    }, rowHeight);
    settled.push(performance.now() - stoppedAt);
    scrolled.push(framesOf(await watching));
  }
  const row = Math.round((await page.locator(".dvn-scroller").evaluate(({ scrollTop }) => scrollTop)) / rowHeight);
  if (row < 100) throw new Error("The table did not scroll");
  const middle = (list: Frames[]) => list.toSorted((a, b) => a.fps - b.fps)[Math.floor(list.length / 2)]!;
  const [calm, moving] = [middle(rest), middle(scrolled)];
  const line = (name: string, { fps, p95Ms, longestTaskMs }: Frames) =>
    console.log(
      `  ${name} ${fps.toFixed(1)} frames/s, p95 frame ${p95Ms.toFixed(1)} ms, longest task ${longestTaskMs.toFixed(0)} ms`,
    );
  console.log(
    `scrolling ${rowsWanted.toLocaleString("en-US")} rows by wheel for ${seconds} s, median of ${rounds} rounds in turn, ended at row ${row.toLocaleString("en-US")}`,
  );
  line("at rest  ", calm);
  line("scrolling", moving);
  console.log(
    `  rows in view ${Math.round(settled.toSorted((a, b) => a - b)[Math.floor(settled.length / 2)]!)} ms after the wheel stopped`,
  );
  console.log(
    `  ratio to the goal of ${goalFps} frames/s ${(moving.fps / goalFps).toFixed(2)}, to the browser at rest ${(moving.fps / calm.fps).toFixed(2)}`,
  );
} finally {
  await browser.close();
  await tables.close();
}
