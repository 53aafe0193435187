import "server-only";
import { isNode } from "@/engines/syntax";
import type { Code } from "../../facts/code";
import { inEachFile, isClient, replaceWith, type Detector, type Finding } from "../../detector";
import { nameOf, nodes } from "../../facts/tree";

/** `const { open, setOpen } = useState(false)`: the hook returns an array, so that both are undefined. */
export const stateShape: Detector = {
  name: "state-shape",
  severity: "error",
  detect: inEachFile(inspect, isClient),
};

function inspect(code: Code): Finding[] {
  const findings: Finding[] = [];
  code.each("VariableDeclarator", (node) => {
    if (
      !isNode(node.id) ||
      node.id.type !== "ObjectPattern" ||
      !isNode(node.init) ||
      node.init.type !== "CallExpression"
    )
      return;
    const callee = node.init.callee;
    const hook =
      nameOf(callee) ?? (isNode(callee) && nameOf(callee.object) === "React" ? nameOf(callee.property) : undefined);
    if (hook !== "useState" && hook !== "useReducer") return;
    const { id } = node;
    const names = nodes(id.properties).map((property) =>
      property.type === "Property" && property.shorthand === true ? nameOf(property.key) : undefined,
    );
    const isPair = (names.length === 1 || names.length === 2) && names.every((name) => name !== undefined);
    findings.push({
      path: code.path,
      start: id.start,
      message: `${hook} returns a list, not an object`,
      fixes: () =>
        isPair ? [replaceWith(code.path, id, `[${names.join(", ")}]`, "Took the state from the list")] : [],
    });
  });
  return findings;
}
