// What every function shares: its Deno, who called it, and its way to the app's data. Loaded once, by the server and by each function.
import { AsyncLocalStorage } from "node:async_hooks";

/** The running call: `{ name, appId, token }`. */
export const context = new AsyncLocalStorage();

/** Handlers given to `Deno.serve`, by function. */
export const handlers = new Map();

/** Reaches this app's own API. The server says how when it starts. */
export const platform = {
  /** @param {string} url @param {RequestInit} options @returns {Promise<Response>} */
  fetch: (url, options) => Promise.reject(new Error(`The server is not ready for ${options.method} ${url}`)),
};

/** The part of Deno that server functions use. */
export const denoFor = (name) => ({
  serve(...given) {
    const handler =
      given.find((one) => typeof one === "function") ??
      given.find((one) => typeof one?.handler === "function")?.handler;
    if (!handler) throw new TypeError("Deno.serve needs a handler");
    handlers.set(name, handler);
    return {
      finished: new Promise(() => undefined),
      shutdown: async () => undefined,
      ref() {},
      unref() {},
      addr: { transport: "tcp", hostname: "0.0.0.0", port: 0 },
    };
  },
  env: {
    get: (key) => process.env[key],
    has: (key) => process.env[key] !== undefined,
    toObject: () => ({ ...process.env }),
    set: (key, value) => void (process.env[key] = value),
    delete: (key) => void delete process.env[key],
  },
  build: { os: process.platform, arch: process.arch },
});
