import "server-only";
import type { Entity } from "../model/app-model";
import { isPlural, wordsOf } from "../language/inflect";
import { type Draft, oneOf } from "../draft/draft";
import { splitFields } from "../language/normalize";
import { isAttribute } from "../lexicon/lexicon";
import { isNoField } from "../lexicon/no-fields";
import type { Clause } from "../request/meaning/clause";
import { has, marksOf } from "../request/meaning/marks";
import { isTable, type Wanted } from "./wanted";

export const verbs =
  /^(?:ad|turn|note|record|store|keep|track|put|give|want|need|let|make|allow|show|send|remind|notify|import|export|connect|integrate|sync|print|download|calculate|compute|be|do|change|move|login|log|can|able|use|see|know|work|look|stop|start|go|build|open|close|write|read|explain|tell|help|assign|tie|attach)\b/i;
/** A name has no article within it, and no verb of its own. */
const determined =
  /\b(?:a|an|the|our|my|your|every|each|this|that|these|those|another|any|all|no|it|them|belongs?|has|have|is|are|was|gets?|wants?|needs?)\b/i;
const empty =
  /^(?:tables?|fields?|columns?|pages?|things?|following|both|stuff|something|anything|everything|more|rows?|records?|entries|options?|views?|lists?|forms?|buttons?|comments|reviews|ratings|likes|please|pls|thanks|checkbox(?:es)?|drop-?downs?|ones?)$/i;
const sentenceLike =
  /\b(?:when|if|because|that|so|after|before|until|every day|automatically|should|must|can|could|will|would|don't|doesn't|isn't|not|never|at least|at most)\b/i;

/** "vaccinated until", "insured until date": a day, and no sentence. */
const endsInTime = / until(?: (?:date|day|when))?$/i;

const namesTables = ({ model }: Draft, inner: string): boolean =>
  splitFields(inner).some((part) => model.entities.some((one) => oneOf(one) === part.trim().toLowerCase()));

/** "start date", "closing time": what begins like a verb and is a name. */
const isNamedDay = /^[\p{L}]+ (?:date|time|day)$/iu;

const shownIn =
  /\w (?:in|on|at|into|to|from) (?:the|this|that|our|my) (?:list|form|table|menu|overview|page|dashboard|header|sidebar)\b/i;

/** A field's name is a few words for a property; what says more is no name. */
export function isWish({ draft, text: said }: Clause, owner: Entity, wish: Wanted): boolean {
  const { inner, text } = wish;
  const noun = wish.noun.replace(/ from 1 to 5$/i, "");
  const words = wordsOf(noun);
  if (words.length === 0 || (words.length > 5 && inner === undefined)) return false;
  if (isNoField(noun)) return false;
  // "supplier must be chosen from the suppliers": what is done with it.
  if (/^(?:chosen|picked|selected|taken|typed|filled|entered|linked) (?:from|out of|in|by|to)\b/i.test(noun))
    return false;
  // "movies with most points first": an order of rows.
  if (/ (?:first|last|on top)$/i.test(noun) && !isAttribute(noun)) return false;
  // "add year built to houses": a place that nobody knows, and "VAT 19%": an amount.
  if (/(?<!^links?|\bhow) to (?:[\w-]+ )?[\w-]+s$/i.test(noun) || /\d ?%$/.test(text)) return false;
  // "extras like child seat": examples are no part of a name.
  if (/ (?:like|such as|for example) /i.test(noun)) return false;
  // Pages have the buttons that they need.
  if (/^\d+\b|\bbuttons?$|^(?:than|then|first \w+ then)\b/i.test(noun)) return false;
  // "kennel number 1 to 12" has limits, and "put the notes back" is no wish for "notes back".
  if (
    /\d ?(?:to|-|–) ?\d|^both\b/i.test(noun.replace(/ \d+[-–]\d+$/, "")) ||
    /^(?:please )?put (?:the|that|those) .* back$/i.test(said)
  )
    return false;
  // "nicht sehen": the rest of a German sentence.
  if (/\b(?:nicht|keine?|sollen?|darf|dürfen|müssen|werden|raus|weg|dann)\b/i.test(noun)) return false;
  // "status in the list" says where it is shown, "in hours" what something else is measured in.
  if (shownIn.test(noun) || /^in [\p{L}]+$/iu.test(noun)) return false;
  // "everyone reads" and "me more than one line".
  if (/^(?:everyone|everybody|anyone|anybody|nobody|no one|me|us|him|her|them|it|today|more than) /i.test(noun))
    return false;
  // "I want to tick …" and "put snacks in" are no names.
  if (/^to \w+ ["\w]|^(?!.*(?:ed|[dg]one|in and) in$)\w.*s in$/i.test(noun)) return false;
  // "members start monthly" is a sentence.
  if (/\w (?:starts?|begins?) (?!date|time|day|at|on\b)\w/i.test(noun)) return false;
  // "waiting list for courses: member, course": what are tables of the app is no option of a field.
  if (inner !== undefined && namesTables(draft, inner) && !isTable(wish)) return false;
  // "horse and bird to the animals", of which the app has none.
  if (/(?<!^links?) to (?:the|our|my|all|each|every) [\w -]+s$/i.test(noun)) return false;
  // "appointments per doctor" counts rows.
  if (isTable(wish)) return inner !== undefined || !/\bper (?!cent)/i.test(said);
  // "newest first", "fee as last column" say where something stands.
  const placing = marksOf(text, draft.model).filter((mark) =>
    has(mark, "first", "desc", "asc", "end", "start", "sort"),
  );
  if ((placing.length > 1 && !isAttribute(noun)) || /\bas (?:the )?(?:first|last) (?:column|field)$/i.test(text))
    return false;
  if (/^(?:who|what|when|where|which|how|whether|if|is|are|was)\b/i.test(text)) return words.length < 7;
  if (
    determined.test(
      noun
        .replace(/^"[^"]+"$/, "")
        .replace(/\b(?:yes ?\/ ?no|yes or no)\b/gi, "")
        .replace(/\b(?:to|of|for|in|on|with|per|by|from) (?:the|a|an|our|their)\b/gi, "of"),
    ) ||
    empty.test(noun)
  )
    return false;
  if (
    (verbs.test(noun) && !isNamedDay.test(noun) && !/^colou?r$/i.test(noun)) ||
    (sentenceLike.test(noun.replace(endsInTime, "")) && !isAttribute(noun)) ||
    /\b(?:fields?|columns?)\s+\w+/i.test(noun)
  )
    return false;
  const isKnownTable = draft.model.entities.some(
    (one) => one !== owner && wordsOf(one.name).join(" ") === words.join(" "),
  );
  return !isKnownTable || !isPlural(noun);
}
