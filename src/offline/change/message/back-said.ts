import "server-only";
import { splitOutside } from "../../language/normalize";
import { stripPoliteness } from "../../language/politeness";

const name = String.raw`"?([\p{L}\d' -]+?)"?`;
/** "rename it back", "call them tasks again", "change it back to tasks". */
const renamedBack = new RegExp(
  String.raw`^(?:rename|call|name|change) (?:it|them|that|this|those|these)(?: back)?(?: (?:to|into|as))?(?: ${name})?(?: again| back)?$`,
  "iu",
);
const saysBack = /\b(?:back|again)\b/i;
/** "rename firms back to companies", "change the colour back to green". */
const namedBack = new RegExp(
  String.raw`^((?:rename|call|name|change|make|turn|set) (?:the |our |my )?[\p{L}\d' -]+?) back (to|into) (.+)$`,
  "iu",
);
const renames = new RegExp(
  String.raw`\b(?:rename|change|call|name) (?:the |our |my )?${name} (?:to|into|as) ${name}(?=\s*(?:[.,;!?]|$| and ))`,
  "giu",
);
/** "put the priority back", "bring back the calendar", "I want priority again". */
const broughtBack = [
  /^(?:please )?(?:put|bring|add|give|get)(?: me| us)? (?:the |my |our )?([\p{L}][\p{L} -]*?) (?:back|again)(?: please)?$/iu,
  /^(?:please )?(?:put|bring|add|give|get) back (?:the |my |our )?([\p{L}][\p{L} -]*?)(?: again)?(?: please)?$/iu,
  /^(?:i|we) (?:want|need|would like) (?:to have )?(?:the |my |our )?([\p{L}][\p{L} -]*?) (?:back|again)(?: please)?$/iu,
];
const taken = /^(?:(?:and|then|also|please|oh|ok) )*(?:remove|delete|drop|take|get rid of|throw|kick|no more)\b/i;

const sentencesOf = (text: string): string[] => splitOutside(text, /^(?:[.!?;]+(?=\s|$)|\n+)/);

/** The latest request that took something of this name away. */
const takenWith = (what: string, earlier: readonly string[]): string | undefined =>
  earlier
    .flatMap(sentencesOf)
    .flatMap((sentence) => sentence.split(/,\s*/))
    .findLast(
      (said) =>
        taken.test(said) &&
        said
          .toLowerCase()
          .match(/[\p{L}\d-]+/gu)
          ?.join(" ")
          .includes(what.toLowerCase()),
    );

/** A sentence that goes back to what was there before, in words that stand by themselves. */
function forward(sentence: string, earlier: readonly string[]): string {
  const said = stripPoliteness(sentence);
  const [, what, to, was] = namedBack.exec(said) ?? [];
  if (what && !/^\w+ (?:it|them|that|this|those|these)$/i.test(what)) return `${what} ${to!} ${was!}`;
  const again = saysBack.test(said) ? renamedBack.exec(said) : null;
  if (again) {
    const wanted = again[1]?.toLowerCase().replace(/^back$/, "");
    const found = earlier
      .flatMap((message) => [...message.matchAll(renames)])
      .findLast(([, from]) => !wanted || from!.toLowerCase() === wanted);
    return found ? `rename ${found[2]!} to ${found[1]!}` : "rename it back";
  }
  const part = broughtBack.map((pattern) => pattern.exec(said)?.[1]).find((one) => one !== undefined);
  const request = part === undefined ? undefined : takenWith(part, earlier);
  if (part === undefined) return sentence;
  if (request === undefined) return /^(?:put|bring|give|get)\b/i.test(said) ? `bring back the ${part}` : sentence;
  const place = /\b(?:from|of|out of) (?:the |our |all )?([\p{L} -]+)$/iu.exec(request)?.[1];
  return `add ${part}${place ? ` to ${place}` : ""}`;
}

/** "rename it back", "put the priority back": what earlier messages say was there. @param earlier messages before this one */
export const withoutBack = (text: string, earlier: readonly string[]): string =>
  saysBack.test(text)
    ? sentencesOf(text).reduce((all, sentence) => all.replace(sentence, () => forward(sentence, earlier)), text)
    : text;
