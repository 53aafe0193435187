// Shared by all functions of an app inside workerd: Deno, console, and the call's context.
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "cloudflare:workers";
import { denoIn } from "./deno.js";

/** Context of the running call: `{ name, id, appId, token }`. */
export const context = new AsyncLocalStorage();

/** Access to this app's own API, and nothing else of the platform. */
export const platform = env.$platform;

const names = Object.keys(env).filter((key) => typeof env[key] === "string");
const read = (key) => (names.includes(key) ? env[key] : undefined);

const isFixed = () => {
  throw new Error("Environment variables are set in Manage App Secrets");
};

export const denoFor = (name) =>
  denoIn(name, {
    env: {
      get: read,
      has: (key) => read(key) !== undefined,
      toObject: () => Object.fromEntries(names.map((key) => [key, env[key]])),
      set: isFixed,
      delete: isFixed,
    },
    build: { os: "linux", arch: "x86_64" },
  });

// Tag each line with its call, so that the Run panel can filter. A function could forge the tag, but only for lines of
// its own app.
for (const level of ["log", "info", "debug", "warn", "error"]) {
  const write = console[level].bind(console);
  console[level] = (first, ...rest) => {
    const call = context.getStore();
    const mark = call ? `«${call.name} ${call.id}» ` : "";
    if (typeof first === "string") write(mark + first, ...rest);
    else if (mark) write(mark.trimEnd(), first, ...rest);
    else write(first, ...rest);
  };
}
