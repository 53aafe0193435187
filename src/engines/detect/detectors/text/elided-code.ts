import "server-only";
import type { Code } from "../../facts/code";
import { replaceWith, type Detector, type Fix } from "../../detector";

const elision =
  /^[ \t]*(?:\/\/|\/\*|\{\s*\/\*)\s*(?:\.{3}|…)\s*(?:\(?\s*(?:the\s+)?(?:rest|remaining|existing|other|previous|same|unchanged|keep)\b[^\n]*)(?:\*\/\s*\}?)?[ \t]*$|^[ \t]*(?:\/\/|\{?\s*\/\*)\s*(?:the\s+)?(?:rest of (?:the|your) (?:code|component|file|imports|function)|existing code|(?:code|rest) (?:remains|stays) (?:the same|unchanged))\b[^\n]*$/gim;

type Place = { start: number; end: number };

/** "// ... rest of the code": the assistant elided code. The previous version has it. */
export const elidedCode: Detector = {
  name: "elided-code",
  severity: "error",
  detect: ({ codes }) =>
    codes.flatMap((code) =>
      code.fact(elisionsIn).map((place) => ({
        path: code.path,
        start: place.start,
        message: `Code is left out here: "${code.text(place).trim().slice(0, 80)}"`,
        fixes: ({ previous }) => expand(code, place, previous.get(code.path)),
      })),
    ),
};

const elisionsIn = ({ content }: Code): Place[] =>
  [...content.matchAll(elision)].map((found) => ({ start: found.index, end: found.index + found[0].length }));

/** The previous version's text between the line above and the line below, when both are unique there. */
function expand({ path, content }: Code, place: Place, before: string | undefined): Fix[] {
  if (before === undefined) return [];
  const old = before.split(/\r?\n/);
  const above = content
    .slice(0, place.start)
    .split(/\r?\n/)
    .findLast((line) => line.trim() !== "");
  const below = content
    .slice(place.end)
    .split(/\r?\n/)
    .find((line) => line.trim() !== "");
  const only = (line: string | undefined, none: number) => {
    if (line === undefined) return none;
    const places = old.flatMap((one, at) => (one.trim() === line.trim() ? [at] : []));
    return places.length === 1 ? places[0]! : -2;
  };
  const from = only(above, -1);
  const first = from < -1 ? -2 : from + 1;
  // A closing bracket is rarely unique; the file's last one closes an elision that reaches the end.
  const to =
    below !== undefined && /^[)\]};,\s]*$/.test(below) && content.slice(place.end).trim() === below.trim()
      ? old.findLastIndex((line) => line.trim() === below.trim())
      : only(below, old.length);
  if (first < 0 || to < first) return [];
  return [
    replaceWith(
      path,
      place,
      old
        .slice(first, to)
        .join("\n")
        .replace(/^\n+|\s+$/g, ""),
      "Put back the code that was left out",
    ),
  ];
}
