import "server-only";
import { isNode } from "@/engines/syntax";
import type { Code } from "../../facts/code";
import { inEachFile, isClient, type Detector, type Finding } from "../../detector";
import { nameOf } from "../../facts/tree";

/** `<p>{{ a: 1 }}</p>`: objects are not valid React children. */
export const objectChild: Detector = {
  name: "object-child",
  severity: "error",
  detect: inEachFile(inspect, isClient),
};

function inspect(code: Code): Finding[] {
  const findings: Finding[] = [];
  code.each("JSXExpressionContainer", (node, parent) => {
    if (!isNode(node.expression) || (parent?.type !== "JSXElement" && parent?.type !== "JSXFragment")) return;
    // A component may take an object as its child; a DOM element may not.
    const opening =
      parent.type === "JSXElement" && isNode(parent.openingElement)
        ? (nameOf(parent.openingElement.name) ?? "")
        : "div";
    if (node.expression.type === "ObjectExpression" && /^[a-z]/.test(opening))
      findings.push({ path: code.path, start: node.start, message: "An object is shown as text, which React refuses" });
  });
  return findings;
}
