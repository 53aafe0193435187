import "server-only";
import { posix } from "node:path";
import { MagicString } from "magic-string";
import { resolveFile } from "@/engines/bundler/check-file";
import { functionOf, type SourceFile, fileName } from "@/shipped/contract";
import { childrenOf, isNode, parseCode, type SyntaxNode, walk } from "@/engines/syntax";

const isCode = (path: string) => /\.[jt]sx?$/.test(path);
const withoutExtension = (path: string) => path.replace(/\.[jt]sx?$/, "");
const pathsOf = (files: SourceFile[]) => new Set(files.map(({ path }) => path));

/** A reference to another file: its specifier and the statement around it. */
type Import = { statement: SyntaxNode; source: SyntaxNode & { value: string }; locals: string[] };

function importsIn(program: SyntaxNode): Import[] {
  const found: Import[] = [];
  walk(program, (node) => {
    const { source } = node;
    if (!isNode(source) || typeof source.value !== "string") return;
    if (
      !["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration", "ImportExpression"].includes(node.type)
    )
      return;
    const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : [];
    const locals = specifiers.flatMap((one) =>
      isNode(one.local) && typeof one.local.name === "string" ? [one.local.name] : [],
    );
    found.push({
      statement: node,
      source: source as Import["source"],
      locals: node.type === "ImportDeclaration" ? locals : [],
    });
  });
  return found;
}

/** A statement's end including the line break, so that removal leaves no blank line. */
function lineEnd(content: string, end: number): number {
  const rest = /^[ \t]*;?[ \t]*\r?\n?/.exec(content.slice(end));
  return end + (rest?.[0].length ?? 0);
}

/**
 * "Deleting a code file updates files that reference it: imports of it are removed, and component usages get a warning
 * comment" (1-platform.md §4). A used component becomes a fragment with its children, so that the page still runs.
 * Everything else stays byte for byte.
 * @returns the changed files only
 */
export function removeReferences(files: SourceFile[], deleted: string): SourceFile[] {
  const paths = pathsOf(files);
  return files
    .filter(({ path }) => path !== deleted && isCode(path))
    .flatMap((file) => removeFrom(file, deleted, paths) ?? []);
}

/** Files that seem to mention a deleted one but do not parse: they stay unchanged. */
export function unreadReferences(files: SourceFile[], deleted: string): string[] {
  const isUnread = ({ path, content }: SourceFile) =>
    path !== deleted &&
    isCode(path) &&
    content.includes(fileName(deleted)) &&
    parseCode(path, content).errors.length > 0;
  return files.filter(isUnread).map(({ path }) => path);
}

function removeFrom(file: SourceFile, deleted: string, paths: ReadonlySet<string>): SourceFile | undefined {
  const { program, errors } = parseCode(file.path, file.content);
  if (errors.length > 0) return undefined;
  const imports = importsIn(program).filter(({ source }) => resolveFile(paths, file.path, source.value) === deleted);
  const exported = exportOf(deleted);
  const calls = exported ? functionImports(program, exported) : [];
  if (imports.length + calls.length === 0) return undefined;
  const text = new MagicString(file.content);
  const gone = new Set([...imports.flatMap(({ locals }) => locals), ...calls.map(({ local }) => String(local.name))]);
  for (const { statement } of imports) {
    if (statement.type === "ImportExpression")
      text.overwrite(statement.start, statement.end, `Promise.reject(new Error("${deleted} was deleted"))`);
    else text.remove(statement.start, lineEnd(file.content, statement.end));
  }
  for (const { statement, specifier, others } of calls) {
    const next = others.find(({ start }) => start > specifier.start);
    const last = others.at(-1);
    if (!last) text.remove(statement.start, lineEnd(file.content, statement.end));
    else if (next) text.remove(specifier.start, next.start);
    else text.remove(last.end, specifier.end);
  }
  warnAboutUsages(text, program, gone, deleted);
  return { path: file.path, content: text.toString() };
}

function warnAboutUsages(text: MagicString, program: SyntaxNode, gone: Set<string>, deleted: string): void {
  // A shorthand property is key and value at one position.
  const marked = new Set<number>();
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined): boolean | void => {
    if (node.type === "ImportDeclaration") return false;
    if (node.type === "JSXElement" && isNode(node.openingElement)) {
      const name = rootName(node.openingElement.name);
      if (name === undefined || !gone.has(name)) return;
      replaceTags(text, node, name, deleted);
      // Tags and attributes are replaced: only the children are left to visit.
      for (const child of childrenOf(node))
        if (child !== node.openingElement && child !== node.closingElement) walk(child, visit, node);
      return false;
    }
    const isUse =
      node.type === "Identifier" &&
      gone.has(String(node.name)) &&
      !(parent?.type === "MemberExpression" && parent.property === node && parent.computed !== true);
    const isKey =
      parent?.type === "Property" && parent.key === node && parent.shorthand !== true && parent.computed !== true;
    if (!isUse || isKey || marked.has(node.start)) return;
    marked.add(node.start);
    text.appendLeft(node.start, `/* Warning: ${deleted} was deleted */ `);
  };
  walk(program, visit);
}

/** "Card" of <Card>, "Tabs" of <Tabs.List>. */
function rootName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "JSXMemberExpression") return rootName(node.object);
  return typeof node.name === "string" ? node.name : undefined;
}

function replaceTags(text: MagicString, element: SyntaxNode, name: string, deleted: string): void {
  const warning = `{/* Warning: <${name}> was removed because ${deleted} was deleted */}`;
  const opening = element.openingElement as SyntaxNode;
  const closing = element.closingElement;
  text.overwrite(opening.start, opening.end, isNode(closing) ? `<>${warning}` : `<>${warning}</>`);
  if (isNode(closing)) text.overwrite(closing.start, closing.end, "</>");
}

/**
 * The bundle after a rename: updates imports of the file, its own relative imports, `createPageUrl("Old")` of a page,
 * and a function's name in `@/api/functions`. Specifiers keep their style (alias or relative, with or without
 * extension).
 * @returns the changed files only, the renamed one under its new path
 */
export function renameFile(files: SourceFile[], from: string, to: string): SourceFile[] {
  const before = pathsOf(files);
  const after = new Set([...before].map((path) => (path === from ? to : path)));
  return files.flatMap((file) => {
    if (file.path !== from && !isCode(file.path)) return [];
    const path = file.path === from ? to : file.path;
    const content = isCode(file.path) ? rewriteNames(file, path, { from, to, before, after }) : file.content;
    return path === file.path && content === file.content ? [] : [{ path, content }];
  });
}

type Move = { from: string; to: string; before: ReadonlySet<string>; after: ReadonlySet<string> };

function rewriteNames(file: SourceFile, path: string, { from, to, before, after }: Move): string {
  const { program, errors } = parseCode(file.path, file.content);
  if (errors.length > 0) return file.content;
  const text = new MagicString(file.content);
  for (const { source } of importsIn(program)) {
    const old = source.value;
    const isMoved = resolveFile(before, file.path, old) === from;
    const isCarried = path !== file.path && old.startsWith(".");
    if (!isMoved && !isCarried) continue;
    const next = isMoved ? respell(old, to, path, after) : write(old, posix.join(posix.dirname(file.path), old), path);
    if (next !== old) text.overwrite(source.start + 1, source.end - 1, next);
  }
  if (from.startsWith("pages/") && to.startsWith("pages/"))
    renamePageLinks(text, program, fileName(from), fileName(to));
  const [oldFunction, newFunction] = [exportOf(from), exportOf(to)];
  if (oldFunction && newFunction) renameFunctionImports(text, program, oldFunction, newFunction);
  return text.toString();
}

/** A specifier in the style of the old one, extended only as far as needed to resolve. */
function respell(old: string, to: string, from: string, paths: ReadonlySet<string>): string {
  const bare = withoutExtension(to);
  const styled = isCode(old) ? to : /(^|\/)index$/.test(old) ? bare : bare.replace(/\/index$/, "");
  return (
    [styled, bare].map((target) => write(old, target, from)).find((one) => resolveFile(paths, from, one) === to) ??
    write(old, to, from)
  );
}

/** A path as alias or relative, like the old specifier. */
function write(old: string, target: string, from: string): string {
  if (old.startsWith("@/")) return `@/${target}`;
  const relative = posix.relative(posix.dirname(from), target);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** A function's export name in `@/api/functions`: "functions/send-mail.ts" → "send_mail". */
const exportOf = (path: string) => functionOf(path)?.replaceAll(/[^\w$]/g, "_");

function renamePageLinks(text: MagicString, program: SyntaxNode, from: string, to: string): void {
  walk(program, (node) => {
    if (
      node.type !== "CallExpression" ||
      !isNode(node.callee) ||
      node.callee.name !== "createPageUrl" ||
      !Array.isArray(node.arguments)
    )
      return;
    const [first] = node.arguments as unknown[];
    if (!isNode(first) || first.type !== "Literal" || typeof first.value !== "string") return;
    const [page, query] = first.value.split("?", 2);
    if (page === from) text.overwrite(first.start + 1, first.end - 1, query === undefined ? to : `${to}?${query}`);
  });
}

function renameFunctionImports(text: MagicString, program: SyntaxNode, from: string, to: string): void {
  for (const { imported, local } of functionImports(program, from))
    text.overwrite(imported.start, imported.end, imported.start === local.start ? `${to} as ${from}` : to);
}

type FunctionImport = {
  statement: SyntaxNode;
  specifier: SyntaxNode;
  imported: SyntaxNode;
  local: SyntaxNode;
  /** The statement's other imports. */ others: SyntaxNode[];
};

/** Imports of a function by name from `@/api/functions`. */
function functionImports(program: SyntaxNode, name: string): FunctionImport[] {
  const found: FunctionImport[] = [];
  walk(program, (node) => {
    if (
      node.type !== "ImportDeclaration" ||
      !isNode(node.source) ||
      node.source.value !== "@/api/functions" ||
      !Array.isArray(node.specifiers)
    )
      return;
    const specifiers = node.specifiers.filter(isNode);
    for (const specifier of specifiers) {
      const { imported, local } = specifier;
      if (isNode(imported) && isNode(local) && imported.name === name)
        found.push({
          statement: node,
          specifier,
          imported,
          local,
          others: specifiers.filter((one) => one !== specifier && one.type === "ImportSpecifier"),
        });
    }
  });
  return found;
}
