import "server-only";
import { headBefore } from "./definitions";
import { sortOfTable } from "./relate";
import type { Scene } from "./features";
import { lemmas } from "./names";
import type { Span } from "./tags";

/** By which somebody enters themselves: what they give then is of them, and not of the entry. */
const entering =
  /^(?:sign|signs|signed|register|registers|registered|join|joins|joined|apply|applies|applied|enter|enters)$/;
const particle = /^(?:up|in|for|themselves|themself|online|here)$/;

/** The "with" whose list a field stands in, within its sentence. */
function withBefore({ tokens, parts }: Scene, field: Span): number {
  for (let at = field.from - 1; at >= 0 && at > field.from - 30; at--) {
    const { text, word, depth } = tokens[at]!;
    if (/^(?:with|mit)$/.test(word)) return at;
    if (/^[.!?;:(\n]$/.test(text) || (depth === 0 && /^(?:PresentTense|PastTense|Copula|Modal)$/.test(parts[at]!)))
      return -1;
  }
  return -1;
}

/** "Loans to other museums have to be recorded with borrower and date": the last word of what is recorded; -1 for all else. */
function recordedBefore(scene: Scene, at: number, start: number): number {
  const { tokens } = scene;
  if (
    !/^(?:recorded|kept|stored|entered|noted|logged|listed|saved|shown|published|registered)$/.test(
      tokens[at - 1]!.word,
    )
  )
    return -1;
  let end = at - 1;
  while (
    end > start &&
    /^(?:be|is|are|been|being|to|have|has|must|should|can|shall|will|also)$/.test(tokens[end - 1]!.word)
  )
    end -= 1;
  return end < at - 1 ? headBefore(scene, end, start) : -1;
}

/** "members sign up with name and email", "tenants who rent one flat, with deposit and phone": of members, of tenants. */
export function givenBy(scene: Scene, field: Span, spans: readonly Span[]): Span | undefined {
  const { tokens } = scene;
  const at = withBefore(scene, field);
  if (at < 1) return undefined;
  let start = at;
  while (start > 0 && !/^[.!?;:\n]$/.test(tokens[start - 1]!.text)) start -= 1;
  const tables = spans.filter(({ role, from, to }) => role === "table" && from >= start && to <= at);
  let verb = at - 1;
  while (verb > start && particle.test(tokens[verb]!.word)) verb -= 1;
  if (entering.test(tokens[verb]!.word)) {
    const somebody = tables.findLast(({ to }) => to <= verb);
    return somebody && sortOfTable(lemmas(tokens, somebody)) === "person" ? somebody : undefined;
  }
  const subject = recordedBefore(scene, at, start);
  if (subject >= 0) return tables.find(({ from, to }) => from <= subject && subject < to);
  if (tokens[at - 1]!.text !== ",") return undefined;
  return tables.findLast(({ to }) => /^(?:who|that|which)$/.test(tokens[to]?.word ?? ""));
}
