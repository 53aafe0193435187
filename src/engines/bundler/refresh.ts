import "server-only";
import { createHash } from "node:crypto";
import { isNode, parseCode, type SyntaxNode, walk } from "@/engines/syntax";
import type { SourceFile } from "@/shipped/contract";
import { byContent } from "./by-content";

/**
 * What React Fast Refresh asks of a build, for React's production build, which has no such hooks: each component is
 * registered under a name that outlives an edit, with a signature of its hooks (shipped/sdk/refresh.js has the other
 * half). React's development build would add 47 kB to each preview.
 */
type Edit = { at: number; text: string };
type Reading = {
  edits: Edit[];
  components: { id: string; name: string; hooks: string; callsCustom: boolean }[];
  /** Hooks of the file's own hooks: whoever calls them has another state when they change. */
  customHooks: string;
};

const isComponentName = (name: string | undefined): name is string => name !== undefined && /^[A-Z]/.test(name);
const isHookName = (name: string | undefined): name is string => name !== undefined && /^use[A-Z]/.test(name);
const reactHooks = new Set(
  "Callback Context DebugValue DeferredValue Effect Id ImperativeHandle InsertionEffect LayoutEffect Memo Reducer Ref State SyncExternalStore Transition ActionState Optimistic EffectEvent"
    .split(" ")
    .map((name) => `use${name}`),
);
/** Their initial value is part of the signature: whoever edits it wants to see it. */
const initialized = new Set(["useState", "useReducer"]);
const withDependencies: Record<string, number> = {
  useCallback: 1,
  useEffect: 1,
  useImperativeHandle: 2,
  useInsertionEffect: 1,
  useLayoutEffect: 1,
  useMemo: 1,
};
const wrappers = new Set(["memo", "forwardRef"]);

/** Comparing an element's type with a component works with the component itself only. */
const comparesTypes = /\.type\s*[!=]==?\s*[A-Z][\w$]*(?![\w$.[])|\b[A-Z][\w$]*\s*[!=]==?\s*[\w$.?]*\.type\b/;

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Identifier" ? String(node.name) : undefined;
/** "memo" of `memo(…)` and of `React.memo(…)`. */
const calleeOf = (node: SyntaxNode): string | undefined =>
  node.type === "CallExpression" && isNode(node.callee)
    ? (nameOf(node.callee) ?? nameOf(node.callee.property))
    : undefined;
const argumentsOf = (node: SyntaxNode): SyntaxNode[] =>
  Array.isArray(node.arguments) ? node.arguments.filter(isNode) : [];
const isFunction = ({ type }: SyntaxNode) =>
  type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "FunctionDeclaration";
const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** The names of the hooks that a function calls, in order. */
function hooksOf(node: SyntaxNode, content: string): { hooks: string; callsCustom: boolean } {
  const hooks: string[] = [];
  let callsCustom = false;
  walk(node, (inner) => {
    const name = calleeOf(inner);
    if (!isHookName(name)) return;
    callsCustom ||= !reactHooks.has(name);
    const initial = initialized.has(name) ? argumentsOf(inner)[0] : undefined;
    hooks.push(initial ? `${name} ${content.slice(initial.start, initial.end)}` : name);
  });
  return { hooks: hooks.join("\n"), callsCustom };
}

/** Effects and memos of code that has run anew run anew too: the build's number is one more of their dependencies. */
function dependencyEdits(program: SyntaxNode): Edit[] {
  const edits: Edit[] = [];
  walk(program, (node) => {
    const at = withDependencies[calleeOf(node) ?? ""];
    const list = at === undefined ? undefined : argumentsOf(node)[at];
    if (list?.type === "ArrayExpression") edits.push({ at: list.start + 1, text: "joineryRefresh.epoch, " });
  });
  return edits;
}

type Found = { name: string; value: SyntaxNode; isDefault?: boolean };

/** The functions and values that a file defines at its top. */
function definitionsOf(program: SyntaxNode): Found[] {
  const body = Array.isArray(program.body) ? program.body.filter(isNode) : [];
  return body.flatMap((node): Found[] => {
    const isExport = node.type === "ExportNamedDeclaration" || node.type === "ExportDefaultDeclaration";
    const inner = isExport && isNode(node.declaration) ? node.declaration : node;
    const name = nameOf(inner.id);
    if (inner.type === "FunctionDeclaration" && name) return [{ name, value: inner }];
    if (inner.type === "VariableDeclaration" && inner.kind === "const" && Array.isArray(inner.declarations))
      return inner.declarations.filter(isNode).flatMap(({ id, init }) => {
        const own = nameOf(id);
        return own && isNode(init) ? [{ name: own, value: init }] : [];
      });
    return node.type === "ExportDefaultDeclaration" && inner.type !== "Identifier"
      ? [{ name: "default", value: inner, isDefault: true }]
      : [];
  });
}

function read({ path, content }: SourceFile): Reading {
  const { program, errors } = parseCode(path, content);
  const reading: Reading = { edits: [], components: [], customHooks: "" };
  if (errors.length > 0) return reading;
  reading.edits = dependencyEdits(program);
  for (const { name, value, isDefault } of definitionsOf(program)) {
    const id = JSON.stringify(`${path} ${name}`);
    const wrapper = calleeOf(value);
    if (wrapper === "createContext" && !isDefault) {
      const key = JSON.stringify(`${path} ${name} ${content.slice(value.start, value.end)}`);
      reading.edits.push({ at: value.start, text: `joineryRefresh.keep(${key}, () => ` }, { at: value.end, text: ")" });
    } else if (isFunction(value) && isHookName(name))
      reading.customHooks += `${path} ${name} ${hooksOf(value, content).hooks}\n`;
    else if (isFunction(value) || (wrapper && wrappers.has(wrapper))) {
      if (isDefault && value.type === "FunctionDeclaration") continue;
      if (isDefault || isComponentName(name))
        reading.components.push({ id, name: isDefault ? "" : name, ...hooksOf(value, content) });
      if (isDefault)
        reading.edits.push(
          { at: value.start, text: `joineryRefresh.register(${id}, ` },
          { at: value.end, text: `, "\0")` },
        );
    }
  }
  return reading;
}

const readingOf = byContent(read, (path) => path);

const isCode = ({ path }: SourceFile) =>
  /\.[jt]sx?$/.test(path) && !path.startsWith("functions/") && !path.startsWith("entities/");

/**
 * Makes an app's files ready to be exchanged while they run.
 * @returns the code that a file is bundled as; each edit stays on its line
 */
export function refreshable(files: SourceFile[]): (file: SourceFile) => string {
  const code = files.filter(isCode);
  if (code.some(({ content }) => comparesTypes.test(content))) return ({ content }) => content;
  const custom = digest(code.map((file) => readingOf(file).customHooks).join(""));
  return (file) => {
    if (!isCode(file)) return file.content;
    const { edits, components } = readingOf(file);
    const signed = components.map(({ id, name, hooks, callsCustom }) => ({
      id,
      name,
      signature: digest(callsCustom ? `${hooks}\n${custom}` : hooks),
    }));
    const ofDefault = signed.find(({ name }) => name === "")?.signature ?? "";
    let text = file.content;
    for (const { at, text: added } of edits.toSorted((one, other) => other.at - one.at))
      text = text.slice(0, at) + added.replace("\0", ofDefault) + text.slice(at);
    const lines = signed.flatMap(({ id, name, signature }) =>
      name === "" ? [] : [`joineryRefresh.register(${id}, ${name}, "${signature}");`],
    );
    return lines.length > 0 ? `${text}\n;${lines.join("\n")}` : text;
  };
}
