import { config, getToken } from "./config.js";

// What a published app does beside its pages: it tells its own server that a page was opened or broke, keeps its shell
// for when there is no network, and carries the mark. Imported first, so that its console hears what boundaries catch.

const page = () => window.location.pathname.slice(0, 500);

/**
 * Tells the app's own server, and nobody else. Only one that counts says so; what cannot be told is let go.
 * @param {"view" | "error"} kind
 * @param {object} body
 */
function count(kind, body) {
  if (!config.isCounted) return;
  const token = getToken();
  fetch(`/api/apps/${config.appId}/analytics/${kind}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}

/** Where the visitor came from counts once, for the page that they came to. */
let referrer = document.referrer.slice(0, 1_000);
/** @type {string | undefined} */
let shown;

function countPage() {
  if (shown === page()) return;
  shown = page();
  count("view", { page: shown, referrer });
  referrer = "";
}

/** Pages change without a request: the router moves the address. */
function followPages() {
  for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
    const move = history[name].bind(history);
    history[name] = (...args) => {
      move(...args);
      countPage();
    };
  }
  window.addEventListener("popstate", countPage);
  countPage();
}

/** @type {Map<string, number>} */
const told = new Map();

/** @param {unknown} error @param {string} [componentStack] where React was */
function countError(error, componentStack = "") {
  const title = (error instanceof Error ? error.message : String(error)).slice(0, 500) || "Error";
  // A render loop would report a thousand times a second.
  const now = Date.now();
  if (now - (told.get(title) ?? 0) < 5_000) return;
  told.set(title, now);
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  count("error", {
    title,
    details: `${stack}\n${componentStack}`.trim().slice(0, 4_000),
    componentName: /at (\w+)/.exec(componentStack)?.[1] ?? "",
    page: page(),
    versionId: config.versionId,
  });
}

function followErrors() {
  window.addEventListener("error", (event) => event.error && countError(event.error));
  window.addEventListener("unhandledrejection", (event) => countError(event.reason));
  const { error: logError } = console;
  console.error = (...args) => {
    logError.apply(console, args);
    const error = args.find((arg) => arg instanceof Error);
    // What code merely logs is no fault of a page; what a boundary caught comes with React's own stack.
    const caught = args.find((arg) => typeof arg?.componentStack === "string");
    if (error && caught) countError(error, caught.componentStack);
  };
}

/** The service worker of the app's host (features/site/site-files.ts). */
function keepOffline() {
  if (config.offline) navigator.serviceWorker?.register(config.offline, { scope: "/" }).catch(() => undefined);
}

/** "hideBuildAI (hides the watermark)" (1-platform.md §3). Behind the app's own content, and not printed. */
function showMark() {
  if (!config.isMarked) return;
  const mark = document.createElement("footer");
  mark.textContent = "Made with Joinery";
  mark.className = "print:hidden";
  mark.style.cssText =
    "padding:8px 16px;text-align:center;font-size:12px;color:var(--muted-foreground);background:var(--background)";
  // Below the screen from the start: pages that come a moment later do not push it there.
  const pages = document.getElementById("root");
  if (pages) pages.style.minHeight = "100dvh";
  document.body.append(mark);
}

if (config.mode === "published") {
  followErrors();
  followPages();
  showMark();
  keepOffline();
}
