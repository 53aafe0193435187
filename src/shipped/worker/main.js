// Entry of an app's process: resolves the called function, loads it once, and answers for it when it fails.
import { handlers } from "./deno.js";
import { context } from "./host.js";
import { appId, functions } from "./functions.js";

const headers = { name: "x-joinery-function", id: "x-joinery-call", probe: "x-joinery-probe" };

/** @import { Call, Handler } from "./types" */

/** @param {string} name @returns {Promise<Handler>} */
async function handlerOf(name) {
  const module = await functions[name]?.();
  const given = handlers.get(name) ?? module?.default;
  const handler = typeof given === "function" ? given : given?.fetch?.bind(given);
  if (!handler)
    throw new TypeError("The function has no handler: call Deno.serve(handler) or export default a function");
  return handler;
}

/** @param {number} status @param {string} code @param {string} message */
const failure = (status, code, message) =>
  Response.json({ error: { code, message } }, { status, headers: { "x-joinery-failed": code } });

export default {
  /**
   * @param {Request} incoming
   * @param {object} env
   * @param {{ waitUntil: (work: Promise<unknown>) => void }} execution
   */
  async fetch(incoming, env, execution) {
    const name = incoming.headers.get(headers.name);
    if (name === null) return new Response("ok");
    if (!Object.hasOwn(functions, name)) return failure(404, "function-not-found", "This function is not deployed");
    /** @type {Call} */
    const call = {
      name,
      id: incoming.headers.get(headers.id) ?? "",
      appId,
      token: incoming.headers.get("authorization"),
    };
    return context.run(call, async () => {
      if (incoming.headers.has(headers.probe)) return probe(name);
      const request = new Request(incoming);
      for (const header of Object.values(headers)) request.headers.delete(header);
      try {
        const handler = await handlerOf(name);
        const answer = await handler(request, {
          remoteAddr: { transport: "tcp", hostname: "0.0.0.0", port: 0 },
          waitUntil: (work) => execution.waitUntil(work),
        });
        if (answer instanceof Response) return answer;
        throw new TypeError("The function answered with something that is not a Response");
      } catch (error) {
        console.error(error instanceof Error ? (error.stack ?? String(error)) : String(error));
        return failure(500, "function-failed", `The function ${name} failed`);
      }
    });
  },
};

/** @param {string} name */
async function probe(name) {
  try {
    await handlerOf(name);
    return new Response(null, { status: 204 });
  } catch (error) {
    return new Response(error instanceof Error ? `${error.name}: ${error.message}` : String(error), { status: 500 });
  }
}
