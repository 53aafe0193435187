import "server-only";
import { isPlural, plural } from "../../inflect";

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

/** How people shorten words where they type quickly. */
const shortened: [RegExp, string][] = [
  [/\bw\/o\b/gi, "without"],
  [/\bw\/\s*/gi, "with "],
  [/\b4 (?=(?:my|our|the|a|an|us|me)\b)/gi, "for "],
  [/\b2 (?=(?:collect|track|keep|manage|log|store|build|see|know|list|organi[sz]e)\b)/gi, "to "],
  [/(?<=[a-z]) n (?=[a-z])/g, " and "],
  [/\bpls\b/gi, "please"],
  [/\bsmth\b/gi, "something"],
  [/\bqty\b/gi, "quantity"],
  // "i sell soap, want to know: which soaps …": what follows is said on its own.
  [
    /[,;-]?\s+(?:and )?(?:(?:i|we) )?(?:want|need|would like|like|must|have) to (?:know|see|note|track|record|keep track of|save|store|manage)\s*:\s*/gi,
    ". ",
  ],
  // "customers order several products with quantity": a line for each of them.
  [
    /\b(orders?|buys?|sells?|rents?) (?:several|many|multiple|one or more|some) ([a-z]+s) with (?:an? |the |their )?quantit(?:y|ies)\b/gi,
    "$1 $2, order lines (product, quantity)",
  ],
  // "bookings from - to with a price".
  [/\b([a-z]+s) from - (?:to|until|till)(?: with |(?=[,.;]|$))/gi, "$1 with from, until, "],
  [/, (?=,|$)/g, ""],
  // "number of adults and kids".
  [/\bnumber of ([a-z]+s) (?:and|&) ([a-z]+s|children)(?=[,.;)]|$)/gi, "number of $1, number of $2"],
  // "which book who has".
  [/\bwhich ([a-z]+) who (has|have|had|got|took|borrowed|owns)\b/gi, "who $2 which $1"],
  [/^\s*(?:dear|hello|hi|hey)(?: [a-z]+){0,2}\s*[,!]\s*(?=\S)/i, ""],
  // "type = private / business".
  [/ = (?=\w[\w ]{0,30} ?\/)/g, " "],
  [/ (?:\((?:y\/n|j\/n)\)|(?:y\/n|j\/n))(?=\s*(?:[,.;)]|$|\band\b))/gi, " checkbox"],
  // "title, author, finished?"
  [/(?<=,\s*(?:and )?)((?:[a-z]+ ){0,2}[a-z]+)\?(?=\s*(?:[,.;]|$))/gi, "$1 checkbox"],
];
/** "idea > recorded > edited", "new -> done -> paid": the values of a state in their order. */
const arrows = /\b([\w ]+(?:\s*(?:->|=>|→|>)\s*[\w]+(?: [\w]+)?){2,})/g;

/** Notations of programmers in the usual one: "shoes = model + size", "guest.diet: vegan, none", "products fields: …", "books/members/loans". */
export function plainNotation(text: string): string {
  let plain = shortened
    .reduce((said, [pattern, word]) => said.replace(pattern, word), text)
    .replace(arrows, (words) => words.replaceAll(/\s*(?:->|=>|→|>)\s*/g, "/"))
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
