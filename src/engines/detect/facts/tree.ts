import "server-only";
import { isNode, type SyntaxNode } from "@/engines/syntax";
import type { Code } from "./code";

/** The value of a string literal, or of a template up to its first substitution (then `isWhole` is false). */
export function textOf(node: unknown): { text: string; isWhole: boolean } | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node.value === "string") return { text: node.value, isWhole: true };
  if (node.type === "JSXExpressionContainer") return textOf(node.expression);
  if (node.type !== "TemplateLiteral") return undefined;
  const first = nodes(node.quasis)[0]?.value as { cooked?: string } | undefined;
  return first?.cooked === undefined
    ? undefined
    : { text: first.cooked, isWhole: nodes(node.expressions).length === 0 };
}

export function nodes(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function nameOf(node: unknown): string | undefined {
  return isNode(node) && (node.type === "Identifier" || node.type === "JSXIdentifier") && typeof node.name === "string"
    ? node.name
    : undefined;
}

/** `a.b` → ["a", "b"]; undefined for anything computed or longer. */
export function memberOf(node: unknown): { object: string; property: string; propertyNode: SyntaxNode } | undefined {
  if (!isNode(node) || node.type !== "MemberExpression" || node.computed === true) return undefined;
  const [object, property] = [nameOf(node.object), nameOf(node.property)];
  return object && property ? { object, property, propertyNode: node.property as SyntaxNode } : undefined;
}

export type Call = { node: SyntaxNode; callee: SyntaxNode; args: SyntaxNode[] };

export const callsIn = (code: Code): Call[] => code.fact(readCalls);

function readCalls(code: Code): Call[] {
  const calls: Call[] = [];
  code.each("CallExpression", (node) => {
    if (isNode(node.callee)) calls.push({ node, callee: node.callee, args: nodes(node.arguments) });
  });
  return calls;
}

/** The explicit properties of an object literal, without spreads and computed keys. */
export function propertiesOf(
  object: SyntaxNode,
): { name: string; key: SyntaxNode; value: SyntaxNode; node: SyntaxNode }[] {
  return nodes(object.properties).flatMap((node) => {
    if (node.type !== "Property" || node.computed === true || !isNode(node.key) || !isNode(node.value)) return [];
    const name = nameOf(node.key) ?? textOf(node.key)?.text;
    return name === undefined ? [] : [{ name, key: node.key, value: node.value, node }];
  });
}

export const isFunction = (node: SyntaxNode) =>
  ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type);

/** The enclosing function; undefined at module level. */
export function functionAround(code: Code, node: SyntaxNode): SyntaxNode | undefined {
  let at = code.parentOf(node);
  while (at && !isFunction(at)) at = code.parentOf(at);
  return at;
}

/** A function's name from its declaration or the constant that holds it (also through memo or forwardRef). */
export function functionName(code: Code, node: SyntaxNode): string | undefined {
  const own = nameOf(node.id);
  if (own) return own;
  let at = code.parentOf(node);
  while (at?.type === "CallExpression") at = code.parentOf(at);
  return at?.type === "VariableDeclarator" ? nameOf(at.id) : undefined;
}

export function attributesOf(
  opening: SyntaxNode,
): { name: string; node: SyntaxNode; nameNode: SyntaxNode; value: SyntaxNode | undefined }[] {
  return nodes(opening.attributes).flatMap((node) => {
    const name = node.type === "JSXAttribute" ? nameOf(node.name) : undefined;
    return name === undefined
      ? []
      : [{ name, node, nameNode: node.name as SyntaxNode, value: isNode(node.value) ? node.value : undefined }];
  });
}

/** Opening tags of a file, with the name of simple ones ("div", "Card"); undefined for `<A.B>`. */
export function tagsIn(code: Code): { opening: SyntaxNode; element: SyntaxNode; name: string | undefined }[] {
  const tags: { opening: SyntaxNode; element: SyntaxNode; name: string | undefined }[] = [];
  code.each("JSXElement", (node) => {
    if (isNode(node.openingElement))
      tags.push({ element: node, opening: node.openingElement, name: nameOf(node.openingElement.name) });
  });
  return tags;
}
