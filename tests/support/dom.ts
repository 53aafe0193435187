import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, vi } from "vitest";

afterEach(cleanup);
configure({ asyncUtilTimeout: 60_000 });

// happy-dom draws nothing: what only asks about the screen gets a wide, light one.
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
// An autosizing text area measures itself again when fonts arrive.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

// Files share a process, and with it the browser's memory.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});
