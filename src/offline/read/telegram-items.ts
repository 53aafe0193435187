import "server-only";
import { isPlural, singular, wordsOf } from "../inflect";
import { loadWords } from "../words/load";
import { type Asked, askedIn } from "./asked";
import { knownAs } from "./known";
import { isAttribute, isRecordVerb } from "./lexicon";
import { isPersonLike, weak } from "./nouns";
import { framesOf } from "./statements";

/** One member of a list in telegram style. */
export type Piece =
  | { is: "field"; phrase: string }
  | { is: "asked"; asked: Asked }
  | { is: "table"; noun: string; isTheirs: boolean }
  /** One person or thing that the row belongs to: "customer", "artist". */
  | { is: "one"; noun: string }
  /** "laptops phones monitors": examples of what is kept. */
  | { is: "examples"; words: string[] }
  /** "goals per player", "price of the shoot": said of another table. */
  | { is: "of"; phrase: string; noun: string }
  /** "parents sign up": somebody does something, read as a sentence. */
  | { is: "done"; text: string }
  | { is: "refused"; noun: string };

/** Nouns that the words behind them are options of: "voice part soprano alto tenor bass". */
const choosing =
  /\b(?:status|state|stage|condition|zone|area|part|level|class|category|type|kind|size|mode|priority|severity|outcome|result|role|position|colou?r|grade|method|shift|season|section|department|gender|phase|quality|mood|format|unit|frequency)$/i;
const joining =
  /^(?:a|an|the|of|for|to|in|on|at|by|with|and|or|from|per|until|before|after|since|not|no|is|was|we|i|it|they|who|what|when|last|next|due)$/i;
const period =
  /^(?:day|week|month|year|hour|minute|night|person|unit|piece|km|mile|kg|head|quarter|season|night|page)$/i;

/** Words that only options of a known field are: "morning noon evening". */
function optionsOf(words: string[]): string | null {
  for (const [noun, { options }] of loadWords().attributes)
    if (options && words.every((word) => options.some(({ value }) => value.toLowerCase() === word.toLowerCase())))
      return noun;
  return words.every((word) =>
    /^(?:morning|noon|midday|afternoon|evening|night|breakfast|lunch|dinner|bedtime)$/i.test(word),
  )
    ? "time of day"
    : null;
}

/** "isbn author price shelf" → its fields; null where a word is none. */
function runOf(words: string[]): string[] | null {
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    const size = [3, 2, 1].find((count) => {
      const text = words.slice(at, at + count).join(" ");
      return at + count <= words.length && (isAttribute(text) || (count === 1 && knownAs(text) !== null));
    });
    // In a long row of words that mostly are fields, the others are, too: "species weight length lake bait photo".
    if (!size && words.length > 3 && words.filter((word) => isAttribute(word)).length * 2 >= words.length) {
      found.push(words[at]!);
      at++;
      continue;
    }
    if (!size) return null;
    found.push(words.slice(at, at + size).join(" "));
    at += size;
  }
  return found;
}

const lead =
  /^(?:-\s*)?(?:(?:and|also|plus|then|with|incl\.?|including|maybe|perhaps|an?|the|some|all|my|our|each|every|\d+)\s+)+/i;
const yesNo = /\s*[?:]?\s*\(?\b(?:yes\s*(?:\/|or|,)\s*no|y\s*\/\s*n|or not|true\s*\/\s*false)\)?$/i;

const twoQuestions = /^who\b.*\b(?:which|what|whom)\b/i;
const joins =
  /^who (?:has |have |is |are )?(?:signed up|signs up|registered|registers|enrolled|enrolls|booked|books|attended|attends|coming|comes)\b(?! (?:it|them)\b)/i;

/** Whether somebody does something in it: no field, and no thing. */
function isDone(text: string, among: readonly string[]): boolean {
  const [first = "", last = "", ...others] = text.split(" ");
  if (others.length === 0 && last.endsWith("s") && isDoing(last.slice(0, -1)) && knownAs(first)?.kind === "person")
    return true;
  if (twoQuestions.test(text) || joins.test(text)) return true;
  if (!text.includes(" ") || isAttribute(text) || knownAs(text, among) !== null || questions.test(text)) return false;
  return framesOf(text, among).some(
    ({ verbs, subjects, objects, isAnyone }) =>
      verbs.some(({ entry }) => entry !== undefined && entry.sort !== "having") &&
      (isAnyone || subjects.length > 0 || (objects.length > 0 && verbs[0]!.at === 0)),
  );
}
const isDoing = (verb: string) =>
  loadWords().stateVerbs.some((one) => one.verb === verb || one.synonyms.includes(verb)) || isRecordVerb(verb);
const questions =
  /^(?:who|what|what's|who's|when|where|which|how|why|whether|if|since when|until when|by when)\b|\bwhen$/i;

const choiceNoun =
  /^((?:[\w-]+ )?(?:status|state|stage|type|kind|level|size|category|condition|phase|priority|severity|colou?r|gender|mode|zone))\s+([\w -]+(?:\s*[/|>]\s*[\w -]+)+)$/i;

/** Takes one member of a list apart. Several words in a row may be several members. */
export function piecesOf(said: string, among: readonly string[]): Piece[] {
  const text = said.replace(lead, "").trim();
  if (text === "") return [];
  const refused = /^(?:no|without|but no|not)\s+(?:the\s+|any\s+)?([\w ]+?)(?:\s+please)?$/i.exec(
    text.replace(/^but\s+/i, ""),
  );
  if (refused && !/^(?:of)\b/i.test(refused[1]!)) return [{ is: "refused", noun: refused[1]! }];
  if (yesNo.test(text)) return [{ is: "field", phrase: `${text.replace(yesNo, "")} checkbox` }];
  const offered = choiceNoun.exec(text);
  if (offered) return [{ is: "field", phrase: `${offered[1]!}: ${offered[2]!.split(/\s*[/|>]\s*/).join("/")}` }];
  if (/^[^()]+\([^()]*\)$/.test(text)) return [{ is: "field", phrase: text }];
  const choices = choicesIn(text);
  if (choices) return [choices];
  if (isDone(text, among))
    return [
      { is: "done", text: text.replace(/^who (?:has |have )?(?=sign|regist|enrol|book|attend|com)/i, "people ") },
    ];
  const asked = askedIn(said.replace(/^(?:and|also|plus)\s+/i, "").trim());
  if (asked) return [{ is: "asked", asked }];
  if (/[:/|(]/.test(text)) return [{ is: "field", phrase: text }];
  const of = /^(.+?)\s+(?:per|for (?:each|every|the)|of (?:the|each|every|an?))\s+([a-z][\w ]*)$/i.exec(text);
  if (of && !period.test(of[2]!))
    return of[1]!.split(/\s+and\s+/i).map((phrase) => ({ is: "of", phrase, noun: of[2]! }));
  const parts = isAttribute(text) ? [text] : text.split(/\s+(?:and|&|\+)\s+/i);
  if (parts.length > 1 && parts.every((part) => part.split(" ").length < 4) && !/^date and time$/i.test(text))
    return parts.flatMap((part) => piecesOf(part, among));
  // "expenses by category": a view of those.
  const viewed = /^(.+s)\s+by\s+\w+$/i.exec(text);
  if (viewed && knownAs(viewed[1]!, among) !== null) return piecesOf(viewed[1]!, among);
  return pieceOf(text, said, among);
}

/** "condition mint used damaged", "morning noon evening": a field with its options in a row. */
function choicesIn(text: string): Piece | null {
  const words = text.split(/\s+/);
  if (words.length < 3 || words.some((word) => joining.test(word))) return null;
  const head = [2, 1].find((count) => words.length - count > 1 && choosing.test(words.slice(0, count).join(" ")));
  if (head) return { is: "field", phrase: `${words.slice(0, head).join(" ")}: ${words.slice(head).join(", ")}` };
  const usual = optionsOf(words);
  return usual ? { is: "field", phrase: `${usual}: ${words.join(", ")}` } : null;
}

function pieceOf(text: string, said: string, among: readonly string[]): Piece[] {
  const words = text.split(/\s+/);
  const isBare = !words.some((word) => joining.test(word));
  if (isBare && words.length > 1 && !isAttribute(text) && knownAs(text, among) === null) {
    if (words.every(isPlural)) {
      const things = new Set(words.flatMap((word) => knownAs(word, among)?.name ?? []));
      const isSame =
        words.length > 2 ? things.size < 2 : things.size === 1 && words.every((word) => knownAs(word, among));
      if (isSame && words.length < 4) return [{ is: "examples", words }];
      return words.flatMap((word) => pieceOf(word, word, among));
    }
    const run = words.length > 2 || words.every((word) => knownAs(word, among) === null) ? runOf(words) : null;
    const isLong =
      run !== null &&
      (run.length > 2 ||
        (run.length === 2 &&
          words.every((word) => /^(?:start|end|from|to|until|name|phone|email|address|date|price)$/i.test(word))));
    if (isLong) return run.flatMap((one) => pieceOf(one, one, among));
  }
  return [oneOf(text, said, among)];
}

/** Plurals that are properties of a row more often than rows. */
const counted =
  /^(?:kilos?|grams?|litres?|liters?|hours?|minutes?|days?|weeks?|sizes?|measurements?|points?|goals?|reps?|sets?|calories|miles|kilometers|kilometres|steps|seats?|pieces?|copies|notes?|remarks?|comments?|photos?|pictures?|images?|files?|tags?|links?|prices?|costs?|colou?rs?|allergies|skills|symptoms|ingredients|contents|dimensions|odds|amenities|instructions|directions|times|dates|terms|toppings|allergens|hobbies|interests)$/i;

function oneOf(text: string, said: string, among: readonly string[]): Piece {
  const last = text.split(" ").at(-1)!;
  const isMany = isPlural(last);
  const thing = knownAs(text, among);
  const plainThing = thing ?? (text.includes(" ") ? knownAs(last, among) : null);
  if (isMany && !counted.test(last) && (thing !== null || !isAttribute(text)) && wordsOf(text).length < 4) {
    const isTable =
      (plainThing !== null && !weak.has(plainThing.name.toLowerCase())) ||
      isPersonLike(singular(last)) ||
      !isAttribute(last);
    if (isTable) return { is: "table", noun: text, isTheirs: /\b(?:their|its|his|her)\s/i.test(said) };
  }
  if (!isMany && thing?.kind === "person" && !isAttribute(text)) return { is: "one", noun: text };
  return { is: "field", phrase: text };
}
