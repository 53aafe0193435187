import "server-only";
import { isPlural, plural, singular } from "../../language/inflect";
import { baseForm } from "../../language/participle";
import { knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { isPeople, isPersonLike } from "../../lexicon/nouns";
import { type Chunk, chunksOf, type Noun, type Verb } from "../../lexicon/phrases";
import { choosing } from "../choices/choices";
import { belongs, screen } from "../lists/members";
import type { Piece } from "../../description/text/pieces";
import type { Plan } from "../../description/plan/plan";
import { isQuestion } from "../../description/statements/questions";

const helping =
  /\b(?:can|could|should|must|may|will|would|shall|is|are|was|were|has|have|had|needs?|wants?|gets?|belongs?|lets?|allows?|let's|am)\b/i;
const anyone =
  /^(?:i|we|you|they|it|he|she|people|users?|everyone|everybody|anyone|anybody|visitors?|somebody|someone|nobody|that|who|which|there)$/i;

/** Whether a piece says that somebody does something, or asks for it to be done. */
export function isClause(plan: Plan, { text, inner }: Piece): boolean {
  if (byFields.test(text)) return true;
  // "light needs (full sun, shade)": a field and its options.
  if (inner !== undefined && choosing.test(text) && text.split(" ").length < 4) return false;
  if (belongs.test(text) && (inner !== undefined || / (?:that|which|who) /i.test(text))) return false;
  if (isQuestion(text) || knownAs(text, plan.among) !== null || isAttribute(text) || screen.test(text)) return false;
  if (/^(?:with|including)\s/i.test(text)) return false;
  const first = text.split(" ")[0]!.toLowerCase();
  if (text.includes(" ") && anyone.test(first)) return true;
  if (/^(?:each|every)\s/i.test(text) && text.split(" ").length > 2) return true;
  if (!text.includes(" ")) return false;
  if (keeping.test(text)) return true;
  // "pick up date", "drop off time": what the last word says.
  if (
    /^[a-z-]+ (?:(?:up|off|in|out|on|by) )?(?:date|time|day|place|point|address|number|price|fee|sum|amount|total|cost|status|code|rate)$/i.test(
      text,
    )
  )
    return false;
  // "open on", "sent by": fields, though one can open and send, too.
  if (/^\w+ (?:on|by|at|to|for|from|until|since|in)$/i.test(text)) return false;
  if (isOrder(text) || isDoing(text)) return true;
  if (/^[\w ]+s (?:who|that) (?!(?:is|are|was|were|has|have|had)\b)\w+ /i.test(text)) return true;
  const chunks = chunksOf(text, plan.among);
  const at = chunks.findIndex(({ kind }) => kind === "verb");
  if (at < 0) return false;
  const verb = chunks[at] as Verb;
  if (/^(?:with|without|including|which)$/.test(verb.word)) return false;
  // "rating from 1 to 5": a field, though one can rate as well.
  if (at === 0 && verb.word.endsWith("ing") && isAttribute(verb.word)) return false;
  const [, behind] = chunks;
  if (
    at === 0 &&
    verb.word.endsWith("ing") &&
    behind?.kind === "noun" &&
    behind.determiner === "" &&
    isAttribute(behind.text) &&
    !behind.isPlural
  )
    return false;
  const before = chunks.slice(0, at).filter(({ kind }) => kind === "noun") as Noun[];
  const after = chunks.slice(at + 1);
  // "sellers get 60%".
  const hasObject =
    after.some(({ kind }) => kind === "noun" || kind === "pronoun" || kind === "preposition") ||
    inner !== undefined ||
    (before.length > 0 && /\s\d/.test(text));
  const isHelped = helping.test(text.split(" ").slice(0, 5).join(" "));
  if (before.length === 0 && (/(?:ed|en|ght|ld)$/.test(verb.word) || !isOpenedBy(verb, after[0]))) return false;
  const next = after[0];
  // "plots with number": rows, though one can plot as well.
  if (before.length === 0 && /[^s]s$/.test(verb.word) && next?.kind === "preposition") return false;
  // "shopping list": one thing.
  const isCompound =
    next?.kind === "noun" &&
    !next.isPlural &&
    next.determiner === "" &&
    !isAttribute(next.text) &&
    verb.word.endsWith("ing");
  if (before.length === 0) return at === 0 && hasObject && (verb.entry !== undefined || isHelped) && !isCompound;
  const subject = before.at(-1)!;
  if (isHelped && (hasObject || verb.entry !== undefined)) return true;
  const agrees = subject.isPlural ? !/[^s]s$/.test(verb.word) : verb.word.endsWith("s");
  return (
    agrees &&
    hasObject &&
    (isPersonLike(singular(subject.text)) ||
      isPeople(subject) ||
      subject.thing !== undefined ||
      /^(?:seller|buyer|client|customer|boss|jury|staff|finance|office|admin|manager|owner)s?$/i.test(subject.text)) &&
    !/(?:ing|ed)$|^(?:sold|made|bought|lent|kept|found|given|held|taken|done|built|sent|paid|won|used|left)$/.test(
      verb.word,
    )
  );
}

/** "goods, pick lists and pallets": beside nothing but nouns a verb before a noun is one, too. */
export const clausesAmong = (plan: Plan, pieces: readonly Piece[]): ReadonlySet<Piece> => {
  const clauses = pieces.filter((piece) => isClause(plan, piece));
  const [only] = clauses;
  const areNouns =
    clauses.length === 1 &&
    pieces.length > 2 &&
    only!.inner === undefined &&
    compound.test(only!.text) &&
    pieces.every(({ text }) => isPlural(text.split(" ").at(-1)!) && text.split(" ").length < 3);
  return new Set(areNouns ? [] : clauses);
};
const compound =
  /^(?:pick|report|request|order|book|log|plan|list|post|watch|trade|bid|visit|comment|rent|review|open|set|place|sign|save|vote|swap|work|check|sample|test|call|deal|price|stock|return|sale|test|record) [a-z]+s$/i;

/** "service visits", "order lines": without a determiner behind it such a word is a noun. */
const isOpenedBy = (verb: Verb, next: Chunk | undefined): boolean =>
  next?.kind === "pronoun" ||
  next?.kind === "preposition" ||
  (next?.kind === "noun" && next.determiner !== "") ||
  (verb.word.endsWith("ing") && verb.entry?.sort !== "record") ||
  verb.word !== verb.word.toLowerCase() ||
  /^(?:track|keep|manage|see|sell|find|browse|search|filter|organi[sz]e|collect|upload|download|create|add|edit|delete|leave|write|send|buy|pay|choose)$/.test(
    verb.word,
  );

const doing =
  /^(?:add|apply|book|borrow|bring|browse|bid|buy|cancel|challenge|choose|collect|comment|create|discuss|donate|download|enrol|enroll|enter|find|follow|give|invite|join|leave|lend|list|log|make|manage|offer|open|order|organi[sz]e|pay|pick|place|plan|post|propose|publish|rate|read|receive|register|rent|report|request|reserve|return|review|save|search|see|sell|send|set|share|sign|submit|subscribe|suggest|swap|take|teach|trade|upload|upvote|use|view|visit|volunteer|vote|watch|write)(?:s|es|ies)?$/i;
/** "leave reviews", "writes comments": what the one who was named before does, too. */
const isOrder = (text: string): boolean => {
  const words = text.split(" ");
  return doing.test(words[0]!) &&
    !/^(?:use|report|order|list|log|plan|open|review|post|book|bid|sign|set|place|visit|watch|view|vote|rate|make|search|rent|comment|request|share|trade|register|file)s?$/i.test(
      words[0]!,
    )
    ? isPlural(words.at(-1)!) || /^(?:a|an|the|their|his|her|its|it|them|in|up|for)$/i.test(words[1]!)
    : (doing.test(words[0]!) && /^(?:a|an|the|their|his|her|its|it|them|up|for|on)$/i.test(words[1] ?? "")) ||
        /^(?:place orders|place bids|post \w+s|make \w+s|rate \w+s|review \w+s|vote on|view \w+s|book \w+s|order \w+s|rent \w+s|share \w+s|request \w+s|report \w+s)/i.test(
          text,
        );
};
const deals =
  /^(?:handl|fix|clos|accept|clean|repair|solv|decid|approv|confirm|answer|check|sign|deliver)(?:e|es|s)?$/i;
/** "sellers bring clothes", "agents answer": people in the plural with a verb that lexica take for a noun, too. */
export function isDoing(text: string): boolean {
  const [first = "", second = "", third] = text
    .replace(/^(?:the|our|my|their|his|her|all|other|each|an?)\s+/i, "")
    .split(" ");
  const isPerson =
    isPersonLike(singular(first)) ||
    // The word as it stands: "each owner's vote weighs" is about the vote, and its singular would be an owner.
    knownAs(first)?.kind === "person" ||
    /^(?:hosts?|jury|boss|staff|others|kids|children|parents|jury|admins?|neighbou?rs|couples|companies|hospitals|clubs|sellers?|employees|managers?)$/i.test(
      first,
    );
  if (
    !isPerson ||
    !(
      doing.test(second) ||
      deals.test(second) ||
      /^(?:approv|reject|answer|confirm|assign|check|rat|scor|sign|nominat|solv|fix|decid|deliver|repl|receiv)(?:e|es|s|ies|y)?$/i.test(
        second,
      )
    )
  )
    return false;
  const isOne = !isPlural(first);
  // "tenants report", "janitor handles": somebody does it, to what was named before.
  if (third === undefined && /^(?:report|request|submit|sign up|register|order|decide|accept)$/i.test(second))
    return !isOne;
  if (third === undefined && deals.test(second)) return isOne === /[^s]s$/.test(second);
  if (isOne !== /[^s]s$/.test(second) && !/^(?:staff|jury|boss)$/i.test(first)) return false;
  return (
    third !== undefined || /^(?:answer|approve|reject|vote|comment|rate|apply|pay|confirm|decide|repl)/i.test(second)
  );
}

/** Such a clause as one that nothing takes for a noun: "customer brings phone" → "customers can bring phone". */
export function plainly(text: string): string {
  const match = /^((?:(?:the|our|my|all|other|each|every|an?)\s+)?[\w-]+)\s+(\w+)\s*(.*)$/i.exec(text);
  if (isOrder(text)) return `people can ${text}`;
  const some = /^(people|users|visitors|guests|they|we|everyone|everybody|anyone|anybody)\s+(\w+)(?=\s)/i.exec(text);
  if (some && doing.test(some[2]!) && !isPlural(some[2]!)) return text.replace(some[0], `${some[1]!} can ${some[2]!}`);
  if (!match || !isDoing(text)) return text;
  const verb = match[2]!.toLowerCase();
  const base = isPlural(match[1]!) ? verb : baseForm(verb);
  return `${plural(match[1]!.replace(/^(?:the|our|my|all|other|each|every|an?)\s+/i, ""))} can ${base}${match[3] === "" ? "" : ` ${match[3]}`}`;
}

/** "filter by district": a field that there must be. */
export const byFields =
  /^(?:(?:users |people |you |i |we )?(?:can )?(?:to )?)?(?:filter|search|sort|group|order)(?:able|ed|ing)?(?: them| it| \w+s)? by\s+(.+)$/i;

/** "I need to keep track of": what follows is what is kept. */
export const keeping =
  /^(?:(?:i|we|it|they|you|the app|users?|people)\s+)?(?:(?:also|really|just|would|'d)\s+)*(?:(?:need|want|like|have|should|must|can|could|lets? (?:me|us))\s+)*(?:to\s+)?(?:be able to\s+)?(?:keep(?:s|ing)? (?:track|an overview|records?) of|keep(?:s|ing)? an eye on|track(?:s|ing)?|manag(?:e|es|ing)|administer|organi[sz](?:e|es|ing)|stor(?:e|es|ing)|(?:note|write down|record|save|log|collect|see|know)(?= (?:\w+,|(?:the|all|every|each|my|our|their)\s))|register(?= (?:(?:all|the|our) )?[a-z]+(?:s|ren)\b)|(?:need|want|have|looking for)(?= (?!to\b)))\s+(?:all\s+)?(?:(?:my|our|the|their|its|his|her)\s+)?/i;
