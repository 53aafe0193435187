/** Handlers given to `Deno.serve`, by function. */
export const handlers = new Map();

/**
 * The part of Deno that server functions use. The same in workerd and in the server of a downloaded app.
 * @param {string} name the function that gets it
 * @param {{ env: object, build: object }} host what differs: where variables come from, and the machine
 */
export const denoIn = (name, { env, build }) => ({
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
