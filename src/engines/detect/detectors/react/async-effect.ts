import "server-only";
import { inEachFile, isClient, type Detector, type Fix } from "../../detector";
import { isNode, type SyntaxNode } from "@/engines/syntax";
import type { Code } from "../../facts/code";
import { callsIn, isFunction, nameOf } from "../../facts/tree";

/** An async function as an effect: React takes its promise for a clean-up function and warns on unmount. */
export const asyncEffect: Detector = {
  name: "async-effect",
  severity: "warning",
  detect: inEachFile(
    (code) =>
      callsIn(code).flatMap(({ callee, args }) => {
        const effect = args[0];
        const name = nameOf(callee) ?? (callee.type === "MemberExpression" ? nameOf(callee.property) : undefined);
        if (
          !["useEffect", "useLayoutEffect"].includes(name ?? "") ||
          !effect ||
          !isFunction(effect) ||
          effect.async !== true
        )
          return [];
        return [
          {
            path: code.path,
            start: effect.start,
            message: "An effect cannot be an async function",
            fixes: () => wrap(code, effect),
          },
        ];
      }),
    isClient,
  ),
};

function wrap(code: Code, effect: SyntaxNode): Fix[] {
  if (effect.type !== "ArrowFunctionExpression" || !isNode(effect.body) || (effect.params as unknown[]).length > 0)
    return [];
  const body = code.text(effect.body);
  const text = `() => {\n    void (async () => ${body})();\n  }`;
  return [
    {
      description: "Called the async function inside the effect",
      edits: [{ path: code.path, start: effect.start, end: effect.end, text }],
    },
  ];
}
