import "server-only";
import { splitOutside } from "../../language/normalize";
import type { Draft } from "../../draft/draft";
import { isComplaint } from "../../restyle/looks";
import { has, marksOf } from "../../request/meaning/marks";
import { isTaking } from "../../request/gaps";
import { plainly } from "./in-plain";
import { isDuty } from "./pointed";
import { isTheReason } from "./told-of-tables";
import { isBeyond } from "../../answers/unsupported";

const asideStart =
  /^(?:we|i|it|that|then|because|since|so|otherwise|as|they|people|which|this|would|thanks|and that|cheers|and then|just|cause|cuz|but|unless (?:somebody|someone|anyone|you|we|i|they|people))\b/i;

/** Words of which a part of a message tells why something is wanted, or how somebody feels. */
const telling =
  /\b(?:my|our|we|i|im|they|it|its|it's|he|she|people|nobody|everyone|everybody|some of|most of|because|cause|is|are|was|were|us|you know|last (?:week|month|year|time|night)|too (?:much|many|little|few|small|big|wide|long|short|bright|dark|complicated)|to (?:bright|dark|small|big)|hard to|difficult|needs? (?:it|this|that|them)|wants? (?:it|this|that|them)|asked|hurts?|complains?|complained|says?|said)\b/i;
/** "(pickup date is over and not collected)", "(as always)": brackets that explain, and list nothing. */
const explanation =
  /\s*\((?=[^()]*\b(?:is|are|was|were|has|have|its|it's|they|we|i|as always|of course|because|since|like)\b)[^(),:/|]*\)/i;
/** What a remark may say in passing: none of these asks for anything by itself. */
const idle = [
  "have",
  "become",
  "can",
  "cannot",
  "read",
  "admin",
  "anyone",
  "signed",
  "time",
  "today",
  "yes",
  "first",
  "show",
  "only",
  "own",
  "per",
  "dark",
  "light",
  "airy",
  "compact",
];

/** "repairs stay as they are": nothing is to be done. */
export const isUnchanged = (text: string): boolean =>
  /^(?:(?:but|and) )?(?:the |all |our |everything |the rest )?(?:[\p{L} -]+? )?(?:can |should |may |must )?(?:stays?|remains?) (?:just )?(?:as (?:it|they) (?:is|are|was|were)|the same|unchanged|untouched|like (?:that|this|it is|they are))(?: please)?$/iu.test(
    text,
  );

/** "…, we never use it", "…, then I'm happy", "I don't like the blue, …": words about the wish that name nothing of the app. */
export function withoutAside(said: string, draft: Draft): string {
  const plain = plainly(said, draft);
  const parts = splitOutside(
    plain,
    /^(?:,\s+|\s+-\s+|\s+(?=(?:because|since we|so that|so we|so i|so the|so it|so they|so you|so there|so nobody|otherwise|unless)\s))/i,
  );
  if (parts.length < 2 && !explanation.test(plain)) return plain;
  const marks = (part: string) => marksOf(part, draft.model);
  const names = (part: string) =>
    marks(part).some(
      (mark) =>
        mark.entities.length + mark.fields.length + mark.pages.length > 0 ||
        // "the new girl": an option that is a plain adjective says nothing of rows.
        (mark.states.length > 0 && mark.words[0] !== "new") ||
        mark.color !== undefined ||
        mark.quoted !== undefined ||
        mark.role !== undefined ||
        // "…, as tiles" says how rows are shown.
        has(mark, "add", "currency", "several", "option", "gallery", "board", "calendar", "chart", "pie", "line"),
    );
  const isRemark = (part: string) =>
    telling.test(part) &&
    // "status asked/confirmed/cancelled": options, and nobody asked.
    !/\p{L}\/\p{L}/u.test(part) &&
    !isBeyond(part.replace(/^and /i, "")) &&
    // "…, nobody but admins may see it".
    !/\b(?:only|nobody|no one|admins?)\b.*\b(?:see|view|read|edit|change|add|delete)\b/i.test(part) &&
    !names(part) &&
    marks(part).every((mark) => mark.kind === undefined && mark.asks.every((ask) => idle.includes(ask)));
  let text = plain.replace(explanation, (said) => {
    draft.assumed.push(`I took ${said.trim()} for a remark.`);
    return "";
  });
  const first = parts[0]!;
  for (const part of parts.slice(1).toReversed()) {
    // "then a welcome page with our opening hours" begins like "then i'm happy", and asks for something.
    const isWish =
      /^(?:and )?then\b/i.test(part) && marks(part).some((mark) => mark.asks.some((ask) => !idle.includes(ask)));
    // "lockers with number, since": a word alone is a member of a list.
    const isMember = /^[\p{L}-]+$/u.test(part) && !/^(?:thanks|cheers|just)$/i.test(part);
    const isAside = asideStart.test(part) && !isMember && !names(part) && !isWish;
    if (isDuty(part, draft.model)) continue;
    const isReason = isTaking(first, draft.model) && isTheReason(part);
    if (!isAside && !isReason && !isRemark(part)) continue;
    const at = text.lastIndexOf(part);
    if (at <= 0 || (part !== parts.at(-1) && !text.slice(at + part.length).startsWith(","))) continue;
    text = `${text.slice(0, at).replace(/[,\s-]+$/, "")}${text.slice(at + part.length)}`;
    if (!isAside) draft.assumed.push(`I took “${part}” for a remark.`);
  }
  if (isComplaint(first)) text = text.slice(text.indexOf(first) + first.length).replace(/^[,\s]+(?:but\s+)?/, "");
  // Turns of phrase run to the end of a request, which the aside hid.
  return text === plain ? plain : plainly(text, draft);
}
