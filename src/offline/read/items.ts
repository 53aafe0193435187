import "server-only";
import { plainPhrase } from "../fields";
import { isPlural } from "../inflect";
import { knownAs } from "./known";
import { isAttribute } from "./lexicon";
import { splitFields } from "./normalize";
import type { Noun } from "./phrases";
import { framesOf, nounsOf } from "./statements";

/** One member of a list: a thing, a field, or something that is done. */
export type Item = {
  text: string;
  noun?: Noun;
  /** "books (title, author)": what stands in the brackets or after the colon. */
  inner?: string;
  /** "books with title": what follows, which the next members may go on with. */
  open?: string;
  /** "deals that belong to a contact". */
  belongsTo?: string;
  /** Carries a type or options: a field beyond doubt. */
  isTyped: boolean;
  /** Somebody does something: read as a sentence. */
  isDone: boolean;
};

const relationTail =
  /(?:^|[,\s]+)(?:(?:that|which|and|who|each)\s+)*(?:belong(?:s|ing)? to|(?:are |is )?(?:linked|connected|related|assigned|attached|tied) (?:to|with)|references?)\s+(?:an?|the|one|each|every|their|its|some|exactly one)?\s*([a-z][a-z -]*?)\s*$/i;
const opener =
  /^(.+?)\s+(?:with|having|containing|including|(?:that|who|which) (?:have|has|contain|contains|include)|each with|has|have)\s+(.+)$/is;
const typed =
  /\b(?:check ?box|dropdown|drop-down|yes ?\/ ?no|true ?\/ ?false|multi-?select|multiple choice|from 1 to 5|1-5|out of 5|required|optional)\b|\w\s?[/|]\s?\w|:\s*\S/i;
/** "assigned to", "installed on", "tested by": a field by what was done. */
const participle = /^[a-z]+(?:ed|en|ght|ld|nt|ade|one) (?:to|by|on|at|for|in|from|with)$/i;
const lead =
  /^(?:(?:and|also|plus|then|an?|the|some|all|my|our|their|its|his|her|each|(?:list|table|page|section|tables?)s? (?:of|for))\s+)+/i;

/** Pages and parts of the screen, whatever is said of them: "a dashboard showing leads by status". */
const screenItem =
  /^(?:(?:nice|simple|small|admin|main|public|monthly|weekly|daily)\s+)*(?:dashboards?|overview|charts?|graphs?|kanban|calendar(?: view)?|board (?:of|for|view|with)|search(?: bar| box)?|filters?|login|log ?in|sign-?in|home ?page|landing page|statistics|stats|export|import|notifications?|dark mode)\b/i;

export const plainItem = (text: string) => text.replace(/^- /, "").replace(lead, "").trim();

function itemOf(piece: string, among: readonly string[]): Item | null {
  const tail = relationTail.exec(piece);
  const said = tail ? piece.slice(0, tail.index) : piece;
  const text = said.replace(/^- /, "").trim();
  if (plainItem(text) === "" && !tail) return null;
  const base = tail ? { belongsTo: tail[1]!.trim() } : {};
  if (screenItem.test(plainItem(text))) return null;
  const bracket = /^([^()]+?)\s*\(([^()]*)\)$/s.exec(text) ?? /^([^:()]+?)\s*:\s+(.+)$/s.exec(text);
  if (bracket) {
    const noun = nounIn(bracket[1]!, among);
    const isField = noun !== undefined && (noun.isAttribute || isAttribute(plainItem(bracket[1]!))) && !isThings(noun);
    return { ...base, text, noun, ...(isField ? {} : { inner: bracket[2]! }), isTyped: isField, isDone: false };
  }
  const open = opener.exec(text);
  const head = open && !/\b(?:can|who|should)\b/i.test(open[1]!) ? nounIn(open[1]!, among) : undefined;
  if (open && head && (head.isPlural || head.thing) && !typed.test(open[1]!))
    return { ...base, text, noun: head, open: open[2]!, isTyped: false, isDone: false };
  const frames = framesOf(text, among);
  // "who ordered it", "whether it's paid": a question about a thing is one of its fields.
  const isTyped = typed.test(text) || participle.test(plainItem(text)) || plainPhrase(text) !== text;
  const isDone = !isTyped && plainItem(text).includes(" ") && frames.some(({ verbs }) => verbs.length > 0);
  return { ...base, text, noun: frames.flatMap(nounsOf)[0] ?? bareNoun(text, among), isTyped, isDone };
}

/** A single word that may be a verb as well is a noun in a list: "proposals, votes, comments". */
const bareNoun = (text: string, among: readonly string[]): Noun | undefined =>
  plainItem(text).includes(" ") ? undefined : framesOf(`the ${plainItem(text)}`, among).flatMap(nounsOf)[0];

const isThings = (noun: Noun) => noun.thing !== undefined && isPlural(noun.text);
const nounIn = (text: string, among: readonly string[]) =>
  framesOf(plainItem(text), among).flatMap(nounsOf)[0] ?? bareNoun(text, among);

/** The members of a list: "books (title, author), members with a name and who borrowed what". */
export const itemsOf = (list: string, among: readonly string[]): Item[] =>
  splitFields(list)
    .flatMap(splitPlurals(among))
    .flatMap((piece) => itemOf(piece, among) ?? []);

/** "talks speakers rooms": plurals in a row, each a thing or a field of its own. */
const splitPlurals =
  (among: readonly string[]) =>
  (piece: string): string[] => {
    const words = piece.trim().split(" ");
    const isRow =
      words.length > 1 &&
      words.every((word) => isPlural(word) && (knownAs(word, among) !== null || isAttribute(word))) &&
      knownAs(piece.trim(), among) === null;
    return isRow ? words : [piece];
  };

/** Whether a list spells out fields rather than tables; what may be either ("notes") counts half. */
export function isFieldList(items: Item[]): boolean {
  const weights = items.map(({ noun, isTyped, inner, open, isDone }) => {
    if (isTyped) return 1;
    if (inner !== undefined || open !== undefined || isDone || !noun?.isAttribute) return 0;
    return isThings(noun) ? 0.5 : 1;
  });
  return weights.reduce<number>((sum, weight) => sum + weight, 0) * 2 > items.length;
}
