// What every function shares: its Deno, who called it, and its way to the app's data. Loaded once, by the server and by each function.
import { AsyncLocalStorage } from "node:async_hooks";
import { denoIn } from "./deno.js";

export { handlers } from "./deno.js";

/** The running call: `{ name, appId, token }`. */
export const context = new AsyncLocalStorage();

/** Reaches this app's own API. The server says how when it starts. */
export const platform = {
  /** @param {string} url @param {RequestInit} options @returns {Promise<Response>} */
  fetch: (url, options) => Promise.reject(new Error(`The server is not ready for ${options.method} ${url}`)),
};

export const denoFor = (name) =>
  denoIn(name, {
    env: {
      get: (key) => process.env[key],
      has: (key) => process.env[key] !== undefined,
      toObject: () => ({ ...process.env }),
      set: (key, value) => void (process.env[key] = value),
      delete: (key) => void delete process.env[key],
    },
    build: { os: process.platform, arch: process.arch },
  });
