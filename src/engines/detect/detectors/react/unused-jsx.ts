import "server-only";
import { inEachFile, isClient, type Detector, type Finding } from "../../detector";
import { functionAround, isFunction, nodes } from "../../facts/tree";

/** JSX as a statement: a `return` is missing. */
export const unusedJsx: Detector = {
  name: "unused-jsx",
  severity: "error",
  detect: inEachFile((code) => {
    const findings: Finding[] = [];
    code.each("ExpressionStatement", (node) => {
      const expression = node.expression as typeof node;
      if (expression.type !== "JSXElement" && expression.type !== "JSXFragment") return;
      const block = code.parentOf(node);
      const owner = block && code.parentOf(block);
      // Last in a function or in a branch: it must have been meant as the return value.
      const isDecided =
        block?.type === "IfStatement" || (owner?.type === "IfStatement" && nodes(block?.body).at(-1) === node);
      const isLast = isDecided
        ? functionAround(code, node) !== undefined
        : block !== undefined && owner !== undefined && isFunction(owner) && nodes(block.body).at(-1) === node;
      findings.push({
        path: code.path,
        start: node.start,
        message: "These elements are not returned",
        fixes: () =>
          isLast
            ? [
                {
                  description: "Returned the elements",
                  edits: [{ path: code.path, start: node.start, end: node.start, text: "return " }],
                },
              ]
            : [],
      });
    });
    return findings;
  }, isClient),
};
