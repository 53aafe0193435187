import { lazy, Suspense, useEffect, useState } from "react";
import { appPath } from "./api.js";
import { getToken } from "./config.js";

const Assistant = lazy(() => import("./assistant.jsx"));

/** Mount point of the app's assistant. Asks the server whether it is active once the page is idle. */
export function AssistantSpot() {
  const [view, setView] = useState(/** @type {import("./types").AssistantView | null} */ (null));
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      try {
        const token = getToken();
        const response = await fetch(appPath("/assistant"), {
          headers: token ? { authorization: `Bearer ${token}` } : {},
          signal: stop.signal,
        });
        const found = response.ok ? await response.json() : null;
        if (found?.isActive) setView(found);
      } catch {
        // Offline: the app works without its assistant.
      }
    };
    const idle = window.requestIdleCallback?.(look, { timeout: 2_000 }) ?? window.setTimeout(look, 200);
    return () => {
      stop.abort();
      (window.cancelIdleCallback ?? window.clearTimeout)(idle);
    };
  }, []);
  return view ? (
    <Suspense fallback={null}>
      <Assistant view={view} />
    </Suspense>
  ) : null;
}
