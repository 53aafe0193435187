import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Toaster } from "sonner";

/**
 * Mounts one page in its layout like an app (sdk/boot.jsx), but without an error boundary: errors are wanted here.
 * @param {{ Page: Function, Layout?: Function, name: string, report: (error: unknown) => void }} options
 * @returns {() => void} unmounts
 */
export function mountPage({ Page, Layout, name, report }) {
  const root = createRoot(document.getElementById("root"), { onUncaughtError: report, onCaughtError: report });
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
