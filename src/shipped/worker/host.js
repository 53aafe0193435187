// Shared by all functions of an app inside workerd: Deno, console, and the call's context.
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "cloudflare:workers";
import { denoIn } from "./deno.js";

/** @import { Call } from "./types" */

/**
 * Context of the running call.
 * @type {AsyncLocalStorage<Call>}
 */
export const context = new AsyncLocalStorage();

/** Access to this app's own API, and nothing else of the platform. */
export const platform = env.$platform;

const names = Object.keys(env).filter((key) => typeof env[key] === "string");
/** @param {string} key */
const read = (key) => (names.includes(key) ? String(env[key]) : undefined);

const isFixed = () => {
  throw new Error("Environment variables are set in Manage App Secrets");
};

/** @param {string} name the function's name */
export const denoFor = (name) =>
  denoIn(name, {
    env: {
      get: read,
      has: (key) => read(key) !== undefined,
      toObject: () => Object.fromEntries(names.map((key) => [key, String(env[key])])),
      set: isFixed,
      delete: isFixed,
    },
    build: { os: "linux", arch: "x86_64" },
  });

// Tag each line with its call, so that the Run panel can filter. A function could forge the tag, but only for lines of
// its own app.
for (const level of /** @type {const} */ (["log", "info", "debug", "warn", "error"])) {
  const write = console[level].bind(console);
  console[level] = (/** @type {unknown[]} */ first, ...rest) => {
    const call = context.getStore();
    const mark = call ? `«${call.name} ${call.id}» ` : "";
    if (typeof first === "string") write(mark + first, ...rest);
    else if (mark) write(mark.trimEnd(), first, ...rest);
    else write(first, ...rest);
  };
}
