import { native } from "./native.js";
import "./dom.js";
import { outline } from "./outline.js";
import { scenes } from "./scenes.js";
import { stubbed, stubFetch } from "./stub.js";

const settleRounds = 40;
const roundMs = 5;
const wait = () => new Promise((resolve) => native.setTimeout(resolve, roundMs));

const config = document.createElement("script");
config.id = "joinery-config";
config.type = "application/json";
config.textContent = JSON.stringify({ appId: "smoke", appName: "App", versionId: "smoke", mode: "published" });
document.head.append(config);

// Signed in: without a session the SDK skips requests that anonymous visitors may not make.
localStorage.setItem("joinery.token.published", "smoke");

/**
 * What is thrown may be anything.
 * @param {unknown} error
 * @param {"code" | "message" | "stack"} part
 */
const textOf = (error, part) => {
  const value = typeof error === "object" && error !== null ? Reflect.get(error, part) : undefined;
  return typeof value === "string" ? value : undefined;
};
/** @param {unknown} error */
const messageOf = (error) => textOf(error, "message") ?? String(error);
/** @param {unknown} error */
const isStubbed = (error) => textOf(error, "code") === stubbed || messageOf(error).includes(stubbed);
// Errors of the runtime, not of the page: it allows no timers, I/O or random numbers outside a request.
/** @param {unknown} error */
const isRuntimes = (error) => /global scope|different request|Disallowed operation/.test(messageOf(error));

/**
 * Catches errors of timers, which would otherwise only reach the runtime's log.
 * @param {(error: unknown) => void} report
 */
function guardTimers(report) {
  /** @param {unknown} act @returns {(...values: unknown[]) => unknown} */
  const guarded =
    (act) =>
    (...values) => {
      try {
        return typeof act === "function" ? act(...values) : undefined;
      } catch (error) {
        report(error);
        return undefined;
      }
    };
  /** @type {Record<string, (act: unknown, ms?: number, ...rest: unknown[]) => unknown>} */
  const timers = {
    setTimeout: (act, ...rest) => native.setTimeout(guarded(act), ...rest),
    setInterval: (act, ...rest) => native.setInterval(guarded(act), ...rest),
    queueMicrotask: (act) => native.queueMicrotask(guarded(act)),
  };
  Object.assign(globalThis, timers);
}

/**
 * Mounts one page with one scene's rows, waits until it is idle, and reports what failed.
 * @param {string} name of the page
 * @param {string} scene
 */
async function visit(name, scene) {
  /** @type {{ kind: string, message: string, stack: string }[]} */
  const events = [];
  /** @param {"throw" | "console" | "blank"} kind @param {unknown} value */
  const add = (kind, value) => {
    if (isStubbed(value) || isRuntimes(value) || events.length >= 20) return;
    events.push({
      kind,
      message: messageOf(value).slice(0, 500),
      stack: (textOf(value, "stack") ?? "").slice(0, 4_000),
    });
  };
  const rows = scenes[scene] ?? {};
  const state = { pending: 0 };
  globalThis.fetch = stubFetch(rows, state);
  const first = Object.values(rows).find((list) => list.length > 0)?.[0];
  document.body.innerHTML = '<div id="root"></div>';
  globalThis.history.replaceState(null, "", `/${name}${first ? `?id=${String(first.id)}` : ""}`);
  const address = globalThis.location.pathname;
  const logError = console.error;
  console.error = (...args) =>
    add(
      "console",
      args.find((arg) => arg instanceof Error) ??
        args.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))).join(" "),
    );
  /** @param {PromiseRejectionEvent} event */
  const onRejection = (event) => {
    event.preventDefault?.();
    add("throw", event.reason);
  };
  native.addEventListener("unhandledrejection", onRejection);
  guardTimers((error) => add("throw", error));
  let leave;
  let shown = "";
  try {
    const { pages, layout, mountPage } = await import("app.js");
    const open = pages[name];
    if (!open) throw new Error(`There is no page "${name}"`);
    const [{ default: Page }, Layout] = await Promise.all([open(), layout?.().then((module) => module.default)]);
    leave = mountPage({ Page, Layout, name, report: (error) => add("throw", error) });
    let last;
    for (let round = 0, still = 0; round < settleRounds && still < 3; round += 1) {
      await wait();
      const now = document.body.innerHTML;
      still = state.pending === 0 && now === last ? still + 1 : 0;
      last = now;
    }
    shown = outline(document.body);
    const page = document.getElementById("smoke-page");
    const isBlank =
      page &&
      !page.textContent.trim() &&
      !page.querySelector("img,svg,canvas,video,iframe,input,button,textarea,select");
    // A page that redirects has nothing to show.
    if (isBlank && globalThis.location.pathname === address && !document.querySelector("[role=dialog]"))
      add("blank", "shows nothing");
  } catch (error) {
    add("throw", error);
  }
  try {
    leave?.();
    await wait();
  } catch (error) {
    add("throw", error);
  }
  console.error = logError;
  native.removeEventListener("unhandledrejection", onRejection);
  localStorage.clear();
  sessionStorage.clear();
  return { events, shown };
}

export default {
  /** @param {Request} request */
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    return Response.json(await visit(decodeURIComponent(pathname.slice(1)), searchParams.get("scene") ?? ""));
  },
};
