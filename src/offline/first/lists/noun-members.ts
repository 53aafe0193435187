import "server-only";
import { isPlural, plural, singular, wordsOf } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { period } from "../../lexicon/nouns";
import { typedPhrase } from "../../description/plan/field-words";
import { lead, type Member } from "./member";
import { piecesIn } from "../../description/text/pieces";
import { weigh } from "../../description/plan/weigh";

const participleTail =
  /^(.+?)\s+(?:(?:handed|given|lent|taken|picked|brought|sent|checked|signed|passed|sorted|thrown|carried) (?:out|in|off|up|over|back|away|on)|collected|received|donated|used|needed|booked|owned|involved|ordered|attended|left over|planned|available|required|included)$/i;

const joins = /\s+(with|per|of|for|from|in|on|at|to|by|about|that|which|who|including|w\/)\s+/i;

/** A noun with what stands behind its preposition. */
export function plainMembers(said: string, isTheirs: boolean, among: readonly string[]): Member[] {
  const counted =
    /^\w+s\s+(?:sold|earned|made|won|lost|given|bought|read|run|walked|printed|worked|played|caught|harvested|drunk|eaten|smoked|raised|produced|driven|cycled|swum|flown|studied|slept|burned|scored|spent)$/i.test(
      said,
    );
  if (counted) return [{ is: "field", phrase: `${said} (number)` }];

  const bare = participleTail.exec(said)?.[1];
  const text = bare !== undefined && isPlural(bare) && weigh(bare, among).weight > 0.3 ? bare : said;
  const minMax = /^(.+?)\s+(?:min(?:imum)?[\s/]+max(?:imum)?|from[\s/-]+to|from[\s-]*to)$/i.exec(
    said.replace(/[-/]/g, " "),
  );
  if (minMax) {
    const isRange = /min/i.test(said);
    const noun = minMax[1]!;
    return isRange
      ? [`min ${noun} (number)`, `max ${noun} (number)`].map((phrase) => ({ is: "field", phrase }))
      : [`${noun} from`, `${noun} to`].map((phrase) => ({ is: "field", phrase }));
  }

  const cut = isAttribute(text) || knownAs(text, among) ? null : joins.exec(text);
  if (!cut) return rowOf(text, isTheirs, among);
  const head = text.slice(0, cut.index).trim();
  const rest = text.slice(cut.index + cut[0].length).trim();
  const word = cut[1]!.toLowerCase();
  if (/^(?:with|w\/|including)$/.test(word)) {
    const { weight } = weigh(head, among);
    return [
      {
        is: "noun",
        noun: head,
        weight: Math.max(weight, 0.65),
        isTheirs,
        to: [],
        inside: piecesIn(rest),
        isOpen: true,
      },
    ];
  }
  return preposed(text, head, word, rest, isTheirs, among);
}

const measuring =
  /^(?:number|amount|date|time|day|place|type|kind|name|level|state|length|size|percentage|share|year|country|state|cost|price|total|sum)$/i;

function preposed(
  text: string,
  head: string,
  word: string,
  said: string,
  isTheirs: boolean,
  among: readonly string[],
): Member[] {
  const { weight, isMany } = weigh(head, among);
  // "number of copies", "date of birth": one property.
  if (word === "of" && measuring.test(head)) return [{ is: "field", phrase: typedPhrase(text) }];
  const [pair = said, having] = word === "per" ? said.split(/\s+(?:with|w\/|including)\s+/i) : [said];
  const parts = pair.split(/\s+(?:per|and|for|of|by)\s+/i).map((part) => part.replace(lead, "").trim());
  const [rest = ""] = parts;
  if (word === "per") {
    if (parts.every((part) => period.test(part)))
      return weight >= 0.2 && !isAttribute(head) && !isAttribute(head.split(" ").at(-1)!)
        ? [
            {
              is: "noun",
              noun: head,
              weight: 0.55,
              isTheirs,
              to: [],
              inside: [
                { text: "date", mark: "start" },
                ...(having === undefined ? [{ text: "amount", mark: "and" as const }] : piecesIn(having)),
              ],
              isOpen: true,
            },
          ]
        : [{ is: "field", phrase: typedPhrase(text) }];
    const owners = parts.filter((part) => !period.test(part));
    // "stock level per store and product": a row for each pair of them.
    if (!isMany && owners.length > 1 && owners.every((owner) => weigh(plural(owner), among).weight > 0.5))
      return [
        {
          is: "noun",
          noun: head,
          weight: 0.8,
          isTheirs,
          to: owners.map((owner) => plural(owner)),
          inside: having === undefined ? [{ text: "quantity", mark: "start" }] : piecesIn(having),
          ...(having === undefined ? {} : { isOpen: true as const }),
        },
      ];
    if (!isMany && weight < 0.35) return [{ is: "field", phrase: typedPhrase(head), of: owners[0]! }];
    return [{ is: "noun", noun: head, weight: Math.max(weight, 0.6), isTheirs, to: owners }];
  }
  const other = weigh(rest, among);
  const isOther = isPlural(rest) && other.weight > 0.7 && wordsOf(rest).length < 4;
  if (/^(?:of|for|from|by)$/.test(word) && (isMany || weight > 0.35))
    return [{ is: "noun", noun: head, weight, isTheirs, to: isOther ? [rest] : [] }];
  if (/^(?:in|on|at|to|about|that|which|who)$/.test(word) && isMany && weight > 0.5)
    return [{ is: "noun", noun: head, weight, isTheirs, to: isOther ? [rest] : [] }];
  return [{ is: "field", phrase: typedPhrase(wordsOf(text).length > 5 ? head : text) }];
}

/** "laptops phones monitors": examples of one thing are its types. */
function examplesIn(words: string[], among: readonly string[]): Member | null {
  const things = words.map((word) => knownAs(word, among)?.name);
  const isSame =
    words.length > 2 ? new Set(things.filter(Boolean)).size < 2 : things[0] !== undefined && things[0] === things[1];
  return isSame && words.length < 5
    ? { is: "field", phrase: `type: ${words.map((word) => singular(word)).join("/")}` }
    : null;
}

/** "isbn author price shelf", "talks speakers rooms": several in a row; else one noun. */
function rowOf(text: string, isTheirs: boolean, among: readonly string[]): Member[] {
  const words = text.split(" ");
  const isKnown = isAttribute(text) || knownAs(text, among) !== null;
  if (
    !isKnown &&
    words.length > 1 &&
    words.every((word) => isPlural(word)) &&
    (words.length > 2 || words.every((word) => weigh(word, among).weight > 0.3))
  ) {
    const examples = examplesIn(words, among);
    return examples ? [examples] : words.map((word) => nounOf(word, isTheirs, among));
  }
  if (!isKnown && words.length > 2) {
    const run = runOf(words);
    if (run) return run.map((word) => nounOf(word, false, among));
  }
  return [nounOf(text, isTheirs, among)];
}

/** Words of which each is a field or a thing; null where one is neither. */
function runOf(words: string[]): string[] | null {
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const size = [3, 2, 1].find(
      (count) => at + count <= words.length && isAttribute(words.slice(at, at + count).join(" ")),
    );
    const isLoose = words.length > 3 && words.filter((word) => isAttribute(word)).length * 2 >= words.length;
    if (!size && !isLoose) return null;
    found.push(words.slice(at, at + (size ?? 1)).join(" "));
    at += size ?? 1;
  }
  return found.length > 2 ? found : null;
}

function nounOf(noun: string, isTheirs: boolean, among: readonly string[]): Member {
  const { weight, isMany } = weigh(noun, among);
  const isSure =
    (weight < 0.1 && knownAs(noun, among) === null) ||
    /\b(?:yes no|checkbox|signed|paid|done|taken|passed|or not)$/i.test(noun);
  if (isSure && !isMany)
    return {
      is: "field",
      phrase: typedPhrase(/\b(?:signed|passed|taken|done)$/i.test(noun) ? `${noun} checkbox` : noun),
    };
  return { is: "noun", noun, weight, isTheirs, to: [] };
}
