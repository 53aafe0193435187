import "server-only";
import { replaceWith, type Detector, type Fix } from "../../detector";
import type { EntityFile } from "../../facts/bundle";

/** An entity's file that is not a JSON object. */
export const entityJson: Detector = {
  name: "entity-json",
  severity: "error",
  detect: ({ entities }) =>
    [...entities.values()]
      .filter(({ schema }) => schema === null)
      .map((entity) => ({
        path: entity.path,
        start: faultAt(entity.content),
        message: `The schema of ${entity.name} is not valid JSON`,
        fixes: () => fixesOf(entity),
      })),
};

function faultAt(content: string): number {
  try {
    JSON.parse(content);
  } catch (error) {
    return Number(/position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1] ?? 0);
  }
  return 0;
}

/** Common JSON slips of people and models: each alone, then all together. */
function fixesOf({ path, content }: EntityFile): Fix[] {
  const steps: ((text: string) => string)[] = [
    (text) => text.replace(/^\s*```\w*\n|\n```\s*$/g, ""),
    (text) =>
      text.replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted: string | undefined) => quoted ?? ""),
    (text) => text.replace(/[“”]/g, '"'),
    (text) =>
      text.replace(
        /("(?:\\.|[^"\\])*")|'((?:\\.|[^'\\\n])*)'/g,
        (_, quoted: string | undefined, inner: string) => quoted ?? JSON.stringify(inner),
      ),
    (text) => text.replace(/([{,]\s*)([A-Za-z_$][\w$-]*)(\s*:)/g, '$1"$2"$3'),
    (text) =>
      text.replace(/("(?:\\.|[^"\\])*")|,(\s*[}\]])/g, (_, quoted: string | undefined, tail: string) => quoted ?? tail),
    (text) => text.replace(/(["}\]\d]|true|false|null)([ \t]*\n\s*)(?=["{[])/g, "$1,$2"),
    (text) => text.trimEnd() + closers(text),
    (text) => text.replace(/([}\]])\s*[}\]]\s*$/, "$1\n"),
  ];
  const texts = [...steps.map((step) => step(content)), steps.slice(0, -1).reduce((text, step) => step(text), content)];
  return [...new Set(texts)]
    .filter(parses)
    .map((text) => replaceWith(path, { start: 0, end: content.length }, text, "Made the schema valid JSON"));
}

function closers(text: string): string {
  const open: string[] = [];
  for (const [sign] of text.replace(/"(?:\\.|[^"\\])*"/g, "").matchAll(/[{}[\]]/g)) {
    if (sign === "{" || sign === "[") open.push(sign === "{" ? "}" : "]");
    else if (open.at(-1) === sign) open.pop();
  }
  return open.reverse().join("");
}

function parses(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
