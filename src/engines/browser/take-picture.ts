import "server-only";
import { setTimeout } from "node:timers/promises";
import { openPreview } from "@/engines/bundler/open-preview";
import type { Build } from "@/engines/bundler/schema";
import { sampleRows } from "@/engines/smoke/sample-rows";
import type { SmokeScene } from "@/engines/smoke/schema";
import type { SourceFile } from "@/shipped/contract";
import { Devtools } from "./devtools";
import { origin, type PageRequest, servePage } from "./serve-page";

const screens = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

export type Shot = {
  files: SourceFile[];
  page: string;
  rows: SmokeScene;
  screen: keyof typeof screens;
  isDark: boolean;
};

export type Picture = {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  /** Pixels that the page takes; more than the screen's when something sticks out. */
  pageWidth: number;
};

/** Longest page that is shown, and bytes of a picture. */
const heightMax = 2_400;
const bytesMax = 1_000_000;
const qualities = [80, 50, 25];
/** A browser's whole life, and how long a page may take to come to rest. */
const lifeMs = 25_000;
const restMs = 8_000;
const lookMs = 150;

let last: Promise<unknown> = Promise.resolve();

/**
 * A picture of a page of the app with sample rows, by a browser that lives for this picture only. One at a time: each
 * takes a processor and a few hundred megabytes.
 * @returns a text when the page cannot be shown
 */
export function takePicture(program: string, shot: Shot, signal: AbortSignal): Promise<Picture | string> {
  const next = last
    .catch(() => undefined)
    .then(() => (signal.aborted ? "Stopped before the picture was taken" : picture(program, shot, signal)));
  last = next;
  return next;
}

async function picture(program: string, shot: Shot, signal: AbortSignal): Promise<Picture | string> {
  const preview = openPreview();
  let build: Build;
  try {
    // As published: a preview expects the builder around it.
    build = await preview.build(shot.files, {
      appId: "picture",
      appName: "App",
      versionId: "picture",
      mode: "published",
    });
  } finally {
    await preview.dispose();
  }
  const problem = build.problems.find(({ file }) => file === `pages/${shot.page}.jsx`);
  if (problem) return `The page does not build: ${problem.message}`;
  if (!build.pages.includes(shot.page)) return `There is no page ${shot.page}`;
  const browser = await Devtools.start(program);
  const end = AbortSignal.any([signal, AbortSignal.timeout(lifeMs)]);
  const kill = () => browser.kill();
  end.addEventListener("abort", kill, { once: true });
  try {
    if (end.aborted) kill();
    return await photograph(browser, build, shot);
  } catch (error) {
    if (signal.aborted) return "Stopped before the picture was taken";
    if (end.aborted) return "The page did not come to rest in time";
    throw error;
  } finally {
    end.removeEventListener("abort", kill);
    await browser.close();
  }
}

/** Begins before the page's own code: a session, since visitors without one are shown less. */
const prelude = `if (location.origin === ${JSON.stringify(origin)}) localStorage.setItem("joinery.token.published", "sample");`;

async function photograph(browser: Devtools, build: Build, shot: Shot): Promise<Picture> {
  const rows = shot.rows === "empty" ? emptied(shot.files) : sampleRows(shot.files, shot.rows === "sparse");
  const { answer, isIdle } = await servePage(build, rows);
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method: string, params: Record<string, unknown> = {}) =>
    browser.send(method, params, String(sessionId));
  browser.onEvent((method, params) => {
    // The browser may end while it is answered.
    const quietly = (sent: Promise<unknown>) => void sent.catch(() => undefined);
    if (method === "Fetch.requestPaused") quietly(reply(send, params, answer));
    if (method === "Page.javascriptDialogOpening") quietly(send("Page.handleJavaScriptDialog", { accept: false }));
  });
  await browser.send("Browser.setDownloadBehavior", { behavior: "deny" });
  await send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  await send("Page.enable");
  const { width, height } = screens[shot.screen];
  await send("Emulation.setDeviceMetricsOverride", {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: shot.screen === "phone",
  });
  await send("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-color-scheme", value: shot.isDark ? "dark" : "light" },
      { name: "prefers-reduced-motion", value: "reduce" },
    ],
  });
  await send("Page.addScriptToEvaluateOnNewDocument", { source: prelude });
  const first = Object.values(rows).find((list) => list.length > 0)?.[0];
  await send("Page.navigate", { url: `${origin}/${shot.page}${first ? `?id=${first.id}` : ""}` });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await send("Runtime.evaluate", { expression, returnByValue: true });
    return (result as { value?: unknown } | undefined)?.value;
  };
  await comesToRest(evaluate, isIdle);
  const [pageWidth = width, pageHeight = height] = String(
    await evaluate("`${document.documentElement.scrollWidth} ${document.documentElement.scrollHeight}`"),
  )
    .split(" ")
    .map(Number);
  const shown = { width, height: Math.max(height, Math.min(heightMax, pageHeight)) };
  return { bytes: await capture(send, shown), ...shown, pageWidth };
}

const emptied = (files: SourceFile[]) =>
  Object.fromEntries(Object.keys(sampleRows(files, false)).map((name) => [name, []]));

type Send = (method: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;

async function reply(
  send: Send,
  params: Record<string, unknown>,
  answer: Awaited<ReturnType<typeof servePage>>["answer"],
): Promise<void> {
  const { requestId } = params;
  const found = await answer(params.request as PageRequest).catch(() => undefined);
  if (!found) return void (await send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }));
  const { status, contentType, bytes, policy } = found;
  await send("Fetch.fulfillRequest", {
    requestId,
    responseCode: status,
    responseHeaders: [
      { name: "content-type", value: contentType },
      ...(policy ? [{ name: "content-security-policy", value: policy }] : []),
    ],
    body: Buffer.from(bytes).toString("base64"),
  });
}

/** Waits until the page shows the same for a while, with nothing under way; at last for as long as it may take. */
async function comesToRest(evaluate: (code: string) => Promise<unknown>, isIdle: () => boolean): Promise<void> {
  const state = `[document.readyState, document.fonts.status, document.getElementById("root")?.innerHTML.length ?? 0].join(" ")`;
  let before: unknown;
  for (let waited = 0, still = 0; waited < restMs && still < 4; waited += lookMs) {
    await setTimeout(lookMs);
    const now = await evaluate(state);
    const isDrawn = typeof now === "string" && now.startsWith("complete loaded ") && !now.endsWith(" 0");
    still = isDrawn && now === before && isIdle() ? still + 1 : 0;
    before = now;
  }
}

async function capture(send: Send, { width, height }: { width: number; height: number }) {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  for (const quality of qualities) {
    const { data } = await send("Page.captureScreenshot", {
      format: "jpeg",
      quality,
      clip: { x: 0, y: 0, width, height, scale: 1 },
      captureBeyondViewport: true,
    });
    bytes = new Uint8Array(Buffer.from(String(data), "base64"));
    if (bytes.byteLength <= bytesMax) break;
  }
  return bytes!;
}
