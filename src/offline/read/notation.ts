import "server-only";
import { isPlural, plural } from "../inflect";

const listed = /\b([A-Za-z]\w*)\s+=\s+(\w[\w ]*(?:\s*\+\s*\w[\w ]*)+)/g;
const dotted = /(?:^|[\n;.]\s*)(\w+)\.(\w+)\s*[:=]\s*([^\n;.()]+)/g;
const optionsOf = /\b(\w+) options\s*:\s*([^\n;.():]+)(?=$|[\n;.])/gi;
const slashed = /\b[a-z]+(?:\/[a-z]+)+\b/gi;

const joined = (options: string) =>
  options
    .split(/\s*,\s*|\s+or\s+/)
    .map((option) => option.trim())
    .filter(Boolean)
    .join("/");

/** Notations of programmers in the usual one: "shoes = model + size", "guest.diet: vegan, none", "products fields: …", "books/members/loans". */
export function plainNotation(text: string): string {
  let plain = text
    .replace(listed, (_, noun: string, fields: string) => `${plural(noun)} (${fields.split(/\s*\+\s*/).join(", ")})`)
    .replace(optionsOf, (_, noun: string, options: string) => `${noun} (${joined(options)})`)
    .replace(/\b(\w+) (?:fields|columns|attributes)\s*:/gi, "$1:")
    .replace(slashed, (words) => (words.split("/").every(isPlural) ? `: ${words.split("/").join(", ")}` : words));
  for (const [whole, owner, field, options] of text.matchAll(dotted)) {
    const table = new RegExp(`(\\b${owner}s?\\s*\\([^()]*)\\)`, "i");
    plain = table.test(plain)
      ? plain.replace(whole, "\n").replace(table, `$1, ${field}: ${joined(options!)})`)
      : plain.replace(whole, `\nEach ${owner} has a ${field} (${joined(options!)}).\n`);
  }
  return plain.trim();
}
