import { lazy, Suspense, useEffect, useState } from "react";
import { appPath } from "./api.js";
import { getToken } from "./config.js";

const Assistant = lazy(() => import("./assistant.jsx"));

/** Where the app's assistant stands when its builder has made it active. Whether it is, the page asks once it has nothing better to do. */
export function AssistantSpot() {
  const [view, setView] = useState(null);
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
        // No connection, no assistant: the app itself does without.
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
