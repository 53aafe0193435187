import "server-only";
import { isNode, type SyntaxNode } from "@/engines/syntax";
import type { Code } from "../../facts/code";
import { inEachFile, isClient, type Detector, type Finding, type Fix } from "../../detector";
import { attributesOf, callsIn, isFunction, memberOf, nameOf, nodes } from "../../facts/tree";

/** List items without a key: React remounts them when the list changes, and typed input is lost. */
export const missingKey: Detector = {
  name: "missing-key",
  severity: "warning",
  detect: inEachFile(inspect, isClient),
};

function inspect(code: Code): Finding[] {
  return callsIn(code).flatMap(({ callee, args }): Finding[] => {
    const isMap = callee.type === "MemberExpression" && nameOf(callee.property) === "map";
    const callback = args[0];
    if (!isMap || !callback || !isFunction(callback)) return [];
    return returned(callback).flatMap((element) => {
      if (element.type === "JSXFragment")
        return [{ path: code.path, start: element.start, message: "A list item has no key", fixes: () => [] }];
      const opening = element.openingElement;
      if (element.type !== "JSXElement" || !isNode(opening)) return [];
      const hasKey =
        attributesOf(opening).some(({ name }) => name === "key") ||
        nodes(opening.attributes).some(({ type }) => type === "JSXSpreadAttribute");
      return hasKey
        ? []
        : [
            {
              path: code.path,
              start: element.start,
              message: "A list item has no key",
              fixes: () => fixesOf(code, callback, opening),
            },
          ];
    });
  });
}

/** Return values of a callback, through `&&`, `?:` and several returns. */
function returned(callback: SyntaxNode): SyntaxNode[] {
  const body = callback.body as SyntaxNode;
  const values =
    body.type === "BlockStatement"
      ? nodes(body.body).flatMap((statement) =>
          statement.type === "ReturnStatement" && isNode(statement.argument) ? [statement.argument] : [],
        )
      : [body];
  const inner = (node: SyntaxNode): SyntaxNode[] => {
    if (node.type === "ConditionalExpression")
      return [...inner(node.consequent as SyntaxNode), ...inner(node.alternate as SyntaxNode)];
    if (node.type === "LogicalExpression") return inner(node.right as SyntaxNode);
    return [node];
  };
  return values.flatMap(inner);
}

/** Use the row's id where the callback reads one, else the index, which is right for lists of a fixed order. */
function fixesOf(code: Code, callback: SyntaxNode, opening: SyntaxNode): Fix[] {
  const [item, index] = nodes(callback.params);
  const name = nameOf(item);
  const at = (opening.name as SyntaxNode).end;
  const put = (key: string, more: Fix["edits"] = []): Fix => ({
    description: `Gave the list items the key ${key}`,
    edits: [...more, { path: code.path, start: at, end: at, text: ` key={${key}}` }],
  });
  const reads = new RegExp(`\\b${name}\\s*\\.\\s*([\\w$]+)`, "g");
  const fields = name ? new Set([...code.text(callback).matchAll(reads)].map((found) => found[1])) : new Set();
  if (name && (fields.has("id") || memberOf(item) || (fields.size > 0 && isEntityList(code))))
    return [put(`${name}.id`)];
  if (nameOf(index)) return [put(nameOf(index)!)];
  if (name && fields.size === 0) return [put(name)];
  if (!item) return [];
  const isBare = code.content[item.start - 1] !== "(";
  const param = {
    path: code.path,
    start: item.start,
    end: item.end,
    text: isBare ? `(${code.text(item)}, index)` : `${code.text(item)}, index`,
  };
  return [put("index", [param])];
}

const isEntityList = (code: Code) => code.imports.some(({ source }) => source === "@/api/entities");
