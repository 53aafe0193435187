import "server-only";
import type { Draft } from "../../draft/draft";
import { splitOutside } from "../../language/normalize";
import { loadWords } from "../../words/load";

/** The longest first: "better call it" before "better". */
const phrases = (name: string) =>
  [...(loadWords().said.get(name) ?? [])]
    .sort((one, other) => other.length - one.length)
    .map((phrase) => phrase.replaceAll(/['’]/g, "['’]?"))
    .join("|");
/** "The word is Pieces. Can you change it?" */
const andChanged =
  /[.!]\s*(?:please |pls )?(?:can|could|would|will) (?:you|u) (?:please |pls )?(?:change|fix|adapt|do) (?:it|that|this)(?: please| pls)?[.!?]*$/i;
const subject = String.raw`(?:(?:the |our )?(?:word|name|term|title|label|field|column|page|table) )?("[^"]+"|[\p{L}][\p{L}\d ]{1,30}?)`;
const named = String.raw`\s*:?\s*("[^"]+"|[\p{L}\d][\p{L}\d '-]{0,38}?)(?: (?:please|pls|instead|then|here))*(?=\s*(?:$|[.!?,;\n]| and | but ))`;

let built: RegExp[] | undefined;

/** Built once: the words come from a file. */
function patterns(): RegExp[] {
  const better = String.raw`(?: here)?(?:\s*[,;:.!–-]+\s*|\s+)(?:so |please |pls |and |can you |could you |then |rather )*(?:${phrases("better named")})`;
  const start = String.raw`(^|[.!?\n]\s*)`;
  built ??= [
    String.raw`${start}${subject} (?:${phrases("ill named")})(?: (?:for us|to us|to me|at all)|(?<=(?:confuse|irritate|puzzle)s?)(?: (?:the|our|my|all|some|of))* [\p{L}]+)?${better}${named}`,
    String.raw`${start}(?:${phrases("not liked")}) ${subject}${better}${named}`,
  ].map((source) => new RegExp(source, "giu"));
  return built;
}

/** "'people' isn't clear, call it household size", "nobody understands district, better: part of town": what is complained of gets the other name. */
export function withoutComplaints(said: string): string {
  const renamed = patterns().reduce(
    (text, pattern) =>
      text.replaceAll(pattern, (_, before: string, was: string, name: string) => {
        const [old, now] = [was, name].map((one) => one.replaceAll('"', "").trim());
        return `${before}rename ${old!} to "${now!}"`;
      }),
    said,
  );
  return renamed === said ? said : renamed.replace(andChanged, "");
}

/** "You would not believe how many daggers we lose": a sentence that asks for nothing, and is named as such. */
export function withoutRemarks(said: string, draft: Draft): string {
  const inPassing = new RegExp(`^(?:and |but )?(?:${phrases("in passing")})\\b`, "i");
  const sentences = splitOutside(said, /^(?:[.!?]+(?=\s|$)|\n+)/);
  const remarks = sentences.filter((sentence) => inPassing.test(sentence));
  if (remarks.length === 0 || remarks.length === sentences.length) return said;
  draft.assumed.push(...remarks.map((remark) => `I took “${remark}” for a remark.`));
  return sentences.filter((sentence) => !remarks.includes(sentence)).join(".\n");
}

const interjections = String.raw`(?:(?:ah|oh|hm+|uh|no|sorry|oops|wait|nah|actually|hang on|hold on)\b[,.!…]*\s+)+`;
/** "delete the class - hm, no, leave it, we do need it": the last request is taken back, and what follows tells why. */
const lastTakenBack = new RegExp(
  String.raw`[\s,.;:!…–-]+(?:${interjections}(?:please |just |better |rather )*(?:(?:leave|keep) (?:it|them|that|those|this|him|her)(?: (?:there|in|as (?:it|they) (?:is|are|was|were)))?|(?:don'?t|do not)(?: do| delete| remove| change)?(?: (?:it|that|them|this))?|forget (?:it|that|about it)|never ?mind(?: that| it)?|scratch that|stop)|(?:no,? )?(?:forget (?:it|that|about it)|never ?mind(?: that| it)?|scratch that))(?:[\s,.;:!–-]+(?:because |as |since )?(?:we|i|they|it'?s|it is|that'?s|people|somebody)\b[^,.;:?]*)?[\s.!:()]*$`,
  "i",
);

/** A message without the request that its end takes back. Empty: nothing else was asked for. */
export function withoutTakenBack(said: string, draft: Draft): string {
  const match = lastTakenBack.exec(said);
  if (!match || match.index === 0) return said;
  const sentences = splitOutside(said.slice(0, match.index), /^(?:[.!?]+(?=\s|$)|\n+)/);
  const rest = sentences.slice(0, -1).join(".\n");
  if (rest !== "") draft.assumed.push(`You took “${sentences.at(-1)!}” back, so I left that out.`);
  return rest;
}

/** "… ah no, leave everything as it is, sorry": what was asked for before is taken back. */
export const takenBack =
  /(?<=\S[\s,.;:!])(?:(?:ah|oh|hm+|no|sorry|oops|wait|nah|actually)\b[,.!]*\s+)+(?:please |just |better )?(?:leave|keep) (?:everything|it all|all of it|it|things|that|all) (?:as|like|how|the way) (?:it|they|that|things) (?:is|are|was|were)(?: now| before)?[,.!\s]*(?:sorry|please|thanks|thank you|pls)?[\s.!:()]*$/is;
