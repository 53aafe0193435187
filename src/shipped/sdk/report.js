import { config } from "./config.js";
import { onSwap } from "./swap.js";

/**
 * Posts a message to the builder only; a published app has none.
 * @param {{ type: string, [part: string]: unknown }} message
 */
export function tell(message) {
  if (config.mode === "preview" && config.builderOrigin && window.parent !== window)
    window.parent.postMessage({ appId: config.appId, versionId: config.versionId, ...message }, config.builderOrigin);
}

const page = () => window.location.pathname;
/** @type {Map<string, number>} */
const seen = new Map();

/**
 * A stack without the numbers of swaps (swap.js): the same fault says the same in each of them.
 * @param {string} stack
 */
const inFiles = (stack) => stack.replaceAll(/\.js\?\d+(?=:)/g, ".js");

/** @param {{ title: string, details?: string, componentName?: string }} error as 2-builder.md §3 calls it */
export function reportError({ title, details = "", componentName = "" }) {
  // Deduplicate: a render loop would report a thousand times a second.
  const key = `${title}\n${componentName}`;
  const now = Date.now();
  if (now - (seen.get(key) ?? 0) < 1_000) return;
  seen.set(key, now);
  tell({
    type: "app_error",
    error: { title: title.slice(0, 500), details: inFiles(details).slice(0, 4_000), componentName, page: page() },
  });
}

export const reportPage = () => tell({ type: "app_page", page: page() });
/** @param {string[]} pages */
export const reportReady = (pages) => tell({ type: "app_ready", pages, page: page() });

/** @param {unknown} error */
const describe = (error) =>
  error instanceof Error ? { title: error.message, details: error.stack ?? "" } : { title: String(error), details: "" };

const { error: logError } = console;

/**
 * Logs an error that is reported elsewhere.
 * @param {unknown[]} args
 */
export const logQuietly = (...args) => logError.apply(console, args);

/** Reports errors, unhandled rejections and console.error. */
export function watchErrors() {
  /** @param {ErrorEvent} event */
  const hearError = (event) => event.error && reportError(describe(event.error));
  /** @param {PromiseRejectionEvent} event */
  const hearRejection = (event) => reportError(describe(event.reason));
  window.addEventListener("error", hearError);
  window.addEventListener("unhandledrejection", hearRejection);
  console.error = (...args) => {
    logQuietly(...args);
    const first = args.find((arg) => arg instanceof Error) ?? args[0];
    reportError(describe(first));
  };
  onSwap(() => {
    window.removeEventListener("error", hearError);
    window.removeEventListener("unhandledrejection", hearRejection);
    console.error = logError;
  });
}
