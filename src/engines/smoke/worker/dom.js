import { GlobalWindow } from "happy-dom";

/** The page's browser: a document without a screen, and no network but `fetch`. */
const window = new GlobalWindow({
  url: "https://app.example/",
  width: 1280,
  height: 800,
  settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true, disableIframePageLoading: true },
});

/** Keep the runtime's own timers, streams and promises: happy-dom's do not work here. */
const kept = new Set([
  "globalThis",
  "self",
  "console",
  "fetch",
  "Headers",
  "Request",
  "Response",
  "URL",
  "URLSearchParams",
  "AbortController",
  "AbortSignal",
  "ReadableStream",
  "WritableStream",
  "TransformStream",
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "queueMicrotask",
  "setImmediate",
  "clearImmediate",
  "performance",
  "crypto",
  "structuredClone",
  "Blob",
  "File",
  "FormData",
  "TextEncoder",
  "TextDecoder",
  "eval",
  "Function",
]);

for (const name of Object.getOwnPropertyNames(window)) {
  if (
    kept.has(name) ||
    /^(Array|Object|String|Number|Boolean|Symbol|Map|Set|WeakMap|WeakSet|Promise|Proxy|Reflect|Date|Math|JSON|RegExp|Error|\w+Error|Intl|BigInt|\w*Array|ArrayBuffer|SharedArrayBuffer|DataView|Atomics|NaN|Infinity|undefined|is\w+|parse\w+|\w+URI\w*|escape|unescape|Buffer|process|global)$/.test(
      name,
    )
  )
    continue;
  let value = Reflect.get(window, name);
  if (typeof value === "function" && /^[a-z]/.test(name)) value = value.bind(window);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
for (const name of ["window", "self", "top", "parent"])
  Object.defineProperty(globalThis, name, { value: globalThis, configurable: true, writable: true });
Object.defineProperty(globalThis, "frameElement", { value: null, configurable: true });

const never = () => undefined;
globalThis.scrollTo = never;
globalThis.alert = never;
globalThis.confirm = () => false;
globalThis.prompt = () => null;
globalThis.open = () => null;
globalThis.matchMedia = (query) => ({
  dispatchEvent: () => false,
  matches: /min-width/.test(query),
  media: query,
  onchange: null,
  addEventListener: never,
  removeEventListener: never,
  addListener: never,
  removeListener: never,
});
for (const name of ["ResizeObserver", "IntersectionObserver"]) {
  Object.assign(globalThis, {
    [name]: class {
      observe() {}
      unobserve() {}
      disconnect() {}
      takeRecords() {
        return [];
      }
    },
  });
}
HTMLElement.prototype.scrollIntoView = never;
Object.assign(HTMLCanvasElement.prototype, {
  getContext: () => new Proxy({}, { get: () => () => ({ addColorStop: never, data: [], width: 0 }), set: () => true }),
});

export { window as page };
