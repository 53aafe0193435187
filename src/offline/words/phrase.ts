import "server-only";
import { counts } from "./counts";

const escaped = (word: string): string =>
  word
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("_", " ")
    .replaceAll("'", "['’]?");

const digits = String.raw`\d+(?:[.,]\d+)?`;
const number = String.raw`${digits}|an?|${Object.keys(counts).join("|")}`;

function slotOf(word: string): string {
  if (word === "…") return "((?:[\\p{L}\\d'-]+ ){0,2}[\\p{L}\\d'-]+)";
  const options = word.split("/").map((one) => (one === "#" ? number : one === "##" ? digits : escaped(one)));
  return `(?:${options.join("|")})`;
}

const start = String.raw`(?<![\p{L}\d'-])`;
const end = String.raw`(?![\p{L}\d'-])`;

/**
 * A phrase of the words' tables as a pattern. "/" stands between words of which one is said, "_" between the words of one,
 * "?" behind what may be left out, "#" for a number or an article, "##" for digits, "…" for up to three words, "*" for whatever stands between;
 * "^" is where a request begins, "$" where it ends.
 */
export function phrasePattern(said: string): RegExp {
  let source = "";
  let joint: string = start;
  for (const word of said.split(" ")) {
    if (word === "^") {
      source = "^(?:please )?";
      joint = "";
    } else if (word === "$") source += "$";
    else if (word === "*") {
      source += `${end}.*`;
      joint = start;
    } else {
      const isOptional = word.length > 1 && word.endsWith("?");
      const slot = slotOf(isOptional ? word.slice(0, -1) : word);
      const isFirst = joint !== ",? ";
      if (!isOptional) source += `${joint}${slot}`;
      else source += isFirst ? `${joint}(?:${slot},? )?` : `(?:,? ${slot})?`;
      joint = isFirst && isOptional ? "" : ",? ";
    }
  }
  return new RegExp(`${source}${end}`, "giu");
}
