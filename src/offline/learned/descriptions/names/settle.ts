import "server-only";
import { addArranged } from "./arranged";
import { deedAt, isVerbal, isWritingOf } from "./deeds";
import type { Scene } from "../tagging/features";
import { lemmas, namingKey } from "./names";
import { knownAs } from "../../../lexicon/known";
import { isPlainVerb, isRecordVerb } from "../../../lexicon/lexicon";
import { choicesSaid } from "./said-choices";
import { people } from "../../../lexicon/nouns";
import { mendPlainCases } from "./plain-cases";
import { endRuns } from "./runs";
import { statesSaid } from "./states";
import type { Span } from "../tagging/tags";
import type { Token } from "../../../lexicon/message-tokens";

/** What was tagged, without what cannot be a name. */
export function settle(scene: Scene, tagged: readonly Span[], names: ReadonlyMap<string, string>): Span[] {
  const read = mendPlainCases(scene, endRuns(scene, statesSaid(scene, choicesSaid(scene, tagged))));
  const settled = compoundsIn(scene, read)
    .flatMap((span) => trimmed(scene, span, names))
    .filter((span, at, all) => !isOnlyDone(scene, span, names) && !isOnlyWriting(scene, span, all[at + 1]));
  return fieldsOfChoices(choicesGoOn(scene.tokens, mentionsInLists(scene.tokens, addArranged(scene, settled))));
}

/** "result white wins, black wins or draw": more options of the field before, and no choice of its own. */
const choicesGoOn = (tokens: readonly Token[], spans: readonly Span[]): Span[] =>
  spans.map((span, at) => {
    const before = spans[at - 1];
    const goesOn = before?.role === "option" && before.to === span.from - 1 && tokens[before.to]!.text === ",";
    return span.role === "choice" && goesOn && spans[at - 2]?.role === "field" ? { ...span, role: "option" } : span;
  });

const doer = /^(?:who|they|we|i|you|he|she|it|people|users|everyone|someone|can|must|should|will|to|could|may)$/;
const doneTo = /^(?:it|them|him|her|the|their|his|an?|each)$/;
/** "volunteers who lead", "he closes them": a verb of which nothing is kept. */
function isOnlyDone(scene: Scene, span: Span, names: ReadonlyMap<string, string>): boolean {
  const { tokens } = scene;
  if (span.role !== "table" || !isVerbal(scene, span) || deedAt(scene, span)) return false;
  // "after each visit the carer writes": a noun.
  if (/^(?:each|every|an?|this|that|last|next|per)$/.test(tokens[span.from - 1]?.word ?? "")) return false;
  // "who visits when": visits.
  if (tokens[span.from]!.isPlural && knownAs(tokens[span.from]!.word)) return false;
  if (names.has(namingKey(scene, span)) || names.has(namingKey(scene, span).split(" ")[0]!)) return false;
  const isSomewhere =
    told.test(scene.parts[span.from]!) &&
    span.to - span.from === 1 &&
    /^(?:on|in|at)$/.test(tokens[span.to]?.word ?? "");
  return isSomewhere || doer.test(tokens[span.from - 1]?.word ?? "") || doneTo.test(tokens[span.to]?.word ?? "");
}

const isOnlyWriting = (scene: Scene, span: Span, next: Span | undefined): boolean =>
  span.role === "table" && next?.role === "table" && isWritingOf(scene, span, next);

/** "Vacation requests": a noun in the singular right before rows is no rows of its own. */
function compoundsIn({ tokens, sorts, parts }: Scene, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    const at = span.from - 1;
    const isNoun = before?.to === span.from && !tokens[at]!.isPlural && parts[at] === "Noun" && !/P/.test(sorts[at]!);
    if (isNoun && before.role === "table" && span.role === "table" && tokens[span.to - 1]!.isPlural)
      joined.splice(-1, 1, { ...before, to: span.to });
    else joined.push(span);
  }
  return joined;
}

/** A choice is an option, and with the options behind it the name of its field. */
export function fieldsOfChoices(spans: readonly Span[]): Span[] {
  return spans.flatMap((span, at): Span[] => {
    if (span.role !== "choice") return [span];
    let end = at;
    while (spans[end + 1]?.role === "option") end += 1;
    return [
      { role: "field", from: span.from, to: spans[end]!.to },
      { ...span, role: "option" },
    ];
  });
}

/** A field that is called as a table is points to it: "loans (book, date)" beside "books with title". In the table's own list it is a field: "scores: archer, date, score". */
function mentionsInLists(tokens: readonly Token[], spans: readonly Span[]): Span[] {
  const tables = new Set(spans.filter(({ role }) => role === "table").map((span) => lemmas(tokens, span)));
  let last = "";
  return spans.map((span) => {
    const name = lemmas(tokens, span);
    if (span.role === "table") last = name;
    return span.role === "field" && tables.has(name) && name !== last ? { ...span, role: "table" } : span;
  });
}

const edge =
  /^(?:the|an?|my|our|your|their|his|her|its|each|every|all|other|another|some|any|one|ones|then|and|or|of|for|with|to|which|that|this|these|those|both|several|many|few|two|three|four|five|der|die|das|den|dem|ein|eine|einen|unsere?|meine?|jede[rs]?|alle)$/;
const noTable =
  /^(?:before|after|see|belong|have|has|gets?|needs?|wants?|must|can|knows?|thing|back|out|way|list|track|keep|use|make|today|now|app|page|system|tool|website|overview)$/;

/** The last word before a token, over commas and slashes. */
function wordBefore(tokens: readonly Token[], at: number): string {
  let before = at - 1;
  while (before >= 0 && /^[,/–-]$/.test(tokens[before]!.text)) before -= 1;
  return tokens[before]?.word ?? "";
}

/** "parcels handed out", "quotes for chairs": what follows rows tells what is done with them, and is no part of their name. */
function endOfRows({ tokens, parts }: Scene, from: number, to: number): number {
  for (let at = from + 1; at < to; at++)
    if (tokens[at - 1]!.isPlural && !/^(?:Noun|Plural|ProperNoun|Value)$/.test(parts[at]!) && !tokens[at]!.isPlural)
      return at;
  return to;
}

/** Before the name of rows, and no part of it: "both our cars", "after each visit". */
const led =
  /^(?:i|we|you|he|she|they|it|us|me|so|where|when|while|both|after|before|from|in|on|at|by|about|into|only|also|always|again|our|my|the)$/;
const verb = /^(?:Infinitive|PresentTense|PastTense|Verb)$/;
const told = /^PresentTense$/;

/** "compare houses", "the boss wants": houses, the boss. A verb that names rows ("requests") is one. */
function withoutVerbs({ tokens, parts, sorts }: Scene, from: number, to: number): { from: number; to: number } {
  const isVerb = (at: number, part: RegExp) =>
    part.test(parts[at]!) && !/[TAP]/.test(sorts[at]!) && !sorts[at]!.startsWith("=");
  if (
    to - from < 2 ||
    knownAs(
      tokens
        .slice(from, to)
        .map(({ word }) => word)
        .join(" "),
    )
  )
    return { from, to };
  if (isVerb(from, verb) && tokens[from + 1]!.isPlural && /I/.test(sorts[from]!)) return { from: from + 1, to };
  const isTold =
    isVerb(to - 1, told) &&
    tokens[to - 1]!.isPlural &&
    !/I/.test(sorts[to - 1]!) &&
    !tokens[to - 2]!.isPlural &&
    /^(?:Noun|ProperNoun)$/.test(parts[to - 2]!);
  return isTold ? { from, to: to - 1 } : { from, to };
}

const functions = /^(?:functions?|functionalit(?:y|ies)|features?|capabilit(?:y|ies))$/;

/** "functionalities for publishing lots and reviewing tours": the rows, and what is done with them where it leaves a record. */
function doneWith(scene: Scene, { from, to }: Span): Span[] | null {
  const { tokens } = scene;
  const start = tokens.findLastIndex(({ text }, at) => at < from && /^[.!?\n]$/.test(text)) + 1;
  const isFunction = tokens.slice(start, from).some(({ word }) => functions.test(word));
  const { word } = tokens[from]!;
  const isListed = /^(?:for|of|to|and|or|like|including|,|:)$/.test(tokens[from - 1]?.word ?? "");
  if (!isFunction || !isListed || to - from < 2 || !word.endsWith("ing") || !(isPlainVerb(word) || isRecordVerb(word)))
    return null;
  let first = from + 1;
  while (first < to && edge.test(tokens[first]!.word)) first += 1;
  const deed: Span = { role: "table", from, to: from + 1 };
  return [...(deedAt(scene, deed) ? [deed] : []), ...(first < to ? [{ role: "table" as const, from: first, to }] : [])];
}

const article = /^(?:an?|the|their|his|her|each|every|all)$/;

/** Where the object begins of a verb that leaves nothing but it: "extend a *loan*", "log every *flight*". */
function objectFrom(scene: Scene, { from, to, role }: Span): number {
  const at = scene.tokens.findLastIndex(({ word }, at) => at > from && at < to - 1 && article.test(word));
  if (at < 0 || !verb.test(scene.parts[from]!)) return from;
  const done: Span = { role, from, to: from + 1 };
  const isKept = isWritingOf(scene, done, { role, from: at + 1, to });
  return isKept || deedAt(scene, done) === null ? at + 1 : from;
}

/** "book a *place* and *say* what they eat": what booking is, and what somebody does. */
function isNoField(tokens: readonly Token[], from: number, to: number): boolean {
  const { word } = tokens[from]!;
  // "max 12 people": a limit, which is read elsewhere.
  if (/^max(?:imum)?$/.test(word) && /^\d/.test(tokens[from + 1]?.word ?? "")) return true;
  if (to - from > 1) return false;
  const isBooked =
    /^(?:place|spot|seat|slot)$/.test(word) && /^(?:book|reserve|get|take)s?$/.test(wordBefore(tokens, from - 1));
  return isBooked || (/^(?:say|tell|says|tells)$/.test(word) && /^(?:and|they|,)$/.test(tokens[from - 1]?.word ?? ""));
}

/** A name without what cannot belong to it: "our members", "the trainer signs"; none where nothing is left. */
function trimmed(scene: Scene, span: Span, names: ReadonlyMap<string, string>): Span[] {
  const { tokens } = scene;
  let { from, to } = span;
  if (span.role === "option" || span.role === "choice") return [span];
  // "No comments": refused.
  const isRefused = /^(?:no|without|not)$/.test(tokens[from - 1]?.word ?? "");
  if (from === to || (isRefused && !/^(?:yes|or)$/.test(tokens[from - 2]?.word ?? ""))) return [];
  while (
    from < to &&
    edge.test(tokens[from]!.word) &&
    !(span.role === "field" && to - from > 1 && /^(?:of|to|with|for)$/.test(tokens[from]!.word))
  )
    from += 1;
  // "from, to": the day until which it goes on.
  const isUntil = span.role === "field" && from === to && tokens[span.from]!.word === "to";
  if (isUntil && /^(?:from|start)$/.test(wordBefore(tokens, span.from))) return [span];
  if (span.role === "field") return from < to && !isNoField(tokens, from, to) ? [{ ...span, from }] : [];
  while (to > from && edge.test(tokens[to - 1]!.word)) to -= 1;
  ({ from, to } = withoutVerbs(scene, from, to));
  while (from < to && led.test(tokens[from]!.word)) from += 1;
  from = objectFrom(scene, { ...span, from, to });
  // "a site where people book": whoever uses it.
  const isAnybody =
    to - from === 1 && /^(?:where|when)$/.test(tokens[from - 1]?.word ?? "") && people.test(tokens[from]!.word);
  if (from === to || isAnybody) return [];
  if (names.has(namingKey(scene, { ...span, from, to }))) return [{ ...span, from, to }];
  to = endOfRows(scene, from, to);
  const name: Span = { ...span, from, to };
  const done = doneWith(scene, name);
  if (done) return done;
  // "the trainer signs": who does it, and what is done where it leaves a record.
  for (let at = from + 1; at < to; at++) {
    const verb: Span = { ...span, from: at, to };
    const isSomebody = /P/.test(scene.sorts[at - 1]!) || people.test(tokens[at - 1]!.word);
    if (isSomebody && /noun|plural/i.test(scene.parts[at - 1]!) && isVerbal(scene, verb))
      return [{ ...span, from, to: at }, ...(deedAt(scene, verb) ? [verb] : [])];
  }
  return to - from === 1 && noTable.test(tokens[from]!.word) ? [] : [name];
}
