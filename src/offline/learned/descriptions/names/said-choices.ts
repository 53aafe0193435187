import "server-only";
import { askedOptions, typeOf } from "../../../words/load";
import { isAttribute } from "../../../lexicon/lexicon";
import type { Scene } from "../tagging/features";
import type { Span } from "../tagging/tags";
import type { Token } from "../../../lexicon/message-tokens";

type Range = { from: number; to: number };

const separator = /^[,;:()[\].!?\n|–—]$/;
/** Before what a field is called: "members with *level* A/B/C". */
const opener =
  /^(?:with|w|has|have|and|plus|in|the|a|an|its|their|his|her|by|of|for|on|at|is|are|mit|und|hat|haben|der|die|das)$/;
/** What stands beside a slash without being a choice: "from/to", "and/or", "24/7". */
const noChoice = /^(?:from|to|and|or|he|she|his|her|n|a|w|per|in|out|\d+|von|bis|und|oder)$/;
const listEnd = /^(?:and|or|und|oder)$/;

/** What a choice is named by, for which no options are usual. */
const choiceNoun =
  /^(?:material|quality|purpose|reason|size|colou?r|kind|grade|level|class|shape|flavou?r|method|mode|belts?|zone|format|position|side|art|grund|zweck|qualität|größe|farbe)$/;
/** Whether a text names a field rather than a state of one: "date", and not "paid". */
export const namesField = (text: string) => isAttribute(text) && typeOf(text).type !== "boolean";
export const asksForOptions = (noun: string) =>
  choiceNoun.test(noun) || askedOptions(noun) !== null || typeOf(noun).type === "option";

/** Cuts a range at the tokens that a test finds. */
function split(tokens: readonly Token[], { from, to }: Range, isCut: (token: Token) => boolean): Range[] {
  const parts: Range[] = [];
  let start = from;
  for (let at = from; at <= to; at++)
    if (at === to || isCut(tokens[at]!)) {
      if (at > start) parts.push({ from: start, to: at });
      start = at + 1;
    }
  return parts;
}

const size = ({ from, to }: Range) => to - from;
const overlaps = (one: Range, other: Range) => one.from < other.to && other.from < one.to;

/** A field and its options in place of whatever was tagged there. */
function place(spans: readonly Span[], field: Range, options: readonly Range[]): Span[] {
  const whole = { from: field.from, to: Math.max(field.to, options.at(-1)!.to) };
  return [
    ...spans.filter((span) => !overlaps(span, whole)),
    { role: "field", from: field.from, to: field.to },
    ...options.map(({ from, to }): Span => ({ role: "option", from, to })),
  ];
}

/** "launch type winch/aerotow", "result white wins/black wins/draw": the name ends with what fields are called. */
function slashed({ tokens }: Scene, segment: Range, spans: readonly Span[]): Span[] {
  const parts = split(tokens, segment, ({ text }) => text === "/");
  const [first, ...others] = parts;
  if (!first || others.length === 0) return [...spans];
  if (parts.some(({ from, to }) => noChoice.test(tokens[to - 1]!.word) || noChoice.test(tokens[from]!.word)))
    return [...spans];
  let start = first.to - 1;
  const isTable = (at: number) => spans.some(({ role, from, to }) => role === "table" && at >= from && at < to);
  while (start > first.from && !opener.test(tokens[start - 1]!.word) && !isTable(start - 1)) start -= 1;
  let end = first.to - 1;
  while (end > start && !isAttribute(tokens[end - 1]!.word) && !asksForOptions(tokens[end - 1]!.word)) end -= 1;
  if (end === start) return [...spans];
  const longest = Math.max(...others.map(size));
  if (!asksForOptions(tokens[end - 1]!.word)) end = Math.max(end, first.to - longest);
  const most = Math.max(first.to - end, ...others.slice(0, -1).map(size));
  const options = [
    { from: end, to: first.to },
    ...others.map(({ from, to }, at) => {
      if (at < others.length - 1) return { from, to };
      const stop = tokens.findIndex((token, index) => index > from && index < to && opener.test(token.word));
      return { from, to: Math.min(to, stop < 0 ? to : stop, from + most + 1) };
    }),
  ];
  if (options.some((option) => size(option) > 3)) return [...spans];
  const isRead = options.every(({ from, to }) =>
    spans.some((span) => span.role === "option" && span.from === from && span.to === to),
  );
  return isRead ? [...spans] : place(spans, { from: start, to: end }, options);
}

/** "status submitted approved paid": at least three words behind what asks for options, two where they are letters or states. */
function unsigned({ tokens, parts, sorts }: Scene, segment: Range, spans: readonly Span[]): Span[] {
  for (let at = segment.from; at < segment.to - 2; at++) {
    const { word, isPlural } = tokens[at]!;
    const isOfStates = /^(?:statuses|states|stages)$/.test(word);
    if (!isOfStates && (!asksForOptions(word) || (isPlural && !choiceNoun.test(word)))) continue;
    const rest = split(tokens, { from: at + 1, to: segment.to }, ({ word }) => listEnd.test(word)).flatMap(
      ({ from, to }) => Array.from({ length: to - from }, (_, index) => ({ from: from + index, to: from + index + 1 })),
    );
    const isPlain = rest.every(
      ({ from }) =>
        /^\p{L}/u.test(tokens[from]!.text) &&
        (tokens[from]!.text.length === 1 || !sorts[from]!.startsWith("=")) &&
        parts[from] !== "Preposition" &&
        // "status report date": fields, and no options.
        !namesField(tokens[from]!.word),
    );
    const isState = rest.every(
      ({ from }) => /^(?:Adjective|Participle|PastTense)$/.test(parts[from]!) || tokens[from]!.text.length === 1,
    );
    const isAnd = tokens.slice(at + 1, segment.to).some(({ word }) => /^(?:and|und)$/.test(word));
    if (!isPlain || isAnd || rest.length < (isState ? 2 : 3) || rest.length > 9) continue;
    let start = at;
    while (start > segment.from && !opener.test(tokens[start - 1]!.word) && !tokens[start - 1]!.isPlural) start -= 1;
    return place(spans, { from: start, to: at + 1 }, rest);
  }
  return [...spans];
}

/** Items of a list, each with no more than three words; none where one is longer. */
function itemsIn(tokens: readonly Token[], range: Range): Range[] {
  const items = split(tokens, range, ({ text, word }) => /^[,/|;]$/.test(text) || listEnd.test(word));
  return items.length > 1 && items.every((item) => size(item) < 4) ? items : [];
}

/** Whether items are options of a field: some were read so or its name asks for them, and most are no fields themselves. */
function areOptions({ tokens }: Scene, items: readonly Range[], noun: string, spans: readonly Span[]): boolean {
  const text = ({ from, to }: Range) =>
    tokens
      .slice(from, to)
      .map(({ word }) => word)
      .join(" ");
  const read = items.filter((item) => spans.some((span) => span.role === "option" && overlaps(span, item))).length;
  return (read > 0 || asksForOptions(noun)) && items.filter((item) => namesField(text(item))).length * 2 < items.length;
}

/** "reason for leaving (pay, manager, other)", "stage please: target, pitched, passed". */
function listed(scene: Scene, segment: Range, spans: readonly Span[]): Span[] {
  const { tokens } = scene;
  const open = tokens[segment.to]?.text;
  if (open !== "(" && open !== ":") return [...spans];
  const last = open === "(" ? /^\)$/ : /^[;.!?\n()]$/;
  let end = segment.to + 1;
  while (end < tokens.length && !last.test(tokens[end]!.text)) end += 1;
  const items = itemsIn(tokens, { from: segment.to + 1, to: end });
  const marks = new Set(tokens.slice(segment.to + 1, end).map(({ text }) => text));
  // "firings (bisque/glaze, cone, start)": fields, one of which has choices.
  const isOfFields = open === "(" && marks.has("/") && marks.has(",");
  if (items.length < 2 || isOfFields) return [...spans];
  const field = spans.find(
    (span) =>
      span.role === "field" &&
      span.from >= segment.from &&
      (span.to === segment.to || (span.to === segment.to - 1 && tokens[span.to]!.word === "please")),
  );
  const noun = tokens.findIndex(
    (token, at) =>
      at >= segment.from &&
      at < segment.to - 1 &&
      asksForOptions(token.word) &&
      /^(?:for|of|why)$/.test(tokens[at + 1]!.word),
  );
  const name = noun >= 0 ? { from: noun, to: segment.to } : field;
  if (!name) return [...spans];
  const word = tokens[noun >= 0 ? noun : name.to - 1]!.word;
  if (open === ":" && !asksForOptions(word)) return [...spans];
  return areOptions(scene, items, word, spans) ? place(spans, name, items) : [...spans];
}

/** Between what a choice is called and its options: "the status *goes* ordered > arrived", "*between* new, waiting and solved". */
const leading = /^(?:goes|go|moves|runs|between|is|are|can|be|either|from|one|being)$/;
/** What divides options that are told in a row. */
const divider = /^(?:,|>|→|-|\/)$/;

/** "status between new, in progress, waiting and solved": until the item behind "and" or "or", at least three. */
function told(scene: Scene, at: number, spans: readonly Span[]): Span[] {
  const { tokens, sorts } = scene;
  let from = at + 1;
  while (leading.test(tokens[from]?.word ?? "")) from += 1;
  if (from === at + 1 || !asksForOptions(tokens[at]!.word) || tokens[at]!.isPlural) return [...spans];
  const options: Range[] = [];
  let start = from;
  let isLast = false;
  for (let index = from; index <= tokens.length; index++) {
    const token = tokens[index];
    const isJoin = token !== undefined && listEnd.test(token.word);
    const isEnd = token === undefined || /^[.;:!?()\n]$/.test(token.text);
    if (!isEnd && !isJoin && !divider.test(token.text)) continue;
    if (index > start) options.push({ from: start, to: index });
    start = index + 1;
    if (isEnd || isLast) break;
    isLast = isJoin;
  }
  const textOf = (option: Range) =>
    tokens
      .slice(option.from, option.to)
      .map(({ word }) => word)
      .join(" ");
  const isPlain = options.every(
    (option) =>
      size(option) < 4 &&
      /^\p{L}/u.test(tokens[option.from]!.text) &&
      !sorts[option.to - 1]!.startsWith("=") &&
      !/^=(?:wh|how)/.test(sorts[option.from]!) &&
      !namesField(textOf(option)),
  );
  return options.length > 2 && isPlain ? place(spans, { from: at, to: at + 1 }, options) : [...spans];
}

/** Makes options of all that is listed as such, where the tagger saw only some of them. */
export function choicesSaid(scene: Scene, tagged: readonly Span[]): Span[] {
  const { tokens } = scene;
  const segments = split(tokens, { from: 0, to: tokens.length }, ({ text }) => separator.test(text));
  let spans = [...tagged];
  for (const segment of segments) {
    spans = slashed(scene, segment, spans);
    if (!tokens.slice(segment.from, segment.to).some(({ text }) => text === "/"))
      spans = unsigned(scene, segment, spans);
    spans = listed(scene, segment, spans);
  }
  for (const at of tokens.keys()) spans = told(scene, at, spans);
  return spans.sort((left, right) => left.from - right.from || right.to - left.to);
}
