import "server-only";
import { isAttribute } from "../../../lexicon/lexicon";
import { knownAs } from "../../../lexicon/known";
import { takenOnline } from "../../../description/plan/weigh";
import type { Scene } from "../tagging/features";
import type { Span } from "../tagging/tags";

const collection =
  /^(?:directory|register|registry|catalog|catalogue|database|archive|collection|library|gallery|list|overview|log)$/;
const determiner = /^(?:the|an?|all|every|our|my|your|its|their|local|old|new|used|small|different|various)$/;
const noun = /^(?:Noun|Plural|ProperNoun)$/;
const describing = /^(?:Adjective|Noun|ProperNoun|Gerund|Participle|PastTense)$/;

/** "a directory of local craftspeople": what is collected, where nothing was made of it. */
function addCollected({ tokens, parts }: Scene, spans: readonly Span[]): Span[] {
  const isTaken = (from: number, to: number) => spans.some((span) => span.from < to && from < span.to);
  const added: Span[] = [];
  for (const [at, { word }] of tokens.entries()) {
    if (!collection.test(word) || tokens[at + 1]?.word !== "of") continue;
    let from = at + 2;
    while (determiner.test(tokens[from]?.word ?? "")) from += 1;
    let last = from;
    while (last < tokens.length && !tokens[last]!.isPlural && describing.test(parts[last]!) && last < from + 2)
      last += 1;
    const isRows =
      last < tokens.length &&
      tokens[last]!.isPlural &&
      noun.test(parts[last]!) &&
      !isAttribute(tokens[last]!.lemma) &&
      !/^(?:thing|item|object)$/.test(tokens[last]!.lemma);
    if (isRows && !isTaken(from, last + 1)) added.push({ role: "table", from, to: last + 1 });
  }
  return added.length > 0 ? [...spans, ...added].toSorted((left, right) => left.from - right.from) : [...spans];
}

const wished = /^(?:i|we|they|people|you)$/;

/** "what i want to read next": a wish, of which no piece is a field. */
function isOfWish({ tokens }: Scene, { role, from, to }: Span): boolean {
  if (role !== "field") return false;
  const isCut = /^(?:i|we|they|you)$/.test(tokens[to - 1]!.word) && to - from < 3;
  const start = tokens.findLastIndex(({ text }, at) => at < from && /^[,;:.!?\n]$/.test(text)) + 1;
  const wish = tokens.findIndex(
    ({ word }, at) =>
      at >= start &&
      at + 2 <= from &&
      /^(?:want|wants|plan|plans|would)$/.test(word) &&
      wished.test(tokens[at - 1]?.word ?? ""),
  );
  return (
    isCut ||
    (wish >= 0 && /^(?:to|like)$/.test(tokens[wish + 1]!.word) && /^(?:what|which)$/.test(tokens[wish - 2]?.word ?? ""))
  );
}

const preposition = /^(?:from|to|until|till|since|on|at|by|in|of|for|with)$/;

/** "score of each member *from* 1-10", "ratings *from* my family": a preposition is a field only where nothing hangs on it ("from, until"). */
const isOnlyPreposition = ({ tokens }: Scene, { role, from, to }: Span): boolean =>
  role === "field" &&
  to - from === 1 &&
  preposition.test(tokens[from]!.word) &&
  tokens[to]?.isWord === true &&
  !/^(?:and|or|until|till|to|und|bis)$/.test(tokens[to].word);

/** "with a class schedule, prices and online booking": what is done online leaves rows, and is no field of a class. */
function deedOf({ tokens }: Scene, span: Span, hasTables: boolean): Span {
  const isDone =
    span.role === "field" &&
    hasTables &&
    span.to - span.from === 2 &&
    tokens[span.from]!.depth === 0 &&
    takenOnline.test(`${tokens[span.from]!.word} ${tokens[span.to - 1]!.word}`);
  return isDone ? { role: "table", from: span.to - 1, to: span.to } : span;
}

const after = /^(?:due|overdue)$/;
/** "visits with fee, vaccinations due": known rows with what is asked of them. */
function rowsOf({ tokens }: Scene, span: Span): Span {
  const rows = tokens[span.to - 2];
  const isRows =
    span.role === "field" &&
    span.to - span.from === 2 &&
    after.test(tokens[span.to - 1]!.word) &&
    tokens[span.from]!.depth === 0 &&
    rows?.isPlural === true &&
    knownAs(rows.word) !== null &&
    !isAttribute(rows.lemma);
  return isRows ? { role: "table", from: span.from, to: span.to - 1 } : span;
}

/** What was tagged, mended where the words leave no doubt. */
export function mendPlainCases(scene: Scene, spans: readonly Span[]): Span[] {
  const hasTables = spans.some(({ role }) => role === "table");
  return addCollected(
    scene,
    spans
      .filter((span) => !isOnlyPreposition(scene, span) && !isOfWish(scene, span))
      .map((span) => rowsOf(scene, deedOf(scene, span, hasTables))),
  );
}
