import "server-only";
import { posix } from "node:path";
import { isNode, parseCode, type SyntaxNode, valueNames, walk } from "@/engines/syntax";
import { byContent } from "./by-content";
import { packageExports } from "./package-exports";
import { appPackageNames, type SourceFile } from "@/shipped/contract";
import { type BuildProblem } from "./schema";

/** An import statement of a file. `names` are the imported exports; "*" is the whole module. */
export type FileImport = { specifier: string; names: string[]; start: number };
type Parsed = {
  imports: FileImport[];
  exports: Set<string>;
  hasExportAll: boolean;
  syntax: { message: string; start: number } | undefined;
};

/** A file's imports and exports. */
export const readModule = byContent(
  ({ path, content }) => parseModule(path, content),
  (path) => path.slice(path.lastIndexOf(".")),
);

function parseModule(path: string, content: string): Parsed {
  const { program, errors } = parseCode(path, content);
  const result: Parsed = { imports: [], exports: new Set(), hasExportAll: false, syntax: errors[0] };
  const values = path.endsWith(".ts") || path.endsWith(".tsx") ? valueNames(program) : undefined;
  walk(program, (node, parent) => {
    const loads =
      node.type === "ImportExpression"
        ? node.source
        : node.type === "CallExpression" && nameOf(node.callee) === "require" && Array.isArray(node.arguments)
          ? node.arguments[0]
          : undefined;
    for (const specifier of textsOf(loads)) result.imports.push({ specifier, names: ["*"], start: node.start });
    if (parent?.type !== "Program") return;
    readImport(node, result, values);
    readExport(node, result);
  });
  return result;
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node)
    ? typeof node.name === "string"
      ? node.name
      : typeof node.value === "string"
        ? node.value
        : undefined
    : undefined;

/** Possible values of a specifier expression, as far as the bundler follows one: `isDark ? "./dark" : "./light"`. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (typeof node.value === "string") return [node.value];
  if (node.type === "ConditionalExpression") return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node.type === "ParenthesizedExpression") return textsOf(node.expression);
  const [only, ...more] =
    node.type === "TemplateLiteral" && Array.isArray(node.quasis)
      ? (node.quasis as { value: { cooked: string } }[])
      : [];
  return only && more.length === 0 ? [only.value.cooked] : [];
}

function readImport(node: SyntaxNode, result: Parsed, values: ReadonlySet<string> | undefined): void {
  const source = isNode(node.source) && typeof node.source.value === "string" ? node.source.value : undefined;
  if (source === undefined || node.importKind === "type") return;
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
  if (node.type === "ImportDeclaration") {
    const names = specifiers
      .filter((one) => one.importKind !== "type" && (!values || values.has(nameOf(one.local) ?? "")))
      .map((one) =>
        one.type === "ImportDefaultSpecifier"
          ? "default"
          : one.type === "ImportNamespaceSpecifier"
            ? "*"
            : (nameOf(one.imported) ?? "*"),
      );
    result.imports.push({ specifier: source, names, start: node.start });
  } else if (node.type === "ExportNamedDeclaration")
    result.imports.push({
      specifier: source,
      names: specifiers.map((one) => nameOf(one.local) ?? "*"),
      start: node.start,
    });
  else if (node.type === "ExportAllDeclaration")
    result.imports.push({ specifier: source, names: ["*"], start: node.start });
}

function readExport(node: SyntaxNode, { exports, ...result }: Parsed): void {
  if (node.type === "ExportDefaultDeclaration") exports.add("default");
  if (node.type === "ExportAllDeclaration") {
    const name = nameOf(node.exported);
    if (name) exports.add(name);
    else result.hasExportAll = true;
  }
  if (node.type !== "ExportNamedDeclaration") return;
  for (const one of Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [])
    exports.add(nameOf(one.exported) ?? "");
  const { declaration } = node;
  if (!isNode(declaration)) return;
  const own = nameOf(declaration.id);
  if (own) exports.add(own);
  for (const one of Array.isArray(declaration.declarations) ? declaration.declarations.filter(isNode) : [])
    for (const name of patternNames(one.id)) exports.add(name);
}

function patternNames(node: unknown): string[] {
  const names: string[] = [];
  if (isNode(node)) walk(node, (inner) => void (inner.type === "Identifier" && names.push(String(inner.name))));
  return names;
}

const extensions = ["", ".jsx", ".tsx", ".js", ".ts", "/index.jsx", "/index.js"];

/** The app's file that a specifier resolves to, or undefined. `@/` and relative paths only reach files of the app. */
export function resolveFile(
  paths: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  from: string,
  specifier: string,
): string | undefined {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? posix.join(posix.dirname(from), specifier)
      : undefined;
  if (base === undefined) return undefined;
  return (
    extensions.map((extension) => base + extension).find((path) => paths.has(path)) ??
    (/^layout$/i.test(base) && paths.has("layout.jsx") ? "layout.jsx" : undefined)
  );
}

/** Importable modules besides an app's own files (generated modules and the kit), with their exports. */
export type Surface = Map<string, Set<string>>;

/**
 * Everything that would keep a file from running. Checked before bundling, because the bundler reports only the first.
 */
export function checkFile(file: SourceFile, files: ReadonlyMap<string, SourceFile>, surface: Surface): BuildProblem[] {
  const { imports, exports, syntax } = readModule(file);
  const at = (start: number) => positionOf(file.content, start);
  if (syntax) return [{ file: file.path, ...at(syntax.start), message: syntax.message }];
  const problems: BuildProblem[] = [];
  for (const { specifier, names, start } of imports) {
    const message = importProblem(file.path, specifier, names, files, surface);
    if (message) problems.push({ file: file.path, ...at(start), message });
  }
  if ((file.path.startsWith("pages/") || file.path === "layout.jsx") && !exports.has("default"))
    problems.push({ file: file.path, message: "This page has no default export" });
  return problems;
}

function importProblem(
  from: string,
  specifier: string,
  names: string[],
  files: ReadonlyMap<string, SourceFile>,
  surface: Surface,
): string | undefined {
  const target = resolveFile(files, from, specifier);
  if (target !== undefined) {
    if (!/\.[jt]sx?$/.test(target))
      return target.endsWith(".css") || target.endsWith(".json") ? undefined : `"${specifier}" is not code`;
    const { exports, hasExportAll, syntax } = readModule(files.get(target)!);
    const missing = hasExportAll || syntax ? undefined : names.find((name) => name !== "*" && !exports.has(name));
    return (
      missing && (missing === "default" ? `${target} has no default export` : `${target} does not export "${missing}"`)
    );
  }
  const known = surface.get(specifier) ?? packageExports(specifier);
  if (!known)
    return specifier.startsWith("@/") || specifier.startsWith(".")
      ? `"${specifier}" does not exist in this app`
      : `The package "${specifier}" is not available. Apps can use ${appPackageNames.join(", ")}.`;
  const missing = names.find((name) => name !== "*" && !known.has(name));
  if (missing === "default") return `"${specifier}" has no default export`;
  return missing && `"${specifier}" does not export "${missing}"`;
}

function positionOf(content: string, start: number): { line: number; column: number } {
  const before = content.slice(0, start).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
