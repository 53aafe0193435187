import "server-only";
import type { Scene } from "../tagging/features";
import type { Span } from "../tagging/tags";

/** Where something is for a while, for which people have a word. */
const staying = /^(?:is|are|lies|lie|stands|stand|sits|sit|lives|live|stays|stay|sleeps|sleep|parks|park|moors|moor)$/;
const asking = /^(?:which|what|whose)$/;
const preposition = /^(?:in|at|on|to|for|into|with|by)$/;
const clauseEnd = /^[,;:.!?()\n]$/;

/** The verb between two nouns that are asked for: "which boat *lies in* which berth". */
function verbBetween({ tokens }: Scene, left: Span, right: Span): Span | null {
  const [from, to] = [left.to, right.from - 1];
  const isAsked = asking.test(tokens[left.from - 1]?.word ?? "") && asking.test(tokens[to]?.word ?? "");
  const isShort = to - from === 1 || (to - from === 2 && preposition.test(tokens[to - 1]!.word));
  const isVerb = isShort && tokens[from]!.isWord && !preposition.test(tokens[from]!.word);
  return isAsked && isVerb ? { role: "table", from, to } : null;
}

/** "which boat lies in which berth from when": what holds for a time has rows of its own, named by its verb. */
export function addArranged(scene: Scene, spans: readonly Span[]): Span[] {
  return spans.flatMap((span, at): Span[] => {
    const [right, field] = [spans[at + 1], spans[at + 2]];
    if (span.role !== "table" || right?.role !== "table" || field?.role !== "field") return [span];
    const verb = verbBetween(scene, span, right);
    const isArranged =
      verb &&
      arrangedAs(scene, verb) !== null &&
      !scene.tokens.slice(right.to, field.from).some(({ text }) => clauseEnd.test(text));
    return isArranged ? [span, verb] : [span];
  });
}

/** What such rows are called; null for every other name of a table. */
export function arrangedAs({ tokens }: Scene, { from, to }: Span): string | null {
  if (!asking.test(tokens[to]?.word ?? "") || to - from > 2 || asking.test(tokens[from - 1]?.word ?? "")) return null;
  const isPeriod = tokens.slice(to, to + 6).some(({ word }) => /^(?:from|since)$/.test(word));
  return isPeriod && staying.test(tokens[from]!.word) ? "Stay" : null;
}
