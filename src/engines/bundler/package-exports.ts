import "server-only";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { appPackages, packageOf, subPathPackages } from "@/shipped/contract";

const root = process.cwd();
const known = new Map<string, ReadonlySet<string> | null>();

/**
 * Export names of a package that apps may import, read from the browser's ES module (`import` condition, `module`
 * field), never from what Node loads: a CommonJS build has other names. "default" is included only where it can be
 * imported.
 * @returns null for packages that apps may not import
 */
export function packageExports(specifier: string): ReadonlySet<string> | null {
  const isPromised =
    (appPackages as readonly string[]).includes(specifier) || subPathPackages.includes(packageOf(specifier));
  if (!isPromised || specifier.includes("..")) return null;
  if (!known.has(specifier)) known.set(specifier, readExports(specifier));
  return known.get(specifier) ?? null;
}

/** The file that a browser build resolves for an allowed package or sub-path. */
export const packageFile = (specifier: string): string | undefined => resolveModule(specifier, root);

export const isCommonJs = (specifier: string): boolean => {
  const file = packageFile(specifier);
  return file !== undefined && !parse(file).hasModuleSyntax;
};

function readExports(specifier: string): ReadonlySet<string> | null {
  const file = packageFile(specifier);
  if (!file) return null;
  const names = new Set<string>();
  if (collect(file, names, new Set())) return names;
  // A CommonJS package (React) shows its exports only at run time; the bundler makes the whole its default.
  const loaded: unknown = createRequire(join(root, "package.json"))(specifier);
  return new Set([...Object.keys(Object(loaded) as object), "default"]);
}

const parse = (file: string) => parseSync(file, readFileSync(file, "utf8")).module;

const kindOf = ({ kind }: { kind: string }) => kind;

/**
 * Collects the exports of a module and of its re-exports; `export *` omits the default.
 * @returns false when it is no ES module
 */
function collect(file: string, names: Set<string>, seen: Set<string>): boolean {
  if (seen.has(file)) return true;
  seen.add(file);
  const module = parse(file);
  if (!module.hasModuleSyntax) return false;
  for (const { moduleRequest, exportName, importName } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (kindOf(exportName) === "Default") names.add("default");
    else if (kindOf(exportName) === "Name" && exportName.name) names.add(exportName.name);
    else if (moduleRequest && kindOf(importName) === "AllButDefault") {
      const target = resolveModule(moduleRequest.value, dirname(file));
      const inner = new Set<string>();
      if (target) collect(target, inner, seen);
      for (const name of inner) if (name !== "default") names.add(name);
    }
  }
  return true;
}

/** Resolves as a browser bundle does: `exports` by condition, then `module`, then `main`. */
function resolveModule(specifier: string, from: string): string | undefined {
  if (specifier.startsWith(".")) return fileAt(join(from, specifier));
  const name = packageOf(specifier);
  for (let folder = from; ; folder = dirname(folder)) {
    const home = join(folder, "node_modules", name);
    if (existsSync(join(home, "package.json"))) return inPackage(home, `.${specifier.slice(name.length)}`);
    if (folder === dirname(folder)) return undefined;
  }
}

function inPackage(home: string, subPath: string): string | undefined {
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Record<string, unknown>;
  const { exports } = manifest;
  if (exports === undefined || exports === null) {
    const main = [manifest.module, manifest.main].find((one) => typeof one === "string") ?? "index.js";
    return fileAt(join(home, subPath === "." ? main : subPath));
  }
  const paths = typeof exports === "object" && "." in exports ? (exports as Record<string, unknown>) : { ".": exports };
  if (paths[subPath] !== undefined) return target(home, paths[subPath], "");
  for (const [pattern, value] of Object.entries(paths)) {
    const [before, after] = pattern.split("*");
    if (after === undefined || !subPath.startsWith(before!) || !subPath.endsWith(after)) continue;
    return target(home, value, subPath.slice(before!.length, subPath.length - after.length));
  }
  return undefined;
}

const conditions = new Set(["browser", "import", "module", "default"]);

function target(home: string, value: unknown, star: string): string | undefined {
  if (typeof value === "string") return fileAt(join(home, value.replaceAll("*", star)));
  if (typeof value !== "object" || value === null) return undefined;
  for (const [condition, inner] of Object.entries(value)) {
    const found = conditions.has(condition) ? target(home, inner, star) : undefined;
    if (found) return found;
  }
  return undefined;
}

function fileAt(path: string): string | undefined {
  return [path, `${path}.js`, `${path}.mjs`, join(path, "index.js"), join(path, "index.mjs")].find(
    (candidate) => /\.[cm]?js$/.test(candidate) && existsSync(candidate) && statSync(candidate).isFile(),
  );
}
