import "server-only";
import { inEachFile, replaceWith, type Detector } from "../../detector";
import type { SyntaxNode } from "@/engines/syntax";

/** An assignment to a constant or an import: a TypeError at run time. */
export const constAssign: Detector = {
  name: "const-assign",
  severity: "error",
  detect: inEachFile((code) =>
    code.scopes.flatMap(({ variables }) =>
      variables.flatMap((variable) => {
        const definition = variable.defs[0];
        const parent = definition?.parent as unknown as (SyntaxNode & { kind?: string }) | null | undefined;
        const isConstant =
          definition?.type === "ImportBinding" || (definition?.type === "Variable" && parent?.kind === "const");
        const write = isConstant
          ? variable.references.find((reference) => reference.isWrite() && reference.init !== true)
          : undefined;
        if (!write) return [];
        const { start } = write.identifier as unknown as SyntaxNode;
        return [
          {
            path: code.path,
            start,
            message: `${variable.name} is a constant and cannot be assigned`,
            fixes: () =>
              parent?.kind === "const"
                ? [
                    replaceWith(
                      code.path,
                      { start: parent.start, end: parent.start + "const".length },
                      "let",
                      `Declared ${variable.name} by let`,
                    ),
                  ]
                : [],
          },
        ];
      }),
    ),
  ),
};
