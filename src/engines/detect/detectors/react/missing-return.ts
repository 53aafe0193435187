import "server-only";
import { fileName } from "@/shipped/contract";
import { isNode, walk, type SyntaxNode } from "@/engines/syntax";
import { inEachFile, type Detector } from "../../detector";
import { isFunction, nameOf, nodes } from "../../facts/tree";

/** A page or component that returns nothing renders nothing. */
export const missingReturn: Detector = {
  name: "missing-return",
  severity: "error",
  detect: inEachFile(
    (code) =>
      nodes(code.program.body).flatMap((statement) => {
        const component =
          statement.type === "ExportDefaultDeclaration" && isNode(statement.declaration)
            ? statement.declaration
            : undefined;
        if (
          !component ||
          !isFunction(component) ||
          !isNode(component.body) ||
          component.body.type !== "BlockStatement" ||
          returns(component.body) ||
          !isComponent(code.path, nameOf(component.id))
        )
          return [];
        return [{ path: code.path, start: component.start, message: "This component returns nothing" }];
      }),
    (path) => path.endsWith("x"),
  ),
};

/** Of a hook ("useTitle") or another function nothing is expected; pages and the layout are components by their place. */
const isComponent = (path: string, name: string | undefined) =>
  /^pages\/|^layout\./.test(path) ? !/^use[A-Z]/.test(name ?? "") : /^[A-Z]/.test(name ?? fileName(path));

/** Whether a function returns a value, or has elements without `return` (`unused-jsx` reports those). */
function returns(body: SyntaxNode): boolean {
  let found = false;
  walk(body, (node) => {
    if (isFunction(node)) return false;
    found ||=
      node.type === "ReturnStatement" ||
      node.type === "ThrowStatement" ||
      (node.type === "ExpressionStatement" && isNode(node.expression) && node.expression.type.startsWith("JSX"));
    return;
  });
  return found;
}
