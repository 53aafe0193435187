import "server-only";
import type { Code } from "../../facts/code";
import { inEachFile, type Detector, type Finding, type Fix } from "../../detector";
import { importsOf } from "../../fixes/write";

/** A name declared or exported twice, and other early errors of modules that parse. */
export const duplicateDeclaration: Detector = {
  name: "duplicate-declaration",
  severity: "error",
  detect: inEachFile(inspect),
};

function inspect(code: Code): Finding[] {
  return code.semanticFaults
    .filter(({ message }) => !/default export/.test(message))
    .map(({ message, start }) => ({ path: code.path, start, message, fixes: () => fixesOf(code, message, start) }));
}

/** Of two imports of a name, remove the later specifier; of an import and a declaration, remove the import. */
function fixesOf(code: Code, message: string, start: number): Fix[] {
  const name = /Identifier `([^`]+)`/.exec(message)?.[1];
  if (!name) return [];
  const holders = code.imports.filter(({ specifiers }) => specifiers.some(({ local }) => local === name));
  const fixes = holders.reverse().map((one): Fix => {
    const rest = one.specifiers.filter(({ local }) => local !== name);
    const kept =
      one.specifiers.filter(({ local }) => local === name).length > 1
        ? [...rest, one.specifiers.find(({ local }) => local === name)!]
        : rest;
    const end = kept.length === 0 && code.content[one.end] === "\n" ? one.end + 1 : one.end;
    return {
      description: `Removed the second ${name}`,
      edits: [{ path: code.path, start: one.start, end, text: kept.length === 0 ? "" : importsOf(one.source, kept) }],
    };
  });
  return [...fixes, ...duplicateStatement(code, start)];
}

/** Removes the second of two identical statements. */
function duplicateStatement(code: Code, start: number): Fix[] {
  const lineStart = code.content.lastIndexOf("\n", start) + 1;
  const statements = code.program.body as { start: number; end: number }[];
  const around = statements.find((one) => one.start <= start && one.end >= start);
  const candidates = [
    around,
    {
      start: lineStart,
      end: code.content.indexOf("\n", start) < 0 ? code.content.length : code.content.indexOf("\n", start),
    },
  ];
  return candidates.flatMap((span) => {
    if (!span) return [];
    const text = code.text(span);
    const isTwice = text.trim().length > 3 && code.content.indexOf(text.trim()) < span.start;
    return isTwice
      ? [
          {
            description: "Removed a statement that stands twice",
            edits: [
              {
                path: code.path,
                start: span.start,
                end: span.end + (code.content[span.end] === "\n" ? 1 : 0),
                text: "",
              },
            ],
          },
        ]
      : [];
  });
}
