import "server-only";
import { formsOf, isAttribute, verbAt } from "../../lexicon/lexicon";
import { tokenize } from "../../lexicon/tokens";
import { briefs } from "../../words/briefs";
import { singular } from "../../language/inflect";
import { type Known, knownAs, quietAs } from "../../lexicon/known";

/** The forms that the verbs of a list have: "browse tours", "browsing tours", "that browses tours". */
export type Form = "base" | "gerund" | "third";
/** "book a room by date": what is done, to what, and whether its doing makes rows; without an object where none is said ("and comment"). */
export type VerbPhrase = { verb: string; said: string; object: string; isDeed: boolean };

const adverb =
  /^(?:also|easily|quickly|then|securely|directly|online|automatically|simply|even|further|manually|properly|efficiently|effectively) /i;

/** Whether a piece that may begin with a verb is a noun where it stands among others: a plural, or what is told of rows. */
const isNounOf = (form: Form, piece: string): boolean =>
  (form === "third" && /^\w+$/.test(piece)) ||
  (form === "gerund" &&
    /^\w+ing (?:dates?|times?|hours|conditions|methods|instructions|costs?)$/i.test(piece) &&
    !verbsOf(form).has(piece.split(" ")[0]!.toLowerCase()));

/** "submit" → "submitting", where the last syllable is the one that is stressed. */
const gerundOf = (verb: string): string =>
  /(?:mit|get|set|let|put|run|fer|cur|lan|tag|pin|plan|chat|ship|stop|top|dit)$/.test(verb) && !/(?:edit)$/.test(verb)
    ? `${verb}${verb.at(-1)}ing`
    : formsOf(verb)[2]!;

const determiner = /^(?:an?|the|their|his|her|its|all|any|each|every|some|new)$/;

let bases: Map<string, Map<string, string>> | undefined;
/** The verbs of briefs by the first word of each form. */
function verbsOf(form: Form): Map<string, string> {
  bases ??= new Map(
    (["base", "gerund", "third"] as const).map((one, at) => [
      one,
      new Map(
        [...briefs().kept, ...briefs().nothing, ...briefs().beyond].flatMap((verb) => {
          const [first = "", ...rest] = verb.split(" ");
          const forms = [[first], [gerundOf(first), formsOf(first)[2]!], [formsOf(first)[1]!]][at]!;
          return forms.map((form) => [[form, ...rest].join(" "), verb] as const);
        }),
      ),
    ]),
  );
  return bases.get(form)!;
}

const isForm = (word: string, form: Form, base: string): boolean => {
  const [infinitive, third, gerund] = formsOf(base);
  return word === { base: infinitive, gerund, third }[form];
};

/** The quiet thing of all of a noun's words. */
const quietCalled = (noun: string): Known | null => {
  const thing = quietAs(noun);
  return thing && singular(noun) === thing.name.toLowerCase() ? thing : null;
};

/** The verb that a piece of a list begins with, and how many words it takes. */
function verbBefore(
  piece: string,
  form: Form,
  isSure: boolean,
): { verb: string; size: number; isDeed: boolean } | null {
  const tokens = tokenize(piece);
  const words = tokens.map(({ word }) => word);
  if (words.length === 0) return null;
  const isMore = words.length > 1;
  // "start date": a field, though "start" is a verb as well.
  if (isMore && isAttribute(words.slice(0, 2).join(" "))) return null;
  const found = verbAt(tokens, 0);
  // "rent payments": rows, though "rent" is a verb as well.
  const pair = words.slice(0, 2).join(" ");
  const both = isMore && (found?.size ?? 1) < 2 ? (knownAs(pair) ?? quietCalled(pair)) : null;
  if (both && !determiner.test(words[1]!) && both.name !== knownAs(words[1]!)?.name) return null;
  for (const size of [3, 2, 1]) {
    const verb = verbsOf(form).get(words.slice(0, size).join(" "));
    if (verb && words.length >= size && size >= (found?.size ?? 0) && (isMore || !knownAs(words[0]!)))
      return { verb, size, isDeed: false };
  }
  // "processing orders", "adjusters assess them": what is done, whatever it is.
  const isDone = isSure || (form === "gerund" && words[0]!.endsWith("ing")) || /^(?:it|them)$/.test(words[1] ?? "");
  if (!found) return isMore && isDone ? { verb: words[0]!, size: 1, isDeed: false } : null;
  const { verb: base, synonyms } = found.entry.data;
  const phrase = [base, ...synonyms]
    .map((one) => one.toLowerCase())
    .find((one) => isForm(words[0]!, form, one.split(" ")[0]!) && one.split(" ").length === found.size);
  // "view ratings and reviews": a noun at the end.
  if (!phrase || (!isMore && form !== "base" && knownAs(words[0]!) !== null)) return null;
  return { verb: phrase, size: found.size, isDeed: found.entry.sort === "record" };
}

/**
 * Cuts what people are to do into verbs with their objects: "browse teas by category, add them to the cart, and check out".
 * Null where it does not begin with a verb.
 * @param isAfterModal behind "should be able to": whatever its first word is
 */
export function verbPhrases(list: string, form: Form, isAfterModal = false): VerbPhrase[] | null {
  const pieces = list.split(/(,\s*(?:and |or |as well as |but also )?|\s+(?:and|or|as well as)\s+)(?![^()]*\))/i);
  const phrases: VerbPhrase[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = pieces[at]!.trim().replace(adverb, "");
    if (piece === "") continue;
    const before = phrases.at(-1);
    // "apartments with photos, rent and location": what is told of the rows before.
    const isTold = before !== undefined && / with /i.test(before.object) && isAttribute(piece);
    // "displays retreats, accommodation and schedules", "recording crops, planting dates, harvests": nouns among others.
    const isNoun = before !== undefined && before.object !== "" && isNounOf(form, piece);
    const verb = isTold || isNoun ? null : verbBefore(piece, form, isAfterModal && at === 0);
    if (verb) {
      const object = piece.split(/\s+/).slice(verb.size).join(" ");
      phrases.push({ verb: verb.verb, said: piece, object, isDeed: verb.isDeed });
    } else {
      const last = phrases.at(-1);
      if (!last) return null;
      last.object += pieces[at - 1]! + piece;
      last.said += pieces[at - 1]! + piece;
    }
  }
  // "write, edit and publish articles": one object of three verbs.
  for (const [at, phrase] of [...phrases.entries()].toReversed()) {
    const next = phrases[at + 1];
    const isBare = phrase.object === "" && isOpen.test(phrase.said) && !isAlone(phrase.verb);
    if (isBare && next && next.object !== "") phrase.object = next.object;
  }
  return phrases.length > 0 ? phrases : null;
}

/** A verb that waits for its object: "edit", "comment on". */
const isOpen = /^(?:\S+|.* (?:on|in|to|for|with))$/;

/** What is done without an object: "and comment". */
const isAlone = (verb: string): boolean =>
  /^(?:comment|vote|donate|subscribe|apply|register|enrol|enroll|pay|reply|respond)$/.test(verb);
