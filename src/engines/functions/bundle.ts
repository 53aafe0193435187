import "server-only";
import type { SourceFile } from "@/shipped/contract";
import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, join } from "node:path";
import { build as bundle, type BuildFailure, type Message, type Plugin, transform } from "esbuild";
import { sha256 } from "@/engines/blobs";
import { entitiesModule, sdkFolder } from "@/engines/bundler/app-modules";
import { resolveFile } from "@/engines/bundler/check-file";
import type { BuildProblem } from "@/engines/bundler/schema";
import { satisfies } from "./package-version";
import { functionLimits, functionPackages } from "./schema";

/** A deployable function: one module, the keys of secrets that it requires, and the app's files bundled into it. */
export type FunctionBundle = { code: string; hash: string; requiredSecrets: string[]; sources: string[] };

export const workerFolder = join(process.cwd(), "src/shipped/worker");

const builtins = new Set(builtinModules);
/** SDK modules with a server-side replacement, since functions have no browser. */
const replaced = new Set(["./api.js", "./config.js", "./stream.js"]);

/**
 * Bundles a function with the app's files that it imports. Deterministic, so that the code's hash identifies it.
 * @throws FunctionProblems for syntax errors and imports that do not resolve
 */
export async function bundleFunction(files: SourceFile[], path: string, name: string): Promise<FunctionBundle> {
  const used = new Set<string>();
  const result = await bundle({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "import"],
    target: "es2023",
    // A `Deno` per function, so that none sees another's handler. Added only to code that names `Deno`.
    banner: {
      js: `import { denoFor as __denoFor } from "./host.js";\nconst __deno = __denoFor(${JSON.stringify(name)});`,
    },
    define: { Deno: "__deno", "globalThis.Deno": "__deno", "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    // For the lines of stacks, which the log tells (stack-lines.ts).
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "silent",
    plugins: [functionPlugin(files, used)],
  }).catch((error: unknown) => {
    if (isBuildFailure(error)) throw new FunctionProblems(error.errors.map(toProblem));
    throw error;
  });
  const code = result.outputFiles[0]!.text;
  if (code.length > functionLimits.codeBytes)
    throw new FunctionProblems([{ file: path, message: "The function is too large with everything that it imports" }]);
  const sources = files.filter((file) => used.has(file.path));
  return {
    code,
    hash: sha256(code),
    requiredSecrets: await requiredSecrets(sources),
    sources: sources.map((file) => file.path),
  };
}

/** Why a function cannot be bundled, by file and line. */
export class FunctionProblems extends Error {
  constructor(readonly problems: BuildProblem[]) {
    super(problems.map(({ file, line, message }) => `${file}${line ? `:${line}` : ""}: ${message}`).join("\n"));
  }
}

const isBuildFailure = (error: unknown): error is BuildFailure =>
  error instanceof Error && "errors" in error && Array.isArray(error.errors);

const toProblem = ({ text, location }: Message): BuildProblem => ({
  file: location?.file.replace(/^app:/, "") ?? "",
  ...(location && { line: location.line, column: location.column + 1 }),
  message: text,
});

/** Resolves the app's files, the SDK and allowed packages, and nothing else on this machine. */
function functionPlugin(files: SourceFile[], used: Set<string>): Plugin {
  const paths = new Map(files.map((file) => [file.path, file]));
  return {
    name: "function",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, namespace, importer, kind }) => {
        if (kind === "entry-point") return { path, namespace: "app" };
        if (path === "joinery:host") return { path: "./host.js", external: true };
        if (path.startsWith("node:") || builtins.has(path))
          return { path: path.startsWith("node:") ? path : `node:${path}`, external: true };
        if (namespace === "file")
          return importer.startsWith(sdkFolder) && replaced.has(path)
            ? { path: join(workerFolder, basename(path)) }
            : undefined;
        if (namespace === "sdk") return { path: join(sdkFolder, "entities.js") };
        if (path === "@/api/entities") return { path: "entities", namespace: "sdk" };
        if (path === "@/api/webhooks") return { path: join(sdkFolder, "webhooks.js") };
        if (path === "@/api/integrations") return { path: join(sdkFolder, "integrations.js") };
        const own = resolveFile(paths, importer, path);
        if (own !== undefined) return { path: own, namespace: "app" };
        const wanted = packageOf(path);
        if (!wanted) return { errors: [{ text: refusalOf(path) }] };
        const installed = versionOf(wanted.name);
        if (!satisfies(installed, wanted.range))
          return { errors: [{ text: otherVersion(path, wanted.name, installed) }] };
        // Re-resolve in the "file" namespace, or this callback would recurse.
        return build.resolve(wanted.path, { resolveDir: process.cwd(), kind: "import-statement", namespace: "file" });
      });
      build.onLoad({ filter: /.*/, namespace: "sdk" }, () => ({ contents: entitiesModule(files), loader: "js" }));
      build.onLoad({ filter: /.*/, namespace: "app" }, ({ path }) => {
        const file = paths.get(path)!;
        used.add(path);
        return { contents: file.content, loader: loaderOf(path) };
      });
    },
  };
}

const loaderOf = (path: string) =>
  path.endsWith(".json")
    ? "json"
    : path.endsWith(".css")
      ? "text"
      : path.endsWith(".ts")
        ? "ts"
        : path.endsWith(".js")
          ? "js"
          : "tsx";

/** "npm:date-fns@4/format" → "date-fns/format" for an allowed package; without a range any version matches. */
function packageOf(specifier: string): { name: string; path: string; range: string } | undefined {
  const [, name = "", range = "*", rest = ""] =
    /^(?:npm:)?((?:@[\w.-]+\/)?[\w.-]+)(?:@([^/]*))?(\/[\w./-]+)?$/.exec(specifier) ?? [];
  const isKnown = (functionPackages as readonly string[]).includes(name) && !rest.includes("..");
  return isKnown ? { name, path: `${name}${rest}`, range } : undefined;
}

/** The installed version of a package. */
function versionOf(name: string): string {
  const manifest = readFileSync(join(process.cwd(), "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

const otherVersion = (specifier: string, name: string, installed: string) =>
  `"${specifier}" asks for a version that functions do not have: they run ${name} ${installed}. Import "npm:${name}@${installed.split(".")[0]}"`;

function refusalOf(specifier: string): string {
  if (/^(https?|jsr):/.test(specifier)) return `Functions cannot import from the network: "${specifier}"`;
  if (specifier.startsWith(".") || specifier.startsWith("@/") || specifier.startsWith("/"))
    return `There is no file "${specifier}" in this app`;
  return `The package "${specifier.replace(/^npm:/, "")}" is not available to functions. Available are ${functionPackages.join(", ")}`;
}

/**
 * Keys that a function reads without a fallback; `Deno.env.get("A") ?? "default"` is not required. Runs on minified
 * code, so that comments cannot name keys.
 */
async function requiredSecrets(sources: SourceFile[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const { path, content } of sources) {
    if (path.endsWith(".json") || path.endsWith(".css")) continue;
    const { code } = await transform(content, {
      loader: loaderOf(path),
      minifyWhitespace: true,
      legalComments: "none",
      logLevel: "silent",
    });
    for (const [, , key] of code.matchAll(/\bDeno\.env\.get\((["'`])([A-Za-z_][A-Za-z0-9_]*)\1\)(?!\?\?|\|\|)/g))
      keys.add(key!);
  }
  return [...keys].sort();
}
