import "server-only";
import type { Scope, Variable } from "eslint-scope";
import { isNode, type SyntaxNode } from "@/engines/syntax";
import type { Bundle } from "../facts/bundle";
import { Code, readCode, unresolvedNames } from "../facts/code";
import type { Edit, Fix } from "../detector";
import { functionAround, functionName, nameOf, nodes } from "../facts/tree";
import { addImport } from "./write";

/** Names that come back together: a helper brings what it needs. */
const namesMax = 8;

/**
 * The fix for a name that an edit left in use but took the declaration of: an import, a helper, state, or a prop comes
 * back from the version before, where it stood, with whatever else it needs from there.
 */
export function restoreFixes(bundle: Bundle, code: Code, name: string): Fix[] {
  const before = bundle.previous.get(code.path);
  if (before === undefined || before === code.content) return [];
  const old = readCode(code.path, before);
  if (old.isBroken) return [];
  const known = new Set(unresolvedNames(code).map((one) => one.name));
  const wanted = [name];
  const done = new Set<string>();
  let now = code;
  for (let next = wanted.shift(); next !== undefined; next = wanted.shift()) {
    if (done.has(next) || done.size >= namesMax) continue;
    done.add(next);
    const edit = restoration(bundle, old, now, next);
    if (!edit) {
      if (next === name) return [];
      continue;
    }
    now = new Code(code.path, now.content.slice(0, edit.start) + edit.text + now.content.slice(edit.end));
    if (now.isBroken) return [];
    wanted.push(...unresolvedNames(now).flatMap((one) => (known.has(one.name) ? [] : [one.name])));
  }
  for (const parsed of [old, now]) parsed.release();
  return [{ description: `Put back ${name}, which the edit had taken away`, edits: [difference(code, now.content)] }];
}

function restoration(bundle: Bundle, old: Code, now: Code, name: string): Edit | undefined {
  const use = unresolvedNames(now).find((one) => one.name === name);
  if (!use) return undefined;
  const owners = ownersOf(now, use.start);
  for (const scope of [...old.scopes].reverse()) {
    const variable = scope.variables.find((one) => one.name === name);
    const definition = variable?.defs[0];
    if (!variable || !definition) continue;
    if (definition.type === "ImportBinding") return importEdit(bundle, old, now, name);
    const owner = ownerOf(old, scope);
    if (owner !== undefined && !owners.has(owner)) continue;
    const target = owner === undefined ? undefined : functionsOf(now).find((one) => functionName(now, one) === owner);
    if (owner !== undefined && !target) continue;
    const edit =
      definition.type === "Parameter"
        ? parameterEdit(old, now, scope, target)
        : declarationEdit(old, now, variable, target ?? now.program);
    if (edit) return edit;
  }
  return undefined;
}

/** The name of a scope's function; undefined at module level. Blocks within count as their function. */
function ownerOf(code: Code, scope: Scope): string | undefined {
  const block = scope.block as unknown as SyntaxNode;
  const own = functionName(code, block);
  if (scope.type === "function") return own ?? "";
  if (scope.type === "module" || scope.type === "global") return undefined;
  const around = functionAround(code, block);
  return around ? (functionName(code, around) ?? "") : undefined;
}

function functionsOf(code: Code): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const type of ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"])
    code.each(type, (node) => found.push(node));
  return found;
}

/** Names of the functions around an offset. */
function ownersOf(code: Code, offset: number): Set<string> {
  const around = functionsOf(code).filter(({ start, end }) => start <= offset && offset < end);
  return new Set(around.map((one) => functionName(code, one) ?? ""));
}

function importEdit(bundle: Bundle, old: Code, now: Code, name: string): Edit | undefined {
  for (const { source, specifiers } of old.imports) {
    const specifier = specifiers.find(({ local }) => local === name);
    if (specifier && bundle.resolve(source, now.path).kind !== "missing")
      return addImport(now, source, { imported: specifier.imported, local: name });
  }
  return undefined;
}

/** The parameters as they were, when they have all that are there now. */
function parameterEdit(old: Code, now: Code, scope: Scope, target: SyntaxNode | undefined): Edit | undefined {
  const [was, is] = [nodes((scope.block as unknown as SyntaxNode).params), nodes(target?.params)];
  if (!target || was.length === 0 || is.length === 0) return undefined;
  return patternEdit(old, now, was[0]!, is[0]!);
}

/** Names that a pattern binds at its own level. */
function boundBy(pattern: SyntaxNode): (string | undefined)[] {
  if (pattern.type === "ObjectPattern")
    return nodes(pattern.properties).map((one) => nameOf(one.key) ?? nameOf(one.argument));
  return pattern.type === "ArrayPattern" ? nodes(pattern.elements).map(nameOf) : [nameOf(pattern)];
}

/** A pattern replaced by its older form, which binds everything that it binds now. */
function patternEdit(old: Code, now: Code, was: SyntaxNode, is: SyntaxNode): Edit | undefined {
  if (was.type !== is.type || !was.type.endsWith("Pattern")) return undefined;
  const bound = new Set(boundBy(was));
  const isMore = boundBy(is).every((name) => name !== undefined && bound.has(name));
  if (isMore) return { path: now.path, start: is.start, end: is.end, text: old.text(was) };
  if (was.type !== "ObjectPattern") return undefined;
  const has = new Set(boundBy(is));
  const missing = nodes(was.properties).filter((one) => one.type === "Property" && !has.has(nameOf(one.key)));
  const last = nodes(is.properties).findLast((one) => one.type === "Property");
  if (missing.length === 0 || !last) return undefined;
  return { path: now.path, start: last.end, end: last.end, text: missing.map((one) => `, ${old.text(one)}`).join("") };
}

/** A statement put back behind the one that it followed. */
function declarationEdit(old: Code, now: Code, variable: Variable, target: SyntaxNode): Edit | undefined {
  const declared = variable.defs[0]!.node as unknown as SyntaxNode;
  const patterned = declaratorEdit(old, now, declared);
  if (patterned) return patterned;
  let statement = declared;
  let parent = old.parentOf(statement);
  while (parent && parent.type !== "BlockStatement" && parent.type !== "Program") {
    statement = parent;
    parent = old.parentOf(statement);
  }
  const inner = isNode(target.body) ? target.body : target;
  if (!parent || (inner.type !== "BlockStatement" && inner.type !== "Program")) return undefined;
  const siblings = nodes(parent.body);
  const there = new Map(nodes(inner.body).map((one) => [now.text(one).trim(), one]));
  const names = new Map(nodes(inner.body).flatMap((one) => declaredBy(one).map((name) => [name, one] as const)));
  const text = textWithComment(old, statement);
  for (let at = siblings.indexOf(statement) - 1; at >= 0; at--) {
    const before = siblings[at]!;
    const same = there.get(old.text(before).trim()) ?? declaredBy(before).flatMap((name) => names.get(name) ?? [])[0];
    const between = old.content.slice(before.end, old.content.indexOf(text, before.end));
    const gap = /\n[ \t]*\r?\n/.test(between) ? "\n\n" : "\n";
    if (same) return { path: now.path, start: same.end, end: same.end, text: gap + text };
  }
  if (inner.type === "BlockStatement")
    return { path: now.path, start: inner.start + 1, end: inner.start + 1, text: `\n${text}` };
  const at = now.imports.at(-1)?.end ?? 0;
  return { path: now.path, start: at, end: at, text: at === 0 ? `${text}\n` : `\n\n${text}` };
}

/** `const [rows] = useState([])` was `const [rows, setRows] = useState([])`. */
function declaratorEdit(old: Code, now: Code, declared: SyntaxNode): Edit | undefined {
  if (declared.type !== "VariableDeclarator" || !isNode(declared.init) || !isNode(declared.id)) return undefined;
  const value = old.text(declared.init);
  let edit: Edit | undefined;
  now.each("VariableDeclarator", (node) => {
    if (!edit && isNode(node.init) && isNode(node.id) && now.text(node.init) === value)
      edit = patternEdit(old, now, declared.id as SyntaxNode, node.id);
  });
  return edit;
}

function declaredBy(statement: SyntaxNode): string[] {
  const inner = isNode(statement.declaration) ? statement.declaration : statement;
  if (inner.type === "VariableDeclaration")
    return nodes(inner.declarations).flatMap(({ id }) =>
      isNode(id) ? boundBy(id).filter((name) => name !== undefined) : [],
    );
  return [nameOf(inner.id)].filter((name) => name !== undefined);
}

/** A statement from the start of its line, with the comment right above it. */
function textWithComment({ content }: Code, { start, end }: SyntaxNode): string {
  const line = content.lastIndexOf("\n", start - 1) + 1;
  const isFirst = content.slice(line, start).trim() === "";
  const above =
    /(?:^[ \t]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)[ \t]*\n)+$/m.exec(content.slice(0, line))?.[0] ?? "";
  return isFirst ? above + content.slice(line, end) : content.slice(start, end);
}

/** One edit for all that differs. */
function difference({ path, content }: Code, wanted: string): Edit {
  let start = 0;
  while (start < content.length && content[start] === wanted[start]) start++;
  let tail = 0;
  const most = Math.min(content.length, wanted.length) - start;
  while (tail < most && content[content.length - 1 - tail] === wanted[wanted.length - 1 - tail]) tail++;
  return { path, start, end: content.length - tail, text: wanted.slice(start, wanted.length - tail) };
}
