import "server-only";
import type { SyntaxNode } from "@/engines/syntax";
import { inEachFile, type Detector } from "../../detector";
import { propertiesOf } from "../../facts/tree";

/** Duplicate keys of object literals: only the last one counts. One finding a file, since they come in dozens. */
export const duplicateKey: Detector = {
  name: "duplicate-key",
  severity: "warning",
  detect: inEachFile((code) => {
    const doubled: { name: string; first: SyntaxNode; second: SyntaxNode }[] = [];
    code.each("ObjectExpression", (object) => {
      const known = new Map<string, SyntaxNode>();
      for (const { name, node } of propertiesOf(object)) {
        if (node.kind !== "init") continue;
        const first = known.get(name);
        if (first) doubled.push({ name, first, second: node });
        known.set(name, node);
      }
    });
    if (doubled.length === 0) return [];
    const names = [...new Set(doubled.map(({ name }) => name))];
    const more = names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
    const edits = doubled.map(({ first: { start, end } }) => {
      const after = /^\s*,\s*/.exec(code.content.slice(end))?.[0].length ?? 0;
      return { path: code.path, start, end: end + after, text: "" };
    });
    return [
      {
        path: code.path,
        start: Math.min(...doubled.map(({ second }) => second.start)),
        message: names.length === 1 ? `The key ${more} stands twice` : `${names.length} keys stand twice: ${more}`,
        fixes: () => [{ description: `Removed the ${more} that had no effect`, edits }],
      },
    ];
  }),
};
