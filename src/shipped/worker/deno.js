/** @import { Environment, Handler } from "./types" */

/**
 * Handlers registered by `Deno.serve`, by function.
 * @type {Map<string, Handler>}
 */
export const handlers = new Map();

/**
 * The subset of Deno for server functions, shared by workerd and downloaded apps.
 * @param {string} name the function's name
 * @param {{ env: Environment, build: { os: string, arch: string } }} host the environment: variables and platform
 */
export const denoIn = (name, { env, build }) => ({
  /** @param {((Handler & { handler?: never }) | { handler?: Handler, port?: number })[]} given options, a handler, or both */
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
  env,
  build,
});
