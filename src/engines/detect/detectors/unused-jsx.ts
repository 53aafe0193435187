import "server-only";
import { walk } from "@/engines/syntax";
import { inEachFile, isClient, type Detector, type Finding } from "../detector";
import { functionAround, isFunction, nodes } from "../tree";

/** Elements that are written and given to nobody: a `return` is missing before them. */
export const unusedJsx: Detector = {
  name: "unused-jsx",
  severity: "error",
  detect: inEachFile((code) => {
    const findings: Finding[] = [];
    walk(code.program, (node) => {
      const expression = node.type === "ExpressionStatement" ? (node.expression as typeof node) : undefined;
      if (expression?.type !== "JSXElement" && expression?.type !== "JSXFragment") return;
      const block = code.parentOf(node);
      const owner = block && code.parentOf(block);
      // At the end of a function, or as what a condition decides: it can only have been meant to be returned.
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
