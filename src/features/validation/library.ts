import "server-only";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { appPackageNames } from "@/shipped/contract";
import { nameOfKind } from "./code";

const known = new Map<string, ReadonlySet<string> | null>();
const root = process.cwd();

/** The package of an import specifier: "date-fns" of "date-fns/locale". */
export function packageOf(source: string): string {
  const parts = source.split("/");
  return source.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0]!;
}

/** The names that a package exports, and "default", which the bundler always makes; read from its own files once. Null when they cannot be known (a sub-path, a missing package). */
export function exportsOf(source: string): ReadonlySet<string> | null {
  if (!appPackageNames.includes(source)) return null;
  if (!known.has(source)) known.set(source, readPackage(source));
  return known.get(source) ?? null;
}

function readPackage(name: string): ReadonlySet<string> | null {
  const entry = entryOf(name, root);
  if (!entry) return null;
  const names = new Set<string>();
  if (collect(entry, names, new Set())) return names.add("default");
  try {
    // A CommonJS package (React) says what it exports only when it runs.
    const loaded: unknown = createRequire(join(root, "package.json"))(name);
    return new Set([...Object.keys(Object(loaded) as object), "default"]);
  } catch {
    return null;
  }
}

/** The file of a package's ES module build. */
function entryOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name, "package.json");
    if (existsSync(path)) {
      const manifest = JSON.parse(readFileSync(path, "utf8")) as { exports?: unknown; module?: string; main?: string };
      const file = pick(manifest.exports) ?? manifest.module ?? manifest.main ?? "index.js";
      return join(dirname(path), file);
    }
    if (folder === dirname(folder)) return null;
  }
}

function pick(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (typeof exports !== "object" || exports === null) return undefined;
  const conditions = exports as Record<string, unknown>;
  if ("." in conditions) return pick(conditions["."]);
  for (const condition of ["import", "module", "browser", "default", "require"]) {
    const found = pick(conditions[condition]);
    if (found) return found;
  }
  return undefined;
}

/** Adds the names of a module, and of all that it re-exports. False when it is no ES module. */
function collect(file: string, names: Set<string>, seen: Set<string>): boolean {
  if (seen.has(file)) return true;
  seen.add(file);
  const path = [file, `${file}.js`, `${file}.mjs`, join(file, "index.js")].find(
    (candidate) => /\.[cm]?js$/.test(candidate) && existsSync(candidate),
  );
  if (!path) return true;
  const { module } = parseSync(path, readFileSync(path, "utf8"));
  if (!module.hasModuleSyntax) return false;
  for (const { moduleRequest, exportName } of module.staticExports.flatMap(({ entries }) => entries)) {
    const name = nameOfKind(exportName);
    if (name !== undefined) names.add(name);
    else if (moduleRequest) {
      const target = moduleRequest.value.startsWith(".")
        ? join(dirname(path), moduleRequest.value)
        : entryOf(moduleRequest.value, dirname(path));
      if (target) collect(target, names, seen);
    }
  }
  return true;
}
