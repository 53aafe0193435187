import "server-only";
import { parseSync, visitorKeys } from "oxc-parser";

/** An ESTree node. Offsets are UTF-16 code units. */
export type SyntaxNode = { type: string; start: number; end: number } & Record<string, unknown>;

export type ParsedCode = { program: SyntaxNode; errors: { message: string; start: number }[] };

/**
 * Parses JavaScript or TypeScript, with JSX unless the extension forbids it. Never throws: a broken file has errors.
 */
export function parseCode(path: string, content: string): ParsedCode {
  const lang = path.endsWith(".ts") ? "ts" : path.endsWith(".tsx") ? "tsx" : "jsx";
  const { program, errors } = parseSync(path, content, { lang, sourceType: "module" });
  return {
    program: program as unknown as SyntaxNode,
    errors: errors.map(({ message, labels }) => ({ message, start: labels[0]?.start ?? 0 })),
  };
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Direct children of a node, in source order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const key of keysOf[node.type] ?? Object.keys(node)) {
    const value = node[key];
    if (isNode(value)) children.push(value);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) children.push(item);
  }
  return children;
}

const keysOf: Record<string, readonly string[]> = visitorKeys;

/** Visits every node, parents first. Returning false skips a node's children. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | undefined) => boolean | void,
  parent?: SyntaxNode,
): void {
  if (visit(node, parent) === false) return;
  for (const child of childrenOf(node)) walk(child, visit, node);
}

const typeNode = /^TS(?!As|Satisfies|NonNull|TypeAssertion|Instantiation|Enum|Module|Parameter|Export|ImportEquals)/;

/** Names that a TypeScript file uses as values: the compiler drops imports of all others. */
export function valueNames(program: SyntaxNode): Set<string> {
  const names = new Set<string>();
  walk(program, (node) => {
    if (node.type === "ImportDeclaration" || node.exportKind === "type" || typeNode.test(node.type)) return false;
    if (node.type === "Identifier" || node.type === "JSXIdentifier") names.add(String(node.name));
  });
  return names;
}
