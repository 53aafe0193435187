import "server-only";
import { splitList } from "../../language/normalize";
import { isAttribute } from "../../lexicon/lexicon";
import { fieldList } from "./fields";
import { type Phrase, phraseOf } from "./nouns";

/** What something is done to: rows, what they are looked for by, what is told of them, the choices behind an "as", and what follows a conjunction. */
export type Done = { phrases: Phrase[]; by: string[]; told: string[]; choices: string[]; clause: string };

const clause =
  /(?:^| )(?:whether|if|when(?:ever)?|while|so(?: that)?|which|that|who|where|whose|after|before|until|without|at least|at most|how(?! many)|as soon as|in case|not|only|what)\b.*$/i;

/** "the number of adults, children and dogs": a number of each. */
const eachNumbered = (text: string): string =>
  text.replace(
    /\bnumber of ([a-z]+s|children|people)((?:, (?:[a-z]+s|children|people))+) and ([a-z]+s|children|people)\b/gi,
    (_, first: string, more: string, last: string) =>
      [first, ...more.split(", ").filter(Boolean), last].map((one) => `number of ${one}`).join(", "),
  );

/** "start and end date", "planned and actual costs": one of each. */
const eachEnding = (text: string): string =>
  text.replace(
    /\b(start|end|from|planned|actual|highest|lowest|minimum|maximum|arrival|departure|pick-up|return|old|new|birth|opening|closing|check-in|check-out|first|last|estimated|expected|purchase|delivery) and ([a-z-]+) (dates?|times?|temperatures?|costs?|prices?|numbers?|levels?|address|addresses)\b/gi,
    "$1 $3, $2 $3",
  );

/** "a difficulty of easy, medium or hard": its options. */
const optionsBehind = (text: string): string =>
  text.replace(/\b([a-z]+) of ([a-z]+(?:, [a-z]+)* or [a-z]+)\b/gi, (all, noun: string, list: string) =>
    isAttribute(noun) ? `${noun} (${list})` : all,
  );

const between = /(?:^| )from (?:an? |one |the )?([a-z-]+)(?: date)? (?:to|until) (?:an? |the )?([a-z-]+)( date)?/i;
/** "from one day to another", "from an arrival to a departure date". */
function daysIn(text: string): { days: string[]; rest: string } {
  const range = between.exec(text);
  if (!range) return { days: [], rest: text };
  const isAny = /^(?:another|other)$/.test(range[2]!) || range[1] === range[2];
  const days = isAny ? ["from", "until"] : range[3] ? [`${range[1]} date`, `${range[2]} date`] : [];
  return { days, rest: days.length > 0 ? text.replace(range[0], "") : text };
}

/** Takes apart what a verb is done to: "a ride with flight number, address and date". */
export function doneTo(said: string): Done {
  const { days, rest: whole } = daysIn(said);
  const as = / as ((?:[a-z-]+, )*[a-z-]+ or [a-z-]+)\b/i.exec(whole);
  const object = optionsBehind(eachEnding(eachNumbered(as ? whole.replace(as[0], "") : whole)));
  const [, before = object, list] =
    /^(.*?)(?:^| )(?:each )?(?:with|including|giving|such as) (?!others?\b)(.+)$/i.exec(object) ?? [];
  const [, rest = before, criteria] = /^(.*?)(?:^| )by (?!leaving|filling)(.+)$/i.exec(before) ?? [];
  const more = clause.exec(rest)?.[0] ?? "";
  const plain = (more ? rest.slice(0, rest.length - more.length) : rest).replace(/(?:,|\s(?:and|or))+\s*$/i, "");
  return {
    phrases: splitList(plain)
      .flatMap((one) => one.split(/ or /i))
      .filter((one) => one.trim() !== "")
      .map(phraseOf),
    by: criteria ? fieldList(criteria.replace(clause, "")) : [],
    told: [...(list ? fieldList(list) : []), ...days],
    choices: as ? as[1]!.split(/, | or /) : [],
    clause: more.trim(),
  };
}
