import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { functionOf } from "../shipped/contract";
import { AppError } from "../errors";
import type { Handler } from "./types";

type Host = typeof import("./host.mjs");

const folder = "src/functions";
const answerMs = 30_000;

/** Not bundled: it must be the same module instance that functions import. */
const hostUrl = pathToFileURL(join(process.cwd(), "server", "functions", "host.mjs")).href;
let host: Host | undefined;
let appId = "";
const modules = new Map<string, { default?: unknown }>();

/** Bundles and loads every function. A failing one is reported and the others work. */
export async function loadFunctions(answer: (request: Request) => Promise<Response>, id: string): Promise<void> {
  appId = id;
  host = (await import(hostUrl)) as Host;
  host.platform.fetch = (url, options) => answer(new Request(url, options));
  for (const file of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []) {
    const name = functionOf(`functions/${file.replaceAll("\\", "/")}`);
    if (!name) continue;
    try {
      modules.set(name, await load(name, join(folder, file)));
    } catch (error) {
      console.error(`The function ${name} does not load:`, error);
    }
  }
}

async function load(name: string, file: string): Promise<{ default?: unknown }> {
  const outfile = join(process.cwd(), ".build", "functions", `${name}.mjs`);
  mkdirSync(join(process.cwd(), ".build", "functions"), { recursive: true });
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "silent",
    // The function's own `Deno`, and `require` for CommonJS packages.
    banner: {
      js: `import { createRequire as __createRequire } from "node:module";\nimport { denoFor as __denoFor } from ${JSON.stringify(hostUrl)};\nconst require = __createRequire(import.meta.url);\nconst __deno = __denoFor(${JSON.stringify(name)});`,
    },
    define: { Deno: "__deno", "globalThis.Deno": "__deno" },
    plugins: [functionImports],
  });
  return (await import(`${pathToFileURL(outfile).href}?at=${Date.now()}`)) as { default?: unknown };
}

/** Resolves `npm:zod@3` to the installed package, and SDK modules to their server-side replacements. */
const functionImports: Plugin = {
  name: "function-imports",
  setup(build) {
    build.onResolve({ filter: /^joinery:host$/ }, () => ({ path: hostUrl, external: true }));
    build.onResolve({ filter: /^\.\/(api|config|stream)\.js$/ }, ({ path, importer }) =>
      /[\\/]src[\\/]sdk[\\/]/.test(importer) ? { path: join(process.cwd(), "server", "functions", path) } : undefined,
    );
    build.onResolve({ filter: /^npm:/ }, ({ path, resolveDir, kind }) => {
      const [, name = "", rest = ""] = /^npm:((?:@[\w.-]+\/)?[\w.-]+)(?:@[^/]*)?(\/[\w./-]+)?$/.exec(path) ?? [];
      return build.resolve(`${name}${rest}`, { resolveDir, kind });
    });
  },
};

/** Serves `/functions/{name}` with the caller's own token. */
export async function callFunction(name: string, request: Request): Promise<Response> {
  const module = modules.get(name);
  if (!module || !host) throw new AppError("function-not-found");
  const handler = handlerOf(host, name, module);
  const call = { name, appId, token: request.headers.get("authorization") };
  const answered = host.context.run(call, async () =>
    handler(request, { remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 0 }, waitUntil }),
  );
  const answer = await Promise.race([answered.catch((error: unknown) => failed(name, error)), late()]);
  return answer instanceof Response
    ? answer
    : failed(name, new TypeError("The function answered with something that is not a Response"));
}

function handlerOf({ handlers }: Host, name: string, module: { default?: unknown }): Handler {
  const given = handlers.get(name) ?? module.default;
  if (typeof given === "function") return given as Handler;
  const { fetch } = (given ?? {}) as { fetch?: unknown };
  if (typeof fetch === "function") return fetch.bind(given) as Handler;
  throw new AppError(
    "function-not-found",
    undefined,
    "The function has no handler: call Deno.serve(handler) or export default a function",
  );
}

function failed(name: string, error: unknown): Response {
  console.error(`The function ${name} failed:`, error);
  return Response.json({ error: { code: "function-failed", message: `The function ${name} failed` } }, { status: 500 });
}

/** Work after the response, as on the platform. */
const waitUntil = (work: Promise<unknown>) =>
  void Promise.resolve(work).catch((error: unknown) => console.error("Work after an answer failed:", error));

const late = () =>
  new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new AppError("function-timeout")), answerMs).unref(),
  );
