import "server-only";
import { knownAs } from "../../lexicon/known";
import { isAttribute, isPlainVerb, isRecordVerb, mistyped } from "../../lexicon/lexicon";
import { plural } from "../../language/inflect";
import type { Plan } from "../../description/plan/plan";

const examples = /\b(things|items|stuff|objects)\s+(?:like|such as|e\.?g\.?,?)\s+[^.,;:]+/gi;
const isTable = /^((?:[\w-]+ ){0,2}[\w-]+s) tables?(?= (?:with|has|have)\b|\s*:)/i;
const asTable = /^(?:- )?(?:(?:i|we) (?:also )?(?:need|want) )?(?:an? )?(?:tables?|sections?) (?:for|of)\s+/i;

/** "Log of layers per well: from, to": layers. */
const logOf =
  /^(?:- )?(?:(?:an?|the|our|my|one|and) )*(?:logs?|lists?|registers?|records?|history) of (?:(?:all|the|our|my) )*(?=(?:[a-z-]+ )?[a-z]+s\b[^:,;]*:)/i;

/** "set the urgency to low, medium or high": a field and its options. */
const setTo = /(?:\s+and|,)?\s+sets? (?:the |its |an? )?([a-z]+) to (?=[\w ]+(?:, [\w ]+)*,? or \w+)/gi;

/** "songs they are working on": songs. */
const relative =
  /\b([a-z]{3,}s) (?:that |which )?(?:they|he|she|we|i) (?:are|is|am|have to|has to|want to|need to|must|should|still have to) \w+(?: (?:on|with|at|to|for|from))?(?=[,.;]|$| and )/gi;

/** "restaurants we sell to", "applications i sent out (…)", "which soaps i have": those. */
const ours =
  /(?<=^|[,;:]\s*(?:and )?|\band )((?:[a-z-]+ ){0,2}[a-z]{3,}s) (?:that |which )?(?:i|we|they) (?:have |had |already )?(?!are\b|can\b|is\b|do\b|must\b|should\b|need\b|want\b)([a-z]+)(?: (?:to|out|at|on|from|for|with|off|up|in))?(?=\s*[(:,.;]|$| with )/gi;
const whichOnes = /\b(?:which|what) ((?:[a-z-]+ )?[a-z]{3,}s) (?:i|we|they) (?:have|own|got|sell|offer)\b/gi;

/** "vinyl i lend to friends": what is done with it leaves a record, and to whom. */
const lentByUs =
  /^(?:(?:my|our|the|all|some) )?((?:[a-z-]+ )?[a-z]{3,}) (?:that |which )?(i|we) ((?:lend|loan|rent|hire)(?: out)?) (to [a-z]+s\b.*)$/i;

/** "know which tools are lent to whom and when they come back": the tools are lent to people. */
const openSee =
  /^(?:(?:i|we) (?:need|want|have|like|would like) to |to |an? (?:app|list|tool|overview) (?:to |of |for ))?(?:always )?(?:know(?:ing)?|see(?:ing)?|remember(?:ing)?|keep(?:ing)? track of|track(?:ing)?|record(?:ing)?|note|write down|find out|look up|log(?:ging)?|manag(?:e|ing)|keep(?:ing)? an? (?:list|record) of)? ?/i;
const backWhen = "(?:,? ?(?:and )?(?:when|until when|how long|since when)\\b[^.;:]*)?[.?]?$";
const lentToWhom = new RegExp(
  `^(?:which|what) (?:of (?:my|our|the) )?([a-z][\\w -]*?s) (?:are|were|is|have been|got) (\\w+)(?: out)?(?: to| by)? (?:whom|who)${backWhen}`,
  "i",
);

/** Turns a question that the app shall answer into the statement behind it. */
function asStatement(said: string): string {
  const question = said.replace(openSee, "");
  const isDone = (verb: string) => isRecordVerb(verb.toLowerCase());
  const passive = lentToWhom.exec(question);
  if (passive && isDone(passive[2]!)) return `${passive[1]} are ${passive[2]} to people`;
  const [, noun, who, verb, whom] = lentByUs.exec(question) ?? [];
  if (noun && whom) return `${who} ${verb} ${plural(noun)} ${whom}`;
  return said;
}

/** "custmers" are customers. */
const mended = (word: string): string =>
  knownAs(word) !== null || /tres?$/.test(word) || isAttribute(word) || isPlainVerb(word) || isRecordVerb(word)
    ? word
    : rightly(word);
const lettersOf = (word: string) => word.split("").sort().join("");
const rightly = (word: string): string => {
  const known = mistyped(word) ?? word;
  // A letter too few, or two that changed places; another letter or one too many makes another word: "prayer", "roaster".
  const isSlip = known.length > word.length || lettersOf(known) === lettersOf(word);
  return isSlip && known.at(-1) === word.at(-1) ? known : word;
};

/** A text without slips of typing in the names of things. */
export const withoutSlips = (text: string): string => text.replace(/\b[a-z]{6,}\b/g, mended);

/** A sentence with its nouns in the plain: without what only tells which of them are meant, and without slips of typing. */
export function plainSentence(plan: Plan, said: string): string {
  const plain = asStatement(said)
    .replace(
      /\b(total|sum|subtotal)(?: price| amount)? (?:is|gets|are) (?:calculated|computed|added up|summed up)(?: automatically)?\b/gi,
      "$1",
    )
    .replace(asTable, "")
    .replace(logOf, "")
    .replace(isTable, "$1")
    .replace(examples, "items")
    .replace(setTo, ", with $1 ")
    .replace(relative, "$1")
    .replace(whichOnes, "$1")
    .replace(ours, (all: string, noun: string, verb: string) => {
      if (/^(?:who|what|which|when|where|how)\b/i.test(noun)) return all;
      plan.heard.add(verb.toLowerCase());
      return noun;
    });
  return withoutSlips(plain).trim();
}
