import "server-only";
import { fileName } from "@/shipped/contract";
import { inEachFile, type Detector, type Fix } from "../../detector";
import type { Code } from "../../facts/code";
import { nameOf, nodes } from "../../facts/tree";

/** A page or layout that exports no component: its route would be empty. */
export const missingDefaultExport: Detector = {
  name: "missing-default-export",
  severity: "error",
  detect: inEachFile(
    (code) =>
      code.exports.some(({ name }) => name === "default")
        ? []
        : [
            {
              path: code.path,
              start: 0,
              message:
                code.path === "layout.jsx" ? "The layout has no default export" : "The page has no default export",
              fixes: () => fixesOf(code),
            },
          ],
    (path) => path.startsWith("pages/") || path === "layout.jsx",
  ),
};

/** Exports the file's component as default, when it is unambiguous which one that is. */
export function fixesOf(code: Code): Fix[] {
  const components = nodes(code.program.body).flatMap((statement) => {
    const declared =
      statement.type === "ExportNamedDeclaration" && statement.declaration
        ? (statement.declaration as typeof statement)
        : statement;
    const names =
      declared.type === "VariableDeclaration"
        ? nodes(declared.declarations).map(({ id }) => nameOf(id))
        : ["FunctionDeclaration", "ClassDeclaration"].includes(declared.type)
          ? [nameOf(declared.id)]
          : [];
    return names.filter((name) => name !== undefined && /^[A-Z]/.test(name));
  });
  const own = fileName(code.path);
  const chosen =
    components.find((name) => name?.toLowerCase() === own.toLowerCase()) ??
    components.find((name) => name === `${own}Page`) ??
    (components.length === 1 ? components[0] : undefined);
  if (!chosen) return [];
  const end = code.content.length;
  return [
    {
      description: `Exported ${chosen} as the default`,
      edits: [
        {
          path: code.path,
          start: end,
          end,
          text: `${code.content.endsWith("\n") ? "" : "\n"}\nexport default ${chosen};\n`,
        },
      ],
    },
  ];
}
