import "server-only";
import { isAttribute } from "../../../lexicon/lexicon";
import { endsAs } from "../../../words/happenings";
import { tokensOf } from "../../../lexicon/message-tokens";
import { type Scene, sceneOf } from "../tagging/features";
import { plainChoicesIn } from "./plain-choices";
import { type Definition, definitionsIn, headBefore, isField, isList, isRows, itemsIn } from "./definitions";

const sentenceEnd = /^[.!?\n]$/;
const noList =
  /^(?:i|i'm|we|we're|you|he|she|it|they|the|an?|there|please|pls|also|and|but|or|so|if|when|after|before|then|plus|use|make|with|my|our|each|every|for|hi|hello|hey|dear|ich|wir|bitte|jede[rs]?)$/;
const question = /^(?:what|when|where|who|which|how|whether|if|why|wann|wo|wer|wie|ob)$/;
/** Marks and verbs that lists of fields have not. */
const told = /^(?:[:;]|has|have|had|contains?|includes?|belongs?|consists?|gets?|needs?|wants?|hat|haben)$/;
const itemWordsMax = 6;

/** Where each sentence of a message stands; "plants!!" is one. */
function sentencesIn({ tokens }: Scene): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    // "consent form back?, swimming": the mark asks for a tick, and the list goes on.
    const isEnd = at === tokens.length || (sentenceEnd.test(tokens[at]!.text) && tokens[at + 1]?.text !== ",");
    if (!isEnd) continue;
    if (at > from) found.push({ from, to: at });
    from = at + 1;
  }
  return found;
}

/** "the trainer must sign", "it is late"; "consent form back" is none. */
const isSentence = ({ tokens, parts }: Scene, { from, to }: { from: number; to: number }) =>
  !question.test(tokens[from]!.word) &&
  parts.slice(from + 1, to).some((part) => /^(?:Pronoun|Copula|Modal|Auxiliary)$/.test(part));

/** "locos", "rings + other pieces": a noun in the plural alone that is no usual field. */
const isNamedRows = (scene: Scene, item: { from: number; to: number }) =>
  item.to - item.from === 1 && scene.tokens[item.from]!.isPlural && !isField(scene, item);

/** Whether a piece of a message lists fields and nothing else: "client, source language, words, deadline". */
function fieldsOnly(scene: Scene, list: { from: number; to: number }, least: number) {
  const { tokens, parts } = scene;
  if (list.to <= list.from || noList.test(tokens[list.from]!.word)) return null;
  // "red when score above 15": what happens then.
  const isCondition = ({ from, to }: { from: number; to: number }) =>
    tokens.slice(from + 1, to - 1).some(({ word }) => /^(?:when|if|unless|wenn)$/.test(word));
  const items = itemsIn(scene, list).filter((item) => !isCondition(item));
  if (items.length < 4 || tokens.slice(list.from, list.to).some(({ word }) => told.test(word))) return null;
  if (items.some((item) => item.to - item.from > itemWordsMax || isSentence(scene, item))) return null;
  if (items.some((item) => /^(?:with|w|mit|where|who)$/.test(tokens[item.to]?.word ?? ""))) return null;
  if (items.some((item) => /^(?:Pronoun|Modal|Auxiliary|Copula)$/.test(parts[item.from]!))) return null;
  // "rooms, bookings, guests": rows, as many as there are fields.
  const rows = items.filter((item) => isRows(scene, item) || isList(scene, item) || isNamedRows(scene, item));
  const sure = items.filter((item) => isField(scene, item)).length;
  // "clients have policies. policy number, insurer, claim amount": of whom each is stands before it.
  const named = new Set(tokens.slice(0, list.from).flatMap(({ isPlural, lemma }) => (isPlural ? [lemma] : [])));
  const owned = items.filter(({ from, to }) => to - from > 1 && named.has(tokens[from]!.lemma));
  if (new Set(owned.map(({ from }) => tokens[from]!.lemma)).size > 1) return null;
  return sure >= least && rows.length <= 1 ? items.filter((item) => !rows.includes(item)) : null;
}

/** The rows that a sentence before a list ends with or opens with: "14 *machines*.", "*jobs* go from quoted to delivered." */
function rowsOf({ tokens, sorts, parts }: Scene, { from, to }: { from: number; to: number }): number {
  const isNamed = (at: number) =>
    tokens[at]!.isPlural && /^[a-z-]+$/.test(tokens[at]!.word) && !isAttribute(tokens[at]!.lemma);
  const colon = tokens.findIndex(({ text }, at) => at > from && at < to && text === ":");
  if (colon > 0 && isNamed(colon - 1)) return colon - 1;
  let start = to - 1;
  while (start > from && tokens[start - 1]!.isWord && !sorts[start - 1]!.startsWith("=")) start -= 1;
  const isApart = start === from || /^[,:–—-]$/.test(tokens[start - 1]!.text);
  if (isApart && isNamed(to - 1)) return to - 1;
  const opens = colon > 0 ? colon + 1 : from;
  const first = tokens.findIndex(
    (_, at) => at >= opens && at < to && isNamed(at) && /^(?:Noun|Plural)$/.test(parts[at]!),
  );
  // "the parents report when a child is sick": of neither of them.
  return first >= 0 && first - opens < 4 && tokens.slice(opens, first).every(({ text }) => text !== ",") ? first : -1;
}

/** What a title in the singular names rows of: "risk register", "gliding club flight log". */
function titleOf(scene: Scene, to: number): number {
  const { tokens, sorts } = scene;
  if (to > 6 || tokens.slice(0, to).some((token, at) => !token.isWord || sorts[at]!.startsWith("="))) return -1;
  const last = endsAs("shelves", tokens[to - 1]!.lemma) && to > 1 ? to - 2 : to - 1;
  return endsAs("workplaces", tokens[last]!.lemma) || /P/.test(sorts[last]!) ? -1 : headBefore(scene, last + 1, 0);
}

/** "deliveries from A to B, weight, courier, price": rows that open the list of their fields. */
function openedByRows(scene: Scene, { from, to }: { from: number; to: number }): Definition | null {
  const { tokens, sorts } = scene;
  const mark = tokens.findIndex(
    ({ text, depth }, at) => at >= from && at < to && /^[,:–—-]$/.test(text) && depth === 0,
  );
  const head = tokens.findIndex(({ isPlural }, at) => at >= from && at < mark && isPlural);
  if (head < 0 || !/T/.test(sorts[head]!) || isAttribute(tokens[head]!.lemma)) return null;
  if (tokens.slice(from, head).some((token, at) => !token.isWord || sorts[from + at]!.startsWith("="))) return null;
  if (head + 1 < mark && !/^(?:of|from|to|for|at|by|in|on|per)$/.test(tokens[head + 1]!.word)) return null;
  const list = { from: mark + 1, to };
  const items = fieldsOnly(scene, list, 3);
  return items && items.length === itemsIn(scene, list).length ? { head, items, list } : null;
}

/** "job sheets with customer, engineer, parts used (part, price), hours": the list goes on behind what has a list of its own. */
function openedByWith(scene: Scene, { from, to }: { from: number; to: number }): Definition | null {
  const { tokens, sorts } = scene;
  const opener = tokens.findIndex(
    ({ word, depth }, at) => at > from && at < to && depth === 0 && /^(?:with|mit)$/.test(word),
  );
  const head = opener - 1;
  if (opener < 0 || !tokens[head]!.isPlural || sorts[head]!.startsWith("=")) return null;
  const list = { from: opener + 1, to };
  const items = fieldsOnly(scene, list, 3);
  const others = itemsIn(scene, list).filter(({ from }) => !items?.some((item) => item.from === from));
  const isNested = others.length === 1 && tokens[others[0]!.to]?.text === "(";
  // "sprayings (product, dose), harvest per parcel": another record of the parcel.
  const isOther = tokens
    .slice(list.from, list.to)
    .some(({ word, depth }) => depth === 0 && /^(?:per|pro|je)$/.test(word));
  return items && isNested && !isOther ? { head, items, list } : null;
}

/** Lists of fields in a sentence of their own, whose rows the title or the sentence before them names: "14 machines. number, bought, last repair". */
function flatListsIn(scene: Scene): Definition[] {
  const { tokens } = scene;
  const sentences = sentencesIn(scene);
  return sentences.flatMap((list, at): Definition[] => {
    const before = sentences[at - 1];
    const starts = [list.from];
    for (let index = list.from; index < list.to; index++)
      if (/^[:–—-]$/.test(tokens[index]!.text)) starts.push(index + 1);
    const opened =
      starts.map((from) => openedByRows(scene, { from, to: list.to })).find(Boolean) ?? openedByWith(scene, list);
    if (opened) return [opened];
    if (before) {
      const rows = rowsOf(scene, before);
      // "27 pupils. swimming, medication, paid": what is listed there is of them.
      const items = fieldsOnly(scene, list, rows === before.to - 1 ? 2 : 3);
      if (!items) return [];
      // "returns desk. return no, order no": what the first of them says.
      const first = tokens[list.from]!.lemma;
      const named = tokens.findIndex(
        ({ lemma, isPlural }, index) => index >= before.from && index < before.to && isPlural && lemma === first,
      );
      const head = named >= 0 ? named : rows >= 0 || at > 1 ? rows : titleOf(scene, before.to);
      return head >= 0 ? [{ head, items, list }] : [];
    }
    const colon = tokens.findIndex(({ text }) => text === ":");
    if (colon < 1 || colon >= list.to || tokens[colon - 1]!.isPlural) return [];
    const inside = { from: colon + 1, to: list.to };
    const items = fieldsOnly(scene, inside, 3);
    const head = items?.length === itemsIn(scene, inside).length ? titleOf(scene, colon) : -1;
    return items && head >= 0 ? [{ head, items, list: inside }] : [];
  });
}

/** All lists of fields that a message spells out. */
export function fieldListsIn(scene: Scene): Definition[] {
  const spelled = definitionsIn(scene);
  const isTold = ({ list }: Definition) => spelled.some((one) => one.list.from < list.to && list.from < one.list.to);
  return [...spelled, ...flatListsIn(scene).filter((one) => !isTold(one))];
}

/** What a message says beyond doubt, in words: lists of fields, with whose they are, and the first and last of some options. */
type Plainly = { lists: { head: string; items: string[][] }[]; choices: [string, string][] };
let last: { message: string; said: Plainly } | undefined;
/** … the lists in the singular. */
export function plainlyIn(message: string): Plainly {
  if (last?.message === message) return last.said;
  const scene = sceneOf(tokensOf(message));
  const words = ({ from, to }: { from: number; to: number }) => scene.tokens.slice(from, to).map(({ lemma }) => lemma);
  const lists = fieldListsIn(scene).map(({ head, items }) => ({
    head: scene.tokens[head]!.lemma,
    items: items.map(words),
  }));
  const textOf = ({ from, to }: { from: number; to: number }) =>
    scene.tokens
      .slice(from, to)
      .map(({ word }) => word)
      .join(" ");
  const choices = plainChoicesIn(scene).map(({ options }): [string, string] => [
    textOf(options[0]!),
    textOf(options.at(-1)!),
  ]);
  last = { message, said: { lists, choices } };
  return last.said;
}
