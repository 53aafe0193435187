import "server-only";
import type { Scene } from "../tagging/features";
import type { Span } from "../tagging/tags";

const slash = /^[/|]$/;

/** Options in a run with the option before them: the same bracket is open, and a comma does not go on what slashes began (but "3/4, 4/4"). */
function goesOn({ tokens }: Scene, first: Span, before: Span, option: Span): boolean {
  const gap = tokens.slice(before.to, option.from);
  const depth = tokens[first.from]!.depth;
  if (gap.some((token) => token.depth < depth || /^[.;!?\n]$/.test(token.text))) return false;
  const opening = tokens.slice(first.to, before.to + 1);
  const isSlashed = opening.some(({ text }) => slash.test(text));
  const isNumber = /^\d/.test(tokens[option.from]!.text);
  return !isSlashed || isNumber || !gap.some(({ text }) => text === ",");
}

/** What was tagged as an option though its list ended before: "half board yes/no, dogs" is two fields, "(Tuesday/Friday) order" none. */
export function endRuns(scene: Scene, spans: readonly Span[]): Span[] {
  let first: Span | undefined;
  let before: Span | undefined;
  let isOver = false;
  return spans.flatMap((span): Span[] => {
    if (span.role !== "option") {
      first = span.role === "choice" ? span : undefined;
      before = first;
      isOver = false;
      return [span];
    }
    if (isOver) return [];
    if (first && before && !goesOn(scene, first, before, span)) {
      const gap = scene.tokens.slice(before.to, span.from);
      isOver = true;
      return gap.length === 1 && gap[0]!.text === "," ? [{ ...span, role: "field" }] : [];
    }
    first ??= span;
    before = span;
    return [span];
  });
}
