// What every function of an app shares: its Deno, its console, and who called it. Runs inside workerd.
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "cloudflare:workers";
import { denoIn } from "./deno.js";

/** The running call: `{ name, id, appId, token }`. */
export const context = new AsyncLocalStorage();

/** Reaches this app's own API on the platform, and nothing else of it. */
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

// Each line names its call, so that the Run panel can show the lines of one run. A function can forge the mark: of its own app's lines only, and by its own author.
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
