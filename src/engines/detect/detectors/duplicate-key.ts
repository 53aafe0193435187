import "server-only";
import { walk } from "@/engines/syntax";
import { inEachFile, type Detector, type Finding } from "../detector";
import { propertiesOf } from "../tree";

/** A duplicate key of an object literal: only the last one counts. */
export const duplicateKey: Detector = {
  name: "duplicate-key",
  severity: "warning",
  detect: inEachFile((code) => {
    const findings: Finding[] = [];
    walk(code.program, (node) => {
      if (node.type !== "ObjectExpression") return;
      const properties = propertiesOf(node).filter((property) => property.node.kind === "init");
      for (const [at, { name, node: second }] of properties.entries()) {
        const first = properties.findIndex((other) => other.name === name);
        if (first === at) continue;
        const { start, end } = properties[first]!.node;
        const after = /^\s*,\s*/.exec(code.content.slice(end))?.[0].length ?? 0;
        findings.push({
          path: code.path,
          start: second.start,
          message: `The key ${name} stands twice`,
          fixes: () => [
            {
              description: `Removed the ${name} that had no effect`,
              edits: [{ path: code.path, start, end: end + after, text: "" }],
            },
          ],
        });
      }
    });
    return findings;
  }),
};
