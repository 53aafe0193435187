import "server-only";
import { type Definition, headBefore } from "./definitions";
import type { Scene } from "../tagging/features";
import { lemmas } from "../names/names";
import { sortOfTable } from "./relate";
import type { Span } from "../tagging/tags";

/** A field of a reading, among all names of its message. */
type Found = { scene: Scene; field: Span; spans: readonly Span[]; definitions: readonly Definition[] };
type OwnerRule = { name: string; ownerOf: (found: Found) => Span | undefined };

/** "dogs (name, breed)", "a deal has a value and a stage": the table in whose list a field stands. */
function defined({ field, spans, definitions }: Found): Span | undefined {
  const one = definitions.findLast(({ items }) => items.some(({ from, to }) => field.from < to && from < field.to));
  return one && spans.find(({ role, from, to }) => role === "table" && from <= one.head && one.head < to);
}

/** The "with" whose list a field stands in, where its clause starts, and the tables between: "members sign up *with* name". */
function withBefore({ scene: { tokens, parts }, field, spans }: Found) {
  for (let at = field.from - 1; at > 0 && at > field.from - 30; at--) {
    const { text, word, depth } = tokens[at]!;
    if (/^(?:with|mit)$/.test(word)) {
      const start = tokens.findLastIndex(({ text }, index) => index < at && /^[.!?;:\n]$/.test(text)) + 1;
      return { at, start, tables: spans.filter(({ role, from, to }) => role === "table" && from >= start && to <= at) };
    }
    const isVerb = depth === 0 && /^(?:PresentTense|PastTense|Copula|Modal)$/.test(parts[at]!);
    if (isVerb || /^[.!?;:(\n]$/.test(text)) return null;
  }
  return null;
}

const entering =
  /^(?:sign|signs|signed|register|registers|registered|join|joins|joined|apply|applies|applied|enter|enters)$/;
const particle = /^(?:up|in|for|themselves|themself|online|here)$/;

/** "members sign up with name and email": what somebody gives on entering is of them, and not of the entry. */
function entered(found: Found): Span | undefined {
  const list = withBefore(found);
  if (!list) return undefined;
  const { tokens } = found.scene;
  let verb = list.at - 1;
  while (verb > list.start && particle.test(tokens[verb]!.word)) verb -= 1;
  const somebody = entering.test(tokens[verb]!.word) ? list.tables.findLast(({ to }) => to <= verb) : undefined;
  return somebody && sortOfTable(lemmas(tokens, somebody)) === "person" ? somebody : undefined;
}

const recording = /^(?:recorded|kept|stored|entered|noted|logged|listed|saved|shown|published|registered)$/;
const auxiliary = /^(?:be|is|are|been|being|to|have|has|must|should|can|shall|will|also)$/;

/** "Loans to other museums have to be recorded with borrower and date": of loans. */
function recorded(found: Found): Span | undefined {
  const list = withBefore(found);
  const { tokens } = found.scene;
  if (!list || !recording.test(tokens[list.at - 1]!.word)) return undefined;
  let end = list.at - 1;
  while (end > list.start && auxiliary.test(tokens[end - 1]!.word)) end -= 1;
  const subject = end < list.at - 1 ? headBefore(found.scene, end, list.start) : -1;
  return list.tables.find(({ from, to }) => from <= subject && subject < to);
}

/** "tenants who rent one flat, with deposit and phone": of tenants. */
function described(found: Found): Span | undefined {
  const list = withBefore(found);
  const { tokens } = found.scene;
  if (!list || tokens[list.at - 1]!.text !== ",") return undefined;
  return list.tables.findLast(({ to }) => /^(?:who|that|which)$/.test(tokens[to]?.word ?? ""));
}

/** What tells beyond doubt to which table a field belongs: the first rule that answers goes before what was learned. */
export const ownerRules: readonly OwnerRule[] = [
  { name: "defined", ownerOf: defined },
  { name: "entered", ownerOf: entered },
  { name: "recorded", ownerOf: recorded },
  { name: "described", ownerOf: described },
];

/** The table to which a field belongs by a rule, if by any. */
export function toldOwner(found: Found): Span | undefined {
  for (const { ownerOf } of ownerRules) {
    const owner = ownerOf(found);
    if (owner) return owner;
  }
  return undefined;
}
