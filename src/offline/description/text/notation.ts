import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { splitOutside } from "../../language/normalize";

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
  [/\bw\/\s*|(?<=[a-z)] )w (?=[a-z])/gi, "with "],
  [/\b4 (?=(?:my|our|the|a|an|us|me)\b)/gi, "for "],
  [/\b2 (?=(?:collect|track|keep|manage|log|store|build|see|know|list|organi[sz]e)\b)/gi, "to "],
  [/(?<=[a-z]) n (?=[a-z])/g, " and "],
  [/\bpls\b/gi, "please"],
  // "where it stands: enquiry, booked, shot".
  [/\b(?:and )?(?:where (?:it|each|each one|they|that) stands?|how far (?:it|each) is)(?=\s*[:(])/gi, "status"],
  // "status enum draft/sent".
  [/\b([a-z]+) enum(?=\s*\()/gi, "$1"],
  [/\b([a-z]+) enum\s*[:=]?\s+(?=[a-z]+(?: [a-z]+)* ?\/)/gi, "$1 "],
  [/\b([a-z]+) enum\s*[:=]?\s+(?=[a-z])/gi, "$1: "],
  [/\bsmth\b/gi, "something"],
  [/\bplus ones?\b/gi, "plus-one"],
  [/\bqty\b/gi, "quantity"],
  [/\b(i|we) (?:ned|nead|neet)\b/gi, "$1 need"],
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
  // "mileage before and after".
  [/\b(mileage|weight|photos?|temperature|pressure|level|reading) before (?:and|&) after\b/gi, "$1 before, $1 after"],
  // "a portfolio with buys, sells and dividends".
  [/\bbuys?(?:,| and) sells?\b/gi, "trades"],
  // "recipes scaled for 4 people".
  [/ (?:scaled|sized|calculated) (?:for|to) \d+ (?:people|persons|servings|guests)\b/gi, ""],
  // "weight by day", "hours by project and month": what each row says of itself.
  [/\b(weight|distance|hours|calories|steps|mileage) (?:by|per) (?:day|date)(?=\s*(?:[,.;]|$))/gi, "$1, date"],
  [
    /^((?:[\w']+ ){0,3}hours\b[^,.;:]{0,40}),? by ([a-z]+) (?:and|&) (?:day|week|month)(?=\s*(?:[.;]|$))/gi,
    "$1, with date and $2",
  ],
  // "contracts with renewal dates": one of each.
  [
    /\b(with (?:the |their )?(?:renewal|expiry|expiration|due|end|start|delivery|closing|return)) dates(?=\s*(?:[,.;]|$|and\b))/gi,
    "$1 date",
  ],
  // "distance, time": how long it took.
  [/\b(distance(?: in \w+)?(?:,| and|, and)) time(?=\s*(?:[,.;]|$|and\b))/gi, "$1 duration"],
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

/** "stage new - proof - printing - done". */
const dashed = /\b(status|stages?|states?|phases?|steps)(:?) ([a-z]+(?: [a-z]+)?(?: - [a-z]+(?: [a-z]+)?){2,})/gi;

/** "write down the weight every day", "daily weight and food": rows of their own, one for each day. */
const everyDay =
  /\b(?:write down|notes?|record|logs?|measures?|weighs?) (?:the |its |their |our )?([a-z]+)( and [a-z]+)? (?:every|each) (?:day|morning|evening|night|week|month|hour)\b/gi;
const daily =
  /(?<=[,:;-] )(?:daily|weekly|monthly|hourly) (weight|food|temperature|humidity|milk|production|steps|mood|pain|sleep|water|feed|rainfall|mileage|distance|calories|yield|symptoms?)( and [a-z]+)?( in [a-z]+)?(?=\s*(?:[,.;]|$))/gi;
/** "equipment check every morning". */
const round =
  /\b([a-z]+ )?(check|round|reading|inspection|test|cleaning|feeding|count|service|patrol) (?:every|each) (?:day|morning|evening|night|week|month)(?=\s*(?:[,.;]|$))/gi;
const measured = /^(?:milk|production|food|sleep|pain|feed|water|mood)$/i;
const entriesOf = (all: string, noun: string, other = "", unit = ""): string =>
  (isAttribute(noun) || measured.test(noun)) && !isPlural(noun)
    ? `${noun} entries (date, ${noun}${unit}${other.replace(/^ and /, ", ")})`
    : all;

/** "handover notes. bed, patient initials, urgent?": a heading, and what is kept under it. */
const headed =
  /^(\s*(?:[^,.;:()!?\n]{2,40}: )?[^\s,.;:()!?]+(?: [^\s,.;:()!?]+){0,6})\. ((?:[^,.;:()!\n]{2,40}(?:\([^()\n]{3,60}\))?, ){2,}[^,.;:()!\n]{2,40}(?:\([^()\n]{3,60}\))?)(?=\s*(?:[.\n]|$))/;
const sentence =
  /\b(?:i|we|you|they|he|she|it|my|our|is|are|was|were|am|im|can|could|should|must|may|will|has|have|need|needs|want|wants|wanna|gets?|sees?|build|make|create|please|with|where|who|which|that|what|when|how|if|so|only|each|every)\b/i;
/** Whether a heading, or a member of a list, says more than a name: "each sample has a code". */
export const isSentence = (text: string): boolean => sentence.test(text);

/** "perfume samples i have tried": the samples. */
const relative = / (?:i|we)(?: have|'ve)? [a-z]+(?:ed|en|d)?$/i;
const book = /[a-z] (?:log|diary|journal|logbook|tracker|register)(?: (?:for|of) [^,.;:]+)?$/i;
/** The fields under a heading of rows in the notation of the readers: "handover notes (bed, patient initials)". */
function underHeading(all: string, said: string, list: string): string {
  const heading = said.replace(/^.*: /, "").replace(relative, "");
  const members = splitOutside(list, /^, /).map((one) => one.replace(/\s*\(.*$/, ""));
  if (isSentence(heading) || members.some((one) => isSentence(one) || one.split(" ").length > 4)) return all;
  // "diesel log. date, litres": each entry has these.
  if (book.test(heading)) return `${heading}: ${list}`;
  const isTable =
    isPlural(heading.split(" ").at(-1)!) &&
    members.some((one) => isAttribute(one) || /\b(?:by|at|on|until|for)$/.test(one));
  if (!isTable) return all;
  return list.includes("(") ? `${heading}: ${list}` : `${heading} (${list})`;
}

/** Options behind the name of their field, without a colon: "last seen; status reported, traced, delivered." */
const statusOf =
  /([,;.] )(status|state|stage) (?=[a-z])([^,.;:()/>→\n]+(?:, [^,.;:()/>→\n]+){2,}?)(?=\s*(?:[.;\n]|$))/gi;

const isFieldLike = (option: string): boolean => {
  const last = option.split(" ").at(-1)!;
  return option.split(" ").length > 3 || knownAs(option) !== null || (isAttribute(last) && !last.endsWith("ed"));
};

/** Words of apps that nothing else is one slip away from. */
const appWords =
  "tracker planner application management reservation appointment calendar inventory schedule dashboard database website organizer directory address category quantity description receipt expense delivery customer booking payment member attendance register equipment restaurant treatment".split(
    " ",
  );
/** Two letters that changed places, or one too few. */
function slipOf(word: string): string {
  const typed = word.toLowerCase();
  if (appWords.includes(singular(typed)) || knownAs(typed) !== null || isAttribute(typed)) return word;
  const ending = typed.endsWith("s") ? "s" : "";
  const meant = appWords.map((one) => `${one}${ending}`).find((one) => one[0] === typed[0] && isSlip(typed, one));
  return meant ?? word;
}
function isSlip(typed: string, meant: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at += 1;
  if (typed.length === meant.length)
    return typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && typed.slice(at + 2) === meant.slice(at + 2);
  return typed.length + 1 === meant.length && typed.slice(at) === meant.slice(at + 1);
}

/** A text without any arrow is not searched for words before one, which takes time by its square. */
const withoutArrows = (text: string) =>
  // "ordered → here, or refused": one more of them.
  text
    .replaceAll(/((?:->|=>|→|>)\s*\w+(?: \w+)?),? or (?=\w+(?: \w+)?\s*(?:[.;)\n]|$))/g, "$1 → ")
    .replace(arrows, (words) =>
      words
        .replaceAll(/\s*(?:->|=>|→|>)\s*/g, "/")
        .replace(/(?<=\b(?:status|state|stage|phase)) (?:goes|moves|runs|is) (?:from )?(?=\w[\w ]*\/)/i, " "),
    );

/** Notations of programmers in the usual one: "shoes = model + size", "guest.diet: vegan, none", "products fields: …", "books/members/loans". */
export function plainNotation(text: string): string {
  let plain = shortened
    .reduce((said, [pattern, word]) => said.replace(pattern, word), text)
    .replace(/\b[a-z]{6,}\b/gi, slipOf)
    .replace(
      dashed,
      (_, field: string, colon: string, options: string) => `${field}${colon} ${options.replaceAll(" - ", "/")}`,
    )
    .replace(headed, underHeading)
    .replace(statusOf, (all: string, before: string, field: string, options: string) =>
      options.split(", ").some((option) => isFieldLike(option))
        ? all
        : `${before}${field}: ${options.replaceAll(", ", "/")}`,
    )
    .replace(everyDay, (all: string, noun: string, other?: string) => entriesOf(all, noun, other))
    .replace(daily, (all: string, noun: string, other?: string, unit?: string) => entriesOf(all, noun, other, unit))
    .replace(round, (_, before: string | undefined, noun: string) => `${before ?? ""}${plural(noun)}`)
    .replace(/^(?=[^>→]*[>→])[^]*/, withoutArrows)
    .replace(listed, (_, noun: string, fields: string) => `${plural(noun)} (${fields.split(/\s*\+\s*/).join(", ")})`)
    .replace(/(?<=[\w)]) \+ (?=[a-z])/gi, " and ")
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
