import "server-only";
import { deedAt } from "../names/deeds";
import type { Scene } from "../tagging/features";
import type { Span } from "../tagging/tags";

/**
 * How a table's name stands in its clause: it opens the clause or its fields ("head"), hangs on the table before it by
 * a preposition ("checks of *traps*": "of"), is what a deed is done to ("rate *routes*": "object"), is asked for
 * ("which *patient*": "which"), or is one of the things in a list of fields ("pilot, *drone*, location": "item").
 */
export type Standing = "head" | "of" | "object" | "which" | "item";

const preposition =
  /^(?:of|from|at|by|on|in|into|onto|for|per|to|about|against|between|through|under|vom|von|bei|beim|im|am|pro|für|zu|zum|zur|an|in|auf)$/;
const determiner =
  /^(?:the|an?|each|every|any|this|that|these|those|its|their|his|her|my|our|one|two|three|all|several|der|die|das|dem|den|des|ein|eine|einem|einen|einer|jede[mnrs]?|ihre?|seine?|unsere?)$/;
const mark = /^[,;:()[\].!?\n|–—-]$/;

/** The table that a name hangs on by a preposition or as the object of a deed, if it does. */
function headBefore(scene: Scene, { from }: Span, spans: readonly Span[]): { head: Span; as: "of" | "object" } | null {
  const { tokens } = scene;
  let at = from - 1;
  while (at >= 0 && determiner.test(tokens[at]!.word)) at -= 1;
  const table = (to: number) => spans.find((span) => span.role === "table" && span.to === to);
  const direct = table(at + 1);
  if (direct && deedAt(scene, direct)) return { head: direct, as: "object" };
  if (!preposition.test(tokens[at]?.word ?? "")) return null;
  // "insights taken from interviews", "devices mounted in a rack": what is between is no name of its own.
  for (let end = at; end > 0 && end > at - 4; end--) {
    if (mark.test(tokens[end - 1]!.text)) return null;
    const head = table(end);
    if (head) return { head, as: "of" };
  }
  return null;
}

const found = new WeakMap<readonly Span[], Map<Span, { standing: Standing; head?: Span }>>();
/** How each table's name among the spans of a message stands. */
export function standingsOf(scene: Scene, spans: readonly Span[]): Map<Span, { standing: Standing; head?: Span }> {
  const known = found.get(spans);
  if (known) return known;
  const { tokens } = scene;
  const standings = new Map<Span, { standing: Standing; head?: Span }>();
  for (const span of spans) {
    if (span.role !== "table") continue;
    const on = headBefore(scene, span, spans);
    const before = tokens[span.from - 1];
    const after = tokens[span.to];
    if (on) standings.set(span, { standing: on.as, head: on.head });
    else if (/^(?:which|whose|welche[mnrs]?)$/.test(before?.word ?? "")) standings.set(span, { standing: "which" });
    else if (
      !tokens[span.to - 1]!.isPlural &&
      /^[,:(;]$/.test(before?.text ?? "") &&
      (after === undefined || /^(?:[,;).]|and|und)$/.test(after.word))
    )
      standings.set(span, { standing: "item" });
    else standings.set(span, { standing: "head" });
  }
  found.set(spans, standings);
  return standings;
}
