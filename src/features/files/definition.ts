import "server-only";
import type { Scope } from "eslint-scope";
import { functionOf, type SourceFile, fileName } from "@/shipped/contract";
import { isNode, type SyntaxNode, walk } from "@/engines/syntax";
import { Bundle } from "@/engines/detect/facts/bundle";
import type { Code, ImportFact } from "@/engines/detect/facts/code";

/** Position of a definition. `line` counts from 1, `offset` from the file's first character. */
export type Place = { path: string; line: number; offset: number };

/** Guard against circular re-exports. */
const stepsMax = 8;

/**
 * Go to definition: the declaration of the name at an offset, in this file or through imports and re-exports in another
 * file of the app. Entities lead to their schema, functions to their code, `createPageUrl` to its page. Null for
 * anything outside the app.
 */
export function findDefinition(files: SourceFile[], path: string, offset: number): Place | null {
  const bundle = new Bundle(files);
  const content = bundle.paths.get(path);
  if (content === undefined) return null;
  const code = bundle.code(path);
  const place = code ? inCode(bundle, code, offset) : inSchema(bundle, content, offset);
  for (const one of bundle.codes) one.release();
  return place;
}

function inCode(bundle: Bundle, code: Code, offset: number): Place | null {
  if (code.isBroken) return null;
  const statement = code.imports.find(({ start, end }) => start <= offset && offset <= end);
  if (statement) return fromImport(bundle, code, statement, offset);
  const found = nodeAt(code.program, offset);
  if (!found) return null;
  const { node, parent } = found;
  if (node.type === "Literal" && typeof node.value === "string") return fromText(bundle, code, node.value, parent);
  const name = typeof node.name === "string" ? node.name : undefined;
  return name === undefined || isMember(node, parent) ? null : fromName(bundle, code, name, node.start);
}

/** On an import's path: that file. On an imported name: its definition. */
function fromImport(
  bundle: Bundle,
  code: Code,
  { source, sourceSpan, specifiers }: ImportFact,
  offset: number,
): Place | null {
  const specifier = specifiers.find(({ start, end }) => start <= offset && offset <= end);
  if (specifier) return exported(bundle, code.path, source, specifier.imported, stepsMax);
  return sourceSpan.start <= offset && offset <= sourceSpan.end
    ? exported(bundle, code.path, source, "*", stepsMax)
    : null;
}

const topOf = (path: string): Place => ({ path, line: 1, offset: 0 });

/** Definition of a module's export. "*" is the module itself. */
function exported(bundle: Bundle, from: string, source: string, name: string, steps: number): Place | null {
  const target = bundle.resolve(source, from);
  if (target.kind === "entities") return ofEntity(bundle, name);
  if (target.kind === "functions") return ofFunction(bundle, name);
  if (target.kind !== "file") return null;
  const code = bundle.code(target.path);
  if (!code || code.isBroken || name === "*") return topOf(target.path);
  return exportIn(bundle, code, name, steps) ?? topOf(target.path);
}

function exportIn(bundle: Bundle, code: Code, name: string, steps: number): Place | null {
  if (steps === 0) return null;
  const fact = code.exports.find((one) => one.name === name);
  if (fact?.from !== undefined) return exported(bundle, code.path, fact.from, fact.imported ?? name, steps - 1);
  if (fact) {
    const word = localName(code, fact.start, fact.end, name);
    return word === undefined
      ? placeAt(code, fact.start)
      : (fromName(bundle, code, word, code.program.start, steps - 1) ?? placeAt(code, fact.start));
  }
  for (const star of code.stars) {
    const target = bundle.resolve(star, code.path);
    const inner = target.kind === "file" ? bundle.code(target.path) : undefined;
    const place = inner && !inner.isBroken ? exportIn(bundle, inner, name, steps - 1) : null;
    if (place) return place;
  }
  return null;
}

/** An export's name in its own file: `export { Inner as Outer }`, `export default Home`. */
function localName(code: Code, start: number, end: number, name: string): string | undefined {
  const text = code.content.slice(start, end);
  if (name === "default")
    return /^export\s+default\s+(?:async\s+)?(?:function\s*\*?\s*|class\s+)?([A-Za-z_$][\w$]*)/.exec(text)?.[1];
  return new RegExp(`([A-Za-z_$][\\w$]*)\\s+as\\s+${name.replaceAll("$", "\\$")}\\b`).exec(text)?.[1] ?? name;
}

/** The declaration that a name refers to at a position. */
function fromName(bundle: Bundle, code: Code, name: string, at: number, steps = stepsMax): Place | null {
  const variable = scopesAround(code, at)
    .map((scope) => scope.set.get(name))
    .find((one) => one && one.defs.length > 0);
  const definition = variable?.defs[0];
  if (!definition) return null;
  const declared = definition.name as unknown as SyntaxNode;
  if (definition.type !== "ImportBinding") return placeAt(code, declared.start);
  const statement = code.imports.find(({ start, end }) => start <= declared.start && declared.end <= end);
  const specifier = statement?.specifiers.find(({ local }) => local === name);
  return statement && specifier ? exported(bundle, code.path, statement.source, specifier.imported, steps) : null;
}

/** Enclosing scopes of a position, innermost first. */
function scopesAround(code: Code, at: number): Scope[] {
  const size = ({ block }: Scope) => (block as unknown as SyntaxNode).end - (block as unknown as SyntaxNode).start;
  const depth = (scope: Scope): number => (scope.upper ? depth(scope.upper) + 1 : 0);
  return code.scopes
    .filter(({ block }) => (block as unknown as SyntaxNode).start <= at && at <= (block as unknown as SyntaxNode).end)
    .sort((a, b) => size(a) - size(b) || depth(b) - depth(a));
}

/** A string that names a file: in a dynamic import, `createPageUrl("Page?id=1")`, or `fetch("/functions/name")`. */
function fromText(bundle: Bundle, code: Code, text: string, parent: SyntaxNode | undefined): Place | null {
  if (parent?.type === "ImportExpression" || (isNode(parent?.source) && parent.source.value === text))
    return exported(bundle, code.path, text, "*", stepsMax);
  const called = /^\/functions\/([\w-]+)$/.exec(text)?.[1];
  if (called) return ofFunction(bundle, called);
  const isPageCall =
    parent?.type === "CallExpression" && isNode(parent.callee) && parent.callee.name === "createPageUrl";
  const isLink = /^\/\w/.test(text);
  return isPageCall || isLink ? ofPage(bundle, text.replace(/^\//, "").replace(/[?#].*$/, "")) : null;
}

/** In an entity file: the entity that a field refers to. */
function inSchema(bundle: Bundle, content: string, offset: number): Place | null {
  for (const found of content.matchAll(/"([^"\n]+)"/g))
    if (found.index <= offset && offset <= found.index + found[0].length) return ofEntity(bundle, found[1]!);
  return null;
}

function ofEntity(bundle: Bundle, name: string): Place | null {
  const entity = bundle.entities.get(name);
  return entity ? topOf(entity.path) : null;
}

function ofFunction(bundle: Bundle, name: string): Place | null {
  const file = bundle.files.find(({ path }) =>
    [functionOf(path), functionOf(path)?.replaceAll(/[^\w$]/g, "_")].includes(name),
  );
  return file ? topOf(file.path) : null;
}

function ofPage(bundle: Bundle, name: string): Place | null {
  const file = bundle.files.find(
    ({ path }) => path.startsWith("pages/") && fileName(path).toLowerCase() === name.toLowerCase(),
  );
  return file ? topOf(file.path) : null;
}

function placeAt(code: Code, offset: number): Place {
  return { path: code.path, line: code.lineOf(offset), offset };
}

/** `b` of `a.b` and object keys are not references. */
function isMember(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent?.type === "MemberExpression" || parent?.type === "JSXMemberExpression")
    return parent.property === node && parent.computed !== true;
  if (parent?.type === "JSXAttribute") return parent.name === node;
  return parent?.type === "Property" && parent.key === node && parent.shorthand !== true && parent.computed !== true;
}

/** The innermost identifier or string at an offset; its end counts too, where the cursor is after typing it. */
function nodeAt(program: SyntaxNode, offset: number): { node: SyntaxNode; parent: SyntaxNode | undefined } | undefined {
  let found: { node: SyntaxNode; parent: SyntaxNode | undefined } | undefined;
  walk(program, (node, parent) => {
    if (node.start > offset || offset > node.end) return false;
    if (["Identifier", "JSXIdentifier", "Literal"].includes(node.type)) found = { node, parent };
  });
  return found;
}
