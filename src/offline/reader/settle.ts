import "server-only";
import { deedAt, isVerbal } from "./deeds";
import type { Scene } from "./features";
import { lemmas, namingKey } from "./names";
import type { Span } from "./tags";
import type { Token } from "./tokens";

/** What was tagged, without what cannot be a name. */
export const settle = (scene: Scene, tagged: readonly Span[], names: ReadonlyMap<string, string>): Span[] =>
  fieldsOfChoices(
    mentionsInLists(
      scene.tokens,
      deedsBetween(
        scene,
        countsIn(scene.tokens, tagged).flatMap((span) => trimmed(scene, span, names)),
      ),
    ),
  );

/** "a maximum number of participants" is a field, whatever participants are. */
function countsIn(tokens: readonly Token[], tagged: readonly Span[]): Span[] {
  return tagged.map((span) => {
    const from = span.from - 2;
    const isCount =
      /^(?:number|amount|count|anzahl)$/.test(tokens[from]?.word ?? "") && tokens[from + 1]!.word === "of";
    const isFree = !tagged.some((other) => other !== span && other.from < span.to && from < other.to);
    return isCount && isFree && span.role === "table" ? { role: "field", from, to: span.to } : span;
  });
}

const helping = /^(?:can|could|may|should|will|must|to|also|then|who|online)$/;
const ofOne = /^(?:an?|the|their|for|our|one|any)$/;

/** "members book classes": a verb between two tables that leaves a record makes a third. */
function deedsBetween(scene: Scene, spans: readonly Span[]): Span[] {
  const { tokens } = scene;
  const added: Span[] = [];
  for (const [at, left] of spans.entries()) {
    const right = spans[at + 1];
    if (left.role !== "table" || right?.role !== "table") continue;
    let from = left.to;
    while (from < right.from && helping.test(tokens[from]!.word)) from += 1;
    let to = right.from;
    while (to > from && ofOne.test(tokens[to - 1]!.word)) to -= 1;
    const verb: Span = { role: "table", from, to };
    if (to > from && to - from < 4 && tokens.slice(from, to).every(({ isWord }) => isWord) && deedAt(scene, verb))
      added.push(verb);
  }
  return [...spans, ...added].sort((left, right) => left.from - right.from);
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

/** A field that is called as a table is points to it: "loans (book, date)" beside "books with title". */
function mentionsInLists(tokens: readonly Token[], spans: readonly Span[]): Span[] {
  const tables = new Set(spans.filter(({ role }) => role === "table").map((span) => lemmas(tokens, span)));
  return spans.map((span) =>
    span.role === "field" && tables.has(lemmas(tokens, span)) ? { ...span, role: "table" } : span,
  );
}

const edge =
  /^(?:the|an?|my|our|your|their|his|her|its|each|every|all|other|another|some|any|one|ones|then|and|or|of|for|with|to|which|that|this|these|those|both|several|many|few|two|three|four|five|der|die|das|den|dem|ein|eine|einen|unsere?|meine?|jede[rs]?|alle)$/;
const noTable =
  /^(?:see|belong|have|has|get|gets|need|needs|want|must|can|know|thing|back|out|way|list|track|keep|use|make|today|now|app|page|system|tool|website|overview)$/;

/** A name without what cannot belong to it: "our members", "the trainer signs"; none where nothing is left. */
function trimmed(scene: Scene, span: Span, names: ReadonlyMap<string, string>): Span[] {
  const { tokens } = scene;
  let { from, to } = span;
  if (span.role === "option" || span.role === "choice") return [span];
  while (
    from < to &&
    edge.test(tokens[from]!.word) &&
    !(span.role === "field" && to - from > 1 && /^(?:of|to|with|for)$/.test(tokens[from]!.word))
  )
    from += 1;
  if (span.role === "field") return from < to ? [{ ...span, from }] : [];
  while (to > from && edge.test(tokens[to - 1]!.word)) to -= 1;
  if (from === to) return [];
  const name: Span = { ...span, from, to };
  if (names.has(namingKey(scene, name))) return [name];
  // "the trainer signs": who does it, and what is done where it leaves a record.
  for (let at = from + 1; at < to; at++) {
    const verb: Span = { ...span, from: at, to };
    if (/noun|plural/i.test(scene.parts[at - 1]!) && isVerbal(scene, verb))
      return [{ ...span, from, to: at }, ...(deedAt(scene, verb) ? [verb] : [])];
  }
  return to - from === 1 && noTable.test(tokens[from]!.word) ? [] : [name];
}
