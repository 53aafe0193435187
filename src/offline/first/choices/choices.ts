import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import type { Piece } from "../../description/text/pieces";

/** Nouns that the words behind them are options of: "status open, closed", "flavours: vanilla, lemon". */
export const choosing =
  /\b(?:status|states?|stages?|steps|condition|zones?|level|class|category|categories|types?|kinds?|sizes?|mode|priority|priorities|severity|urgency|outcome|result|role|colou?rs?|grade|method|shift|season|section|department|gender|sex|phases?|quality|mood|format|units?|frequency|flavou?rs?|materials?|voice(?: part)?|difficulty|occasion|source|channel|shape|diet|rsvp|statuses|tier|needs|genres?|meal|day|days|weekdays?|language|languages|topping|toppings|subjects?|area|areas|tags|risk|importance|impact|answer|reply|attendance|weather)$/i;
/** Nouns that are hardly ever followed by anything but their options. */
const telling =
  /\b(?:status|statuses|stages?|severity|priority|priorities|urgency|gender|sex|phases?|flavou?rs?|category|categories)$/i;
const glue =
  /^(?:a|an|the|of|for|to|in|on|at|by|with|from|per|as|is|are|was|were|has|have|and|or|until|until|when|which|who)$/i;
/** What only fields are called: "date", "how many", "needs repair", "if invoiced", "answered on", "members with name". */
const fieldlike =
  /^(?:how|which|who|whose|what|when|where|whether|if|needs?|with)\s|^\w+(?:ed|en|t) (?:on|at|by|from|to)$|\swith\s|^(?:date|name|notes|amount|price|title|description)$/i;
/** "packets of seed": packets. */
const headOf = (text: string): string => text.replace(/\s(?:of|for|in|at|per)\s.*$/i, "");
const yesNo = /^(?:yes|no|y|n|true|false|ja|nein)$/i;
const slashes = /\s*[/|]\s*/;

/** Plurals of which one row has some. */
const several = /\b(?:tags|labels|keywords|allergens|skills)$/i;

/** A field with its options, and how many pieces they took. `lead` is what stands before the field's name. */
export type Choice = { phrase: string; used: number; lead: string };

const write = (label: string, options: string[]): string => {
  const name = singular(
    label
      .replace(/^(?:the|an?|its|their|with|and)\s+/i, "")
      .replace(/\s*(?::|=|-|is|are|can be|being|either|of)$/i, ""),
  ).trim();
  if (options.every((option) => yesNo.test(option.trim()))) return `${name} checkbox`;
  const plain = options
    .map((option) =>
      option
        .trim()
        .replace(/^(?:or|and|either)\s+/i, "")
        .replace(/[.?!]+$/, ""),
    )
    .join("/");
  return several.test(label) ? `${name}s multiple choice of ${plain}` : `${name}: ${plain}`;
};

/** "offered accepted in progress paid": a preposition goes with the word behind it. */
const optionsInRow = (text: string): string[] =>
  text
    .replaceAll(/\b(in|on|to|not|no|waiting for|out of|picked|ready for) (?=[a-z])/gi, "$1\u00a0")
    .split(" ")
    .map((option) => option.replaceAll("\u00a0", " "));

/** Where in a run of words the options begin, behind the longest noun that has options: "t-shirt size | S M L". */
function nounEnd(words: string[]): number {
  for (let end = Math.min(words.length - 1, 5); end > 0; end--) {
    const head = words.slice(0, end).join(" ");
    if (choosing.test(head) && !(choosing.test(words.slice(0, end + 1).join(" ")) && words.length > end + 1))
      return end;
  }
  return 0;
}

/** A noun that must be made of its own words: what stands before its last three is no part of it ("staff sets status"). */
function cutLead(words: string[]): { lead: string; label: string } {
  const verb = words.findLastIndex((word) =>
    /^(?:sets?|set|choose|chooses|pick|picks|select|selects|has|have|with|by|a|an|the|is|their|its|and)$/i.test(word),
  );
  return { lead: words.slice(0, verb + 1).join(" "), label: words.slice(verb + 1).join(" ") };
}

/** An option is short and nothing else: no field, no thing, no sentence. */
function isOption({ text, inner, mark }: Piece, isTold: boolean): boolean {
  if (/^(?:writes?|adds?|sets?|sees?|gets?|shows?|sends?|leaves?|needs?|next|can|must)\s/i.test(text)) return false;
  const words = text.replace(/^(?:or|and|then)\s+/i, "").split(" ");
  if (inner !== undefined || mark === "colon" || words.length > (isTold ? 4 : 3)) return false;
  if (
    /^(?:an?|the|each|every|who|which|what|when|how|i|we|they|it|people|users|add|show|please|no|max|also)$/i.test(
      words[0]!,
    )
  )
    return false;
  if (/\b(?:can|should|must|has|have)\b/i.test(text)) return false;
  const key = words.join(" ");
  if (fieldlike.test(key)) return false;
  if (isTold && /(?:ed|ing|en|ght|ld|id|done|new|lost|won|sent|made|late|due|active)$/i.test(key) && words.length < 3)
    return true;
  return (
    !isAttribute(key) &&
    !(isPlural(key) && !isTold && (knownAs(key) !== null || words.length === 1)) &&
    !/\bper\b|\?$/.test(key)
  );
}

let nounsOfChoices: { noun: string; usual: ReadonlySet<string> }[] | undefined;
/** The field nouns that have usual options, with these in lower case. */
const choicesKnown = () =>
  (nounsOfChoices ??= [...loadWords().attributes].flatMap(([noun, { options }]) =>
    options ? [{ noun, usual: new Set(options.map(({ value }) => value.toLowerCase())) }] : [],
  ));

/** Words that only options of a known field are: "morning noon evening". */
function fieldOf(options: string[]): string | null {
  const day = /^(?:morning|noon|midday|afternoon|evening|night|breakfast|lunch|dinner|bedtime)$/i;
  if (options.length > 2 && options.every((option) => day.test(option))) return "time of day";
  // "todo doing done": from the first state to the last.
  if (
    options.length > 2 &&
    /^(?:to ?do|open|new|planned|idea|started|ordered|requested)$/i.test(options[0]!) &&
    /^(?:done|closed|finished|completed|sent|paid|delivered|shipped)$/i.test(options.at(-1)!)
  )
    return "status";
  const known = choicesKnown().find(
    ({ usual }) => options.length > 1 && options.every((option) => usual.has(option.toLowerCase())),
  );
  return known?.noun ?? null;
}

/** The field that a piece begins whose options are spelled out, there or in the pieces behind it; null where it does not. */
export function choiceAt(pieces: Piece[], at: number): Choice | null {
  const piece = pieces[at]!;
  const { text, inner } = piece;
  if (inner !== undefined) return inBrackets(text, inner);
  if (/\w\s*[/|]\s*\w/.test(text) && !/\b(?:https?:|w\/|and\/or|\d+\/\d+)/i.test(text)) return slashed(text);
  const words = text.split(" ");
  // "edible yes no unsure": yes and no, and what lies between.
  const third = /^((?:[a-z'-]+ ){1,3}?)yes,? no,? (?:or )?([a-z]+(?: [a-z]+)?)$/i.exec(text);
  if (third) return { phrase: write(third[1]!.trim(), ["yes", "no", third[2]!]), used: 1, lead: "" };
  const checked = /^(.+?)\s*(?:\?|:|,)?\s*\b(?:yes\s*(?:or|and)\s*no|or not|y\s*n)$/i.exec(text);
  if (checked) return { phrase: `${checked[1]!} checkbox`, used: 1, lead: "" };
  // "stages: new, offer, lost".
  const next = pieces[at + 1];
  if (next?.mark === "colon" && choosing.test(text) && words.length < 6) {
    const found = slashes.test(next.text) ? [next.text] : behind(pieces, at + 1, true);
    const row = slashes.test(next.text) || next.text.includes(" or ") ? [] : optionsInRow(next.text);
    const isRow = row.length > 2 && (found.length === 1 || (found.length === 0 && pieces.length === at + 2));
    const all = isRow ? row : found.flatMap((one) => one.split(slashes));
    const { lead, label } = cutLead(words);
    if (all.length > 1) return { phrase: write(label, all), used: 1 + Math.max(1, found.length), lead };
  }
  // "species: dog/cat/horse", "name, allergens: gluten, milk, nuts".
  if (next?.mark === "colon" && next.inner === undefined && words.length < 4) {
    const found = slashes.test(next.text) ? next.text.split(slashes) : at > 0 ? behind(pieces, at + 1, false) : [];
    const used = slashes.test(next.text) ? 1 : found.length;
    if (found.length > 1) return { phrase: write(text, found), used: 1 + used, lead: "" };
  }
  return inRow(pieces, at, words);
}

/** The options from a piece on: as many pieces as can be such. */
function behind(pieces: Piece[], from: number, isTold: boolean): string[] {
  const found: string[] = [];
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at]!;
    if (!(at === from ? isOption({ ...piece, mark: "comma" }, isTold) : isOption(piece, isTold))) break;
    found.push(...piece.text.replace(/^(?:or|then)\s+/i, "").split(/\s+or\s+/i));
    if (piece.mark === "and" && at > from) break;
  }
  return found;
}

/** "plan (basic, premium, vip)": nothing that a row could hold. */
const arePlain = (options: string[]): boolean =>
  options.every(
    (option) => !option.includes(" ") && !isAttribute(option) && !isPlural(option) && knownAs(option) === null,
  );

/** "package (basic, full day, deluxe)": several, none of which is a field or rows. */
const areOptions = (options: string[]): boolean =>
  options.length > 2 &&
  options.every(
    (option) => option.split(" ").length < 4 && !isAttribute(option) && !isPlural(option) && knownAs(option) === null,
  );

function inBrackets(text: string, inner: string): Choice | null {
  // "consents (pupil, trip, signed yes/no)": what is answered by yes or no is a field, and so are the others.
  if (/\w (?:yes ?\/ ?no|y\/n)\b/i.test(inner) && inner.includes(",") && !choosing.test(text)) return null;
  const options = inner.split(/\s*[,;/|]\s*|\s+or\s+|\s+and\s+/i).filter(Boolean);
  const words = text.split(" ");
  const { lead, label } = cutLead(words);
  if (options.length > 1 && options.every((option) => yesNo.test(option)))
    return { phrase: `${label} checkbox`, used: 1, lead };
  if (options.some((option) => fieldlike.test(option))) return null;
  const isNoun = !isPlural(headOf(text)) || choosing.test(text);
  const areFields =
    options.filter((option) => isAttribute(option) || isAttribute(option.split(" ").at(-1)!)).length * 2 >=
    options.length;
  const isSlashed = slashes.test(inner) && !inner.includes(",");
  if (
    options.length > 1 &&
    isNoun &&
    !/:/.test(inner) &&
    (isSlashed ||
      // "shoot days (date, location, call time)": fields, though days are a choice elsewhere.
      (choosing.test(text) && !(areFields && isPlural(text))) ||
      (!areFields && (isAttribute(text) || knownAs(text) === null || arePlain(options))) ||
      (!isPlural(text) && areOptions(options)))
  )
    return { phrase: write(label, options), used: 1, lead };
  // "accessories (charger, bag, dock)": several of these.
  if (
    !isNoun &&
    options.length > 1 &&
    knownAs(text) === null &&
    (knownAs(words.at(-1)!) === null || isAttribute(words.at(-1)!)) &&
    options.every(
      (option) =>
        !option.includes(":") && !isAttribute(option) && !isPlural(option) && !isAttribute(option.split(" ").at(-1)!),
    )
  )
    return { phrase: `${label} multiple choice of ${options.join("/")}`, used: 1, lead };
  return null;
}

/** "status new/in work/done", "sex m/f", "paid yes/no". */
function slashed(text: string): Choice | null {
  if (/\b(?:multiple choice|several) of\b/i.test(text)) return { phrase: text, used: 1, lead: "" };
  const told = /^([^:/]+):\s+([^:]+)$/.exec(text);
  if (told) return { phrase: write(told[1]!, told[2]!.split(slashes)), used: 1, lead: "" };
  // "status of each installation planned/mounted": whose it is.
  const [first = "", ...others] = text.replace(/ of (?:each|every|the|an?) [a-z]+(?= [^/]+\/)/i, "").split(slashes);
  const words = first.trim().split(" ");
  if (others.length === 0) return null;
  const end = nounEnd(words) || (words.length > 1 ? words.length - 1 : 0);
  const { lead, label } = cutLead(words.slice(0, end));
  const options = [words.slice(end).join(" "), ...others];
  if (options.some((option) => option.split(" ").length > 4)) return null;
  // "leases from/to": two fields.
  if (/^(?:from|start|begin)$/i.test(options[0]!) && others.length === 1) return null;
  if (end === 0) {
    const usual = fieldOf(options);
    return usual ? { phrase: write(usual, options), used: 1, lead: "" } : null;
  }
  return { phrase: write(label, options), used: 1, lead };
}

/** "severity critical major minor", "status open, in progress, solved". */
function inRow(pieces: Piece[], at: number, words: string[]): Choice | null {
  const end = nounEnd(words);
  if (end === 0) {
    const usual = fieldOf(words);
    return usual && words.length > 2 ? { phrase: write(usual, words), used: 1, lead: "" } : null;
  }
  const head = words.slice(0, end).join(" ");
  // "colour of vinyl": whose it is.
  if (/^of$/i.test(words[end] ?? "") && !/\s(?:or|\/)\s/.test(words.join(" "))) return null;
  const isExample =
    /^(?:like|eg|e\.g\.?|i\.e\.?)$/i.test(words[end] ?? "") || /^such as\b/i.test(words.slice(end).join(" "));
  const rest = words
    .slice(end)
    .filter((word) => !/^(?:either|is|are|goes|runs|can|be|of|from|like|such|as|eg|e\.g\.?|i\.e\.?|:)$/i.test(word));
  if (rest.length === 0 || rest.some((word, index) => glue.test(word) && index === 0)) return null;
  // "difficulty 1-6": a number from the one to the other.
  if (rest.length === 1 && /^\d+(?:-|–|\.\.)\d+$/.test(rest[0]!)) return null;
  const isTold = isExample || telling.test(head);
  if (isExample) {
    const found = [rest.join(" "), ...behind(pieces, at + 1, true)].flatMap((one) => one.split(/\s+or\s+/i));
    const named = cutLead(words.slice(0, end));
    if (found.length > 1) return { phrase: write(named.label, found), used: found.length, lead: named.lead };
  }
  const more = rest.length > 2 && !/\s(?:or|\/)\s/.test(words.join(" ")) ? [] : behind(pieces, at + 1, isTold);
  // "source lang, target lang": two fields that are called alike.
  if (rest.length === 1 && more[0]?.endsWith(` ${rest[0]}`)) return null;
  const { lead, label } = cutLead(words.slice(0, end));
  const isJoined = rest.join(" ").split(/\s+or\s+/i);
  if (
    more.length > 0 &&
    (isTold || isJoined.length > 1 || rest.length < 3) &&
    isOption({ text: rest.join(" "), mark: "comma" }, isTold)
  )
    return { phrase: write(label, [...isJoined, ...more]), used: 1 + more.length, lead };
  if (isJoined.length > 1) return { phrase: write(label, isJoined), used: 1, lead };
  if (rest.length > 2 && !rest.some((word) => glue.test(word)) && !isAttribute(rest.join(" ")))
    return { phrase: write(label, rest), used: 1, lead };
  return null;
}
