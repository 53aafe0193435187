import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, vi } from "vitest";

afterEach(cleanup);
configure({ asyncUtilTimeout: 60_000 });

// happy-dom has no layout: media queries get a wide, light screen.
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: query.includes("min-width"),
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
}));
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
// Autosizing text areas measure again when fonts load.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

// Test files share a process, and with it the browser's storage and page: portals outlive their test.
beforeAll(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
