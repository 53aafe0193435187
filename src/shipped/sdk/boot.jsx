import { Component, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Link, Route, Routes, useLocation } from "react-router-dom";
import { Toaster } from "sonner";
import { AssistantSpot } from "./assistant-spot.jsx";
import { appPath, call } from "./api.js";
import { config, getToken, readConfig, setToken } from "./config.js";
import { useKeptFocus } from "./focus.js";
import { loadPage } from "./lazy-page.js";
import { ProblemCard } from "./problem.jsx";
import { watchPicks } from "./pick.js";
import { refresh } from "./refresh.js";
import { logQuietly, reportError, reportPage, reportReady, watchErrors } from "./report.js";
import { SignIn } from "./sign-in.jsx";
import { followStream } from "./stream.js";
import { onSwap, showVersion } from "./swap.js";
import { VerifyEmail } from "./verify-email.jsx";

/** @import { App } from "./types" */
/** @import { ReactNode } from "react" */

/**
 * Error boundary of a page; navigating resets it.
 * @extends {Component<{ name: string, epoch: number, children?: ReactNode }, { error: Error | null, epoch: number }>}
 */
class PageBoundary extends Component {
  /** @override @type {{ error: Error | null, epoch: number }} */
  state = { error: null, epoch: this.props.epoch };

  /** @param {Error} error */
  static getDerivedStateFromError(error) {
    return { error };
  }

  /**
   * Another build may have mended the code.
   * @param {{ epoch: number }} props
   * @param {{ epoch: number }} state
   */
  static getDerivedStateFromProps({ epoch }, state) {
    return epoch === state.epoch ? null : { epoch, error: null };
  }

  /** @override @param {Error} error @param {import("react").ErrorInfo} info */
  componentDidCatch(error, info) {
    reportError({
      title: error.message,
      details: `${error.stack ?? ""}\n${info.componentStack ?? ""}`,
      componentName: this.props.name,
    });
  }

  /** @override */
  render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <ProblemCard
        title="This page stopped working"
        lines={config.mode === "preview" ? [error.message] : ["Reload the page, or go on to another one."]}
      />
    );
  }
}

function Loading() {
  return (
    <div aria-busy="true" aria-label="Loading" style={{ padding: 24, minHeight: "100dvh" }}>
      {["40%", "100%", "100%", "70%"].map((width, index) => (
        <div
          key={index}
          className="animate-pulse rounded-md bg-muted motion-reduce:animate-none"
          style={{ height: index ? 56 : 28, width, marginBottom: 12 }}
        />
      ))}
    </div>
  );
}

/** @param {() => void} tell */
function onScheme(tell) {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** Messages in the app's font, light or dark as its pages are. */
function Toasts() {
  const isDark = useSyncExternalStore(onScheme, () => document.documentElement.classList.contains("dark"));
  return (
    <Toaster
      position="bottom-right"
      closeButton
      theme={isDark ? "dark" : "light"}
      style={{ fontFamily: "var(--font-sans, inherit)" }}
    />
  );
}

function NotFound() {
  return (
    <div style={{ padding: "96px 32px", textAlign: "center" }}>
      <p style={{ fontSize: 14, fontWeight: 600, opacity: 0.6 }}>404</p>
      <h1 style={{ margin: "8px 0 16px", fontSize: 24, fontWeight: 600 }}>This page does not exist</h1>
      <Link to="/" className="underline">
        Go to the start
      </Link>
    </div>
  );
}

/** "SalesPipeline" → "Sales pipeline". @param {string} page */
function titleOf(page) {
  const words = page
    .replaceAll(/[-_]+/g, " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether nobody is signed in on a published app. */
const isStranger = () => config.mode === "published" && getToken() === null;

/**
 * The name of the page at a path. "/" is the first one; for strangers the first that shows them anything.
 * @param {App["pages"]} pages @param {string} pathname
 */
function pageAt(pages, pathname) {
  const names = Object.keys(pages);
  if (pathname === "/") return (isStranger() && names.find((name) => !config.closedPages?.includes(name))) || names[0];
  return names.find((name) => `/${name}`.toLowerCase() === pathname.toLowerCase().replace(/\/$/, ""));
}

/** Loads the page of a link that is pointed at, or that has the focus. @param {App["pages"]} pages */
function loadAhead(pages) {
  /** @param {Event} event */
  const look = ({ target }) => {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
    void loadPage(pages[pageAt(pages, link.pathname) ?? ""]);
  };
  for (const name of ["pointerover", "focusin"]) {
    document.addEventListener(name, look, { passive: true });
    onSwap(() => document.removeEventListener(name, look));
  }
}

/** How long the first paint waits for the page's own code, ms: it is on its way already. */
const pageWaitMs = 200;

/**
 * The app with the page that is asked for in its lazy one's place, if its code arrives in time: React would paint a
 * fallback for a lazy one, and keep it for 300 ms.
 * @param {App} app @returns {Promise<App>}
 */
async function withFirstPage(app) {
  const name = pageAt(app.pages, window.location.pathname) ?? "";
  /** @type {Promise<undefined>} */
  const patience = new Promise((resolve) => setTimeout(resolve, pageWaitMs, undefined));
  const page = await Promise.race([loadPage(app.pages[name]), patience]);
  return page ? { ...app, pages: { ...app.pages, [name]: page } } : app;
}

/** @param {App} props */
function Pages({ pages, layout: Layout }) {
  const { pathname } = useLocation();
  const wanted = pageAt(pages, pathname);
  const Page = wanted ? (pages[wanted] ?? NotFound) : NotFound;
  useEffect(reportPage, [pathname]);
  useKeptFocus();
  // Layout effect: runs before the page's own effects, so that a title set there wins.
  useLayoutEffect(() => {
    const title = wanted === undefined ? "Page not found" : pathname === "/" ? "" : titleOf(wanted);
    document.title = title ? `${title} · ${config.appName}` : (config.siteTitle ?? config.appName);
  }, [wanted, pathname]);
  const content = (
    <PageBoundary key={pathname} name={wanted ?? "page"} epoch={refresh.epoch}>
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    </PageBoundary>
  );
  if (!Layout) return content;
  return (
    <PageBoundary name="layout" epoch={refresh.epoch}>
      <Layout currentPageName={wanted ?? ""}>{content}</Layout>
    </PageBoundary>
  );
}

/** Follows the system's colour scheme unless the app has chosen one. */
function followScheme() {
  const query = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    if (!document.documentElement.dataset.theme) document.documentElement.classList.toggle("dark", query.matches);
  };
  apply();
  query.addEventListener("change", apply);
  onSwap(() => query.removeEventListener("change", apply));
}

/** A preview loads new builds as they appear. */
function followBuilds() {
  if (config.mode === "preview") followStream("/_joinery/live", (versionId) => void showVersion(versionId));
}

/** Drops an expired session before a request fails, which browsers log as an error. */
async function dropEndedSession() {
  if (config.mode !== "published" || getToken() === null) return;
  const { isSignedIn } = await call("GET", appPath("/sign-up"), undefined, { asksToSignIn: false });
  if (!isSignedIn) setToken(null);
}

/** @type {import("react-dom/client").Root | undefined} */
let root;

/**
 * Shows the pages: in place of those of an earlier build, whose components keep their state.
 * @param {App} app
 */
function show({ pages, layout }) {
  root?.render(
    <refresh.Epoch value={refresh.epoch}>
      <BrowserRouter>
        <div data-joinery-pages="" style={{ display: "contents" }}>
          {Object.keys(pages).length === 0 ? (
            <p style={{ padding: 32, textAlign: "center" }}>This app has no pages yet.</p>
          ) : (
            <Routes>{<Route path="*" element={<Pages pages={pages} layout={layout} />} />}</Routes>
          )}
        </div>
        <SignIn />
        <VerifyEmail />
        <AssistantSpot />
        <Toasts />
      </BrowserRouter>
    </refresh.Epoch>,
  );
  reportReady(Object.keys(pages));
}

/**
 * Starts the app, or shows another build of it where it runs already. A preview reports pages, errors and readiness to
 * the builder.
 * @param {App} app
 */
export async function boot(app) {
  if (root) return show(app);
  // An undo may bring these modules back, with another version's pages.
  Object.assign(config, readConfig());
  watchErrors();
  watchPicks();
  followScheme();
  const isShut = () => isStranger() && config.isPrivate === true;
  // An unreachable server is reported by the page itself.
  const [ready] = await Promise.all([isShut() ? app : withFirstPage(app), dropEndedSession().catch(() => undefined)]);
  followBuilds();
  const place = /** @type {HTMLElement} */ (document.getElementById("root"));
  // Before the first paint: a private app shows the sign-in instead of sending requests that would be refused.
  if (isShut()) {
    createRoot(place).render(<SignIn isPage />);
    return;
  }
  // The boundary reports what it catches with the page's name; React's own log would be a duplicate.
  root = createRoot(place, { onCaughtError: logQuietly });
  onSwap(() => {
    root?.unmount();
    root = undefined;
  });
  loadAhead(app.pages);
  show(ready);
}
