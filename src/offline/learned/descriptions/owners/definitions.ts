import "server-only";
import { isAttribute } from "../../../lexicon/lexicon";
import type { Token } from "../../../lexicon/message-tokens";
import { weigh } from "../../../description/plan/weigh";
import type { Scene } from "../tagging/features";
import { lemmas } from "../names/names";
import type { Span, Tag } from "../tagging/tags";

type Range = { from: number; to: number };

/** Fields that a message spells out behind the name of their table: "dogs (name, breed)", "a deal has a value and a stage". */
export type Definition = {
  /** The last word of the table's name. */
  head: number;
  /** The fields, without their options. */
  items: Range[];
  /** The whole list, with its options. */
  list: Range;
};

const sentenceEnd = /^[.!?\n;]$/;
const having = /^(?:has|have|contains?|includes?|consists?|hat|haben)$/;
const determiner =
  /^(?:the|an?|each|every|all|any|its|their|his|her|my|our|your|one|own|only|der|die|das|ein|eine|einen|jede[rns]?)$/;
const preposition =
  /^(?:of|from|at|by|on|in|into|for|per|to|about|with|without|between|as|like|after|before|during|vom|von|bei|im|am|pro|für|zu|zum|zur|an|in|auf|mit)$/;
const noNoun =
  /^(?:Verb|Infinitive|PresentTense|PastTense|Auxiliary|Copula|Modal|Pronoun|Determiner|Preposition|Conjunction|QuestionWord|Adverb|\?)$/;
const recording =
  /^(?:writes?|notes?|records?|logs?|keeps?|enters?|stores?|tracks?|needs?|wants?|collects?|saves?|notieren|erfassen|brauchen)$/;
/** Opens a sentence that says of what something is written down: "After each visit the companion writes …". */
const occasion = /^(?:for|of|after|before|when|if|from|about|per|für|von|nach|bei|zu)$/;
const opensList = /^(?:[(:]|with|w|has|have|mit|hat|haben)$/;
const question = /^(?:what|when|where|who|which|how|whether|if|why|was|wann|wo|wer|wie|ob)$/;
const shelf =
  /^(?:list|register|fleet|log|collection|inventory|record|records|database|catalog(?:ue)?|overview|liste)$/;
const several = /^(?:several|many|some|multiple|two|three|four|more|various|mehrere|viele|zwei|drei)$/;

const lastOf = ({ tokens }: Scene, { to }: Range) => tokens[to - 1]!;
const textOf = ({ tokens }: Scene, { from, to }: Range) =>
  tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(" ");

/** Cuts a list at its commas and its "and"; options in brackets or behind slashes belong to the item before them. */
export function itemsIn({ tokens }: Scene, list: Range): Range[] {
  const depth = tokens[list.from]!.depth;
  const items: Range[] = [];
  let start = list.from;
  for (let at = list.from; at <= list.to; at++) {
    const token = tokens[at];
    const isCut =
      at === list.to || (token!.depth === depth && (token!.text === "," || /^(?:and|und|plus|&)$/.test(token!.word)));
    if (!isCut) continue;
    let from = start;
    while (from < at && determiner.test(tokens[from]!.word)) from += 1;
    let to = from;
    while (
      to < at &&
      tokens[to]!.isWord &&
      tokens[to]!.depth === depth &&
      !(to > from && /^(?:with|mit)$/.test(tokens[to]!.word))
    )
      to += 1;
    if (tokens[to]?.text === "/") to -= 1;
    if (to > from) items.push({ from, to });
    start = at + 1;
  }
  return items;
}

/** "risk assessment done", "invoiced": what is ticked of a row. */
const isTicked = ({ tokens, sorts, parts }: Scene, { to }: Range) =>
  /^(?:done|paid|sent|given|taken)$/.test(tokens[to - 1]!.word) ||
  (tokens[to - 1]!.word.endsWith("ed") &&
    /^(?:PastTense|Participle)$/.test(parts[to - 1]!) &&
    !/T/.test(sorts[to - 1]!));

/** Whether an item is a field beyond doubt. */
export function isField(scene: Scene, item: Range): boolean {
  const { tokens } = scene;
  const text = textOf(scene, item);
  return (
    question.test(tokens[item.from]!.word) ||
    isAttribute(text) ||
    isAttribute(lastOf(scene, item).lemma) ||
    isTicked(scene, item) ||
    /^[/(]$/.test(tokens[item.to]?.text ?? "") ||
    // "swimming none/weak/good"
    (tokens[item.to]?.isWord === true && tokens[item.to + 1]?.text === "/")
  );
}

/** Whether an item may be rows of their own. */
export function isRows(scene: Scene, item: Range): boolean {
  const { tokens } = scene;
  if (tokens.slice(item.from, item.to).some(({ word }) => several.test(word))) return true;
  return lastOf(scene, item).isPlural && weigh(textOf(scene, item), []).weight > 0.88;
}

/** The last word of the name that ends before a mark or a verb; -1 where it is not plain whose list follows. */
export function headBefore(scene: Scene, end: number, start: number): number {
  const { tokens, parts, sorts } = scene;
  const head = end - 1;
  const isNoun =
    head >= start &&
    tokens[head]!.isWord &&
    !sorts[head]!.startsWith("=") &&
    (!noNoun.test(parts[head]!) ||
      /T/.test(sorts[head]!) ||
      // "stories my grandma tells": a verb.
      (tokens[head]!.isPlural && parts[head] !== "PresentTense"));
  if (!isNoun) return -1;
  let from = head;
  while (
    from > start &&
    tokens[from - 1]!.isWord &&
    !sorts[from - 1]!.startsWith("=") &&
    !noNoun.test(parts[from - 1]!)
  )
    from -= 1;
  while (from > start && determiner.test(tokens[from - 1]!.word)) from -= 1;
  if (from === start) return head;
  const before = tokens[from - 1]!;
  if (/^(?:or|and|oder|und)$/.test(before.word)) {
    const other = headBefore(scene, from - 1, start);
    return other >= 0 && other !== from - 2 ? other : -1;
  }
  // "for each car: part, price" tells whose the parts are, "for each car: plate, make" what a car has.
  if (/^(?:for|per|für|pro)$/.test(before.word)) return from - 1 === start ? head : -1;
  // "register of its chemicals": chemicals.
  if (/^(?:of|von)$/.test(before.word) && shelf.test(tokens[from - 2]?.word ?? "")) return head;
  if (preposition.test(before.word) && !/^(?:with|mit)$/.test(before.word)) return headBefore(scene, from - 1, start);
  if (
    /^(?:is|are|was|were)$/.test(before.word) &&
    !/^(?:there|here|it|they|this|these|that|those)$/.test(tokens[from - 2]?.word ?? "")
  )
    return headBefore(scene, from - 1, start);
  return head;
}

/** "one of them takes the device", "it lies on top". */
function isClause({ tokens, parts }: Scene, { from, to }: Range): boolean {
  if (question.test(tokens[from]!.word)) return false;
  return parts.slice(from + 1, to).some((part) => /^(?:PresentTense|Copula|Modal|Auxiliary)$/.test(part));
}

/** Lists of at least three items of which most are fields beyond doubt, and none may be rows of their own. */
function define(scene: Scene, head: number, list: Range, least = 2): Definition | null {
  const { tokens, sorts } = scene;
  if (head < 0 || list.to <= list.from) return null;
  const all = itemsIn(scene, list);
  // What goes on as a sentence ends the list, and so does what is followed by its own: "a log of tunings with pitch, fee".
  const end = all.findIndex(
    (item) =>
      isClause(scene, item) ||
      item.to - item.from > 6 ||
      /^(?:with|w|mit|which|where|who)$/.test(tokens[item.to]?.word ?? ""),
  );
  const items = end < 0 ? all : all.slice(0, end);
  const sure = items.filter((item) => isField(scene, item)).length;
  if (items.length < 3 || sure < least || tokens[items[0]!.to]?.text === "=") return null;
  // "parts used (part, quantity), hours": what has a list of its own is none of the fields, and the list goes on behind it.
  const nested = items.filter((item) => isList(scene, item));
  const isCut = nested.length > 0 || (end >= 0 && isList(scene, all[end]!));
  if (isCut && items.filter((item) => !nested.includes(item) && isField(scene, item)).length < 3) return null;
  const word = tokens[head]!;
  if (isAttribute(word.lemma) && !/T/.test(sorts[head]!)) return null;
  return { head, items: items.filter((item) => !nested.includes(item) && !isRows(scene, item)), list };
}

/** "routes with driver", "rooms (name, size)", "jobs in a room": an item with a list of its own. */
export function isList(scene: Scene, item: Range): boolean {
  const { tokens } = scene;
  const next = tokens[item.to];
  if (/^(?:with|w|mit|which|where|who)$/.test(next?.word ?? "")) return true;
  const isMany = tokens.slice(item.from, item.to).some(({ isPlural, lemma }) => isPlural && !isAttribute(lemma));
  return (
    isMany &&
    (next?.text === "(" ||
      next?.text === "-" ||
      tokens.slice(item.from + 1, item.to).some(({ word }) => preposition.test(word)))
  );
}

const endOf = (tokens: readonly Token[], from: number, isEnd: (token: Token) => boolean): number => {
  let at = from;
  while (at < tokens.length && !isEnd(tokens[at]!)) at += 1;
  return at;
};

const somebody = /^(?:some|any|every)(?:one|body|thing)$|^people$/;

/** The noun that a sentence opens with, behind its preposition: "For every *episode* we log", "When a *car* comes we write". */
function occasionAt({ tokens, parts, sorts }: Scene, start: number, end: number): number {
  let at = start + 1;
  while (at < end && determiner.test(tokens[at]!.word)) at += 1;
  if (at >= end || sorts[at]!.startsWith("=") || parts[at] === "Pronoun" || somebody.test(tokens[at]!.word)) return -1;
  while (
    at + 1 < end &&
    tokens[at + 1]!.isWord &&
    /^(?:Noun|Plural|ProperNoun)$/.test(parts[at + 1]!) &&
    !/P/.test(sorts[at + 1]!)
  )
    at += 1;
  return /^(?:Noun|Plural|ProperNoun)$/.test(parts[at]!) || /T/.test(sorts[at]!) ? at : -1;
}

/** The lists of fields that a message spells out. */
export function definitionsIn(scene: Scene): Definition[] {
  const { tokens } = scene;
  const found: Definition[] = [];
  let start = 0;
  for (const [at, token] of tokens.entries()) {
    if (sentenceEnd.test(token.text)) start = at + 1;
    let made: Definition | null = null;
    // "likelihood 1-5, score = impact x likelihood": a figure of the list, and no list.
    const isFigure = token.text === "=" && tokens.slice(start, at).some(({ text }) => text === ",");
    if (/^[:=]$/.test(token.text) && token.depth === 0 && !isFigure) {
      const to = endOf(tokens, at + 1, ({ text }) => sentenceEnd.test(text) || text === ":");
      const isSentence = tokens.slice(at + 1, to).some(({ word, depth }) => having.test(word) && depth === 0);
      // "bird ringing station: each capture …": what the app is for.
      const isTitle = start === 0 && !tokens[at - 1]?.isPlural;
      if (!isSentence && !isTitle) made = define(scene, headBefore(scene, at, start), { from: at + 1, to });
    } else if (token.text === "(") {
      const to = endOf(tokens, at + 1, ({ text, depth }) => text === ")" && depth === token.depth);
      const isOne = /^(?:the|an?|each|every)$/.test(tokens[at - 2]?.word ?? "");
      const list = { from: at + 1, to };
      const isEach = /^(?:each|every)$/.test(tokens[at - 2]?.word ?? "");
      if (tokens[at - 1]?.isPlural || isOne)
        made = define(scene, headBefore(scene, at, start), list, isOne && !isEach ? 3 : 2);
    } else if (having.test(token.word) && token.depth === 0) {
      const to = endOf(tokens, at + 1, ({ text, word }) => sentenceEnd.test(text) || text === ":" || having.test(word));
      // "owners have a name and a phone, and each owner has horses": whose the next list is; "a name and measures: …".
      let last = to;
      if (to < tokens.length && !sentenceEnd.test(tokens[to]!.text))
        while (last > at + 1 && !/^(?:,|and|und)$/.test(tokens[last - 1]!.word)) last -= 1;
      const isAsked = tokens.slice(start, at).some(({ word }) => question.test(word));
      if (!isAsked) made = define(scene, headBefore(scene, at, start), { from: at + 1, to: last });
    }
    if (!made && recording.test(token.word) && occasion.test(tokens[start]!.word) && token.depth === 0) {
      const to = endOf(tokens, at + 1, ({ text }) => sentenceEnd.test(text) || text === ":");
      const head = occasionAt(scene, start, at);
      if (!found.some(({ list }) => list.from > start)) made = define(scene, head, { from: at + 1, to });
    }
    if (made) found.push(made);
  }
  return found;
}

/** Which tags the tokens of lists may have: the name before a list is a table, its items are fields. */
export function tagsDefined({ tokens }: Scene, definitions: readonly Definition[]): (at: number, tag: Tag) => boolean {
  const heads = new Set(definitions.map(({ head }) => head));
  const firsts = new Set(definitions.flatMap(({ items }) => items.map(({ from }) => from)));
  return (at, tag) => {
    if (heads.has(at)) return tag === "table" || tag === "+table";
    if (firsts.has(at)) return tag === "field";
    // "visitors bring a device": a device.
    if (heads.has(at + 1) && determiner.test(tokens[at]!.word)) return tag !== "+table";
    return true;
  };
}

/** What is a field of one table is no table by itself, wherever else it is spoken of: the phone of a member, and "many have old phones". */
export function withItems(scene: Scene, definitions: readonly Definition[], spans: readonly Span[]): Span[] {
  const { tokens } = scene;
  const heads = new Set(definitions.map(({ head }) => tokens[head]!.lemma));
  const items = definitions
    .flatMap((one) => one.items)
    .filter((item) => isField(scene, item) || lastOf(scene, item).isPlural);
  const nameOf = (range: Range) => lemmas(tokens, { role: "field", ...range });
  const isIn = (span: Span) => items.some(({ from, to }) => span.from < to && from < span.to);
  const others = spans.filter((span) => span.role === "table" && !isIn(span));
  // "flavours (name, vegan), each morning: flavour, litres": rows, whatever is called so elsewhere.
  const listed = others.filter(({ to }) => opensList.test(tokens[to]?.word ?? "")).map(nameOf);
  const rows = [...listed, ...others.filter((span) => lastOf(scene, span).isPlural).map(nameOf)];
  const own = new Set(
    items
      .filter((item) => !(isAttribute(lastOf(scene, item).lemma) ? listed : rows).includes(nameOf(item)))
      .map(nameOf),
  );
  return spans.flatMap((span): Span[] => {
    if (span.role !== "table" || !own.has(nameOf(span)) || heads.has(lastOf(scene, span).lemma)) return [span];
    return isIn(span) ? [{ ...span, role: "field" }] : [];
  });
}
