import "server-only";
import { parseSync } from "oxc-parser";
import { childrenOf, type SyntaxNode } from "@/engines/syntax";

type Cut = { start: number; end: number };

const wrappers = [
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
];
const declarations = ["TSInterfaceDeclaration", "TSTypeAliasDeclaration", "TSDeclareFunction"];
/** TypeScript nodes that emit code: erasing them would change the program. */
const values = [
  "TSEnumDeclaration",
  "TSModuleDeclaration",
  "TSParameterProperty",
  "TSExportAssignment",
  "TSImportEqualsDeclaration",
];

/**
 * Erases TypeScript types and keeps everything else byte for byte; undefined for plain JavaScript, and for TypeScript
 * that is more than types.
 */
export function stripTypes(content: string): string | undefined {
  const { program, errors } = parseSync("file.tsx", content, { lang: "tsx", sourceType: "module" });
  if (errors.length > 0) return undefined;
  const cuts: Cut[] = [];
  if (!collect(program as unknown as SyntaxNode, content, cuts) || cuts.length === 0) return undefined;
  return cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), content);
}

/** Collects spans of erasable types. False: something here emits code. */
function collect(node: SyntaxNode, content: string, cuts: Cut[]): boolean {
  if (values.includes(node.type)) return false;
  if (wrappers.includes(node.type)) {
    const inner = node.expression as SyntaxNode;
    cuts.push({ start: node.start, end: inner.start }, { start: inner.end, end: node.end });
    return collect(inner, content, cuts);
  }
  const declared = node.type === "ExportNamedDeclaration" ? (node.declaration as SyntaxNode | null) : null;
  if (
    declarations.includes(node.type) ||
    (declared && declarations.includes(declared.type)) ||
    ((node.type === "ImportDeclaration" || node.type === "ExportNamedDeclaration") &&
      (node.importKind === "type" || node.exportKind === "type"))
  ) {
    const rest = /^\s*?\n/.exec(content.slice(node.end));
    cuts.push({ start: node.start, end: node.end + (rest?.[0].length ?? 0) });
    return true;
  }
  if (node.type.startsWith("TS")) {
    cuts.push({ start: node.start, end: node.end });
    return true;
  }
  // An optional parameter's "?" stands between its name and its type.
  if (node.optional === true && node.type === "Identifier") {
    const mark = content.indexOf("?", node.start);
    if (mark >= 0 && mark < node.end) cuts.push({ start: mark, end: mark + 1 });
  }
  return childrenOf(node).every((child) => collect(child, content, cuts));
}
