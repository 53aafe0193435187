import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Toaster } from "sonner";

/** @typedef {import("react").ComponentType<{ currentPageName: string, children: import("react").ReactNode }>} Layout */

/**
 * Mounts one page in its layout like an app (sdk/boot.jsx), but without an error boundary: errors are wanted here.
 * @param {{ Page: import("react").ComponentType, Layout?: Layout, name: string, report: (error: unknown) => void }} options
 * @returns {() => void} unmounts
 */
export function mountPage({ Page, Layout, name, report }) {
  const place = /** @type {HTMLElement} */ (document.getElementById("root"));
  const root = createRoot(place, { onUncaughtError: report, onCaughtError: report });
  const content = (
    <div id="smoke-page">
      <Page />
    </div>
  );
  root.render(
    <BrowserRouter>
      {Layout ? <Layout currentPageName={name}>{content}</Layout> : content}
      <Toaster />
    </BrowserRouter>,
  );
  return () => root.unmount();
}
