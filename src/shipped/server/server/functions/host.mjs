// Shared by all functions: Deno, the call's context, and access to the app's data. A singleton module of the server and
// the functions.
import { AsyncLocalStorage } from "node:async_hooks";
import { denoIn } from "./deno.js";

export { handlers } from "./deno.js";

/** @import { Call, Platform } from "./types" */

/**
 * Context of the running call.
 * @type {AsyncLocalStorage<Call>}
 */
export const context = new AsyncLocalStorage();

/**
 * Access to this app's own API; set when the server starts.
 * @type {Platform}
 */
export const platform = {
  fetch: (url, options) => Promise.reject(new Error(`The server is not ready for ${options.method} ${url}`)),
};

/** @param {string} name the function's name */
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
