import type { Action } from "./schema";

/** How much of a cut file the model is shown again: enough to go on from, little enough to be cheap. In lines. */
const headLines = 12;
const tailLines = 40;
/**
 * An overlap that begins in the middle of a line counts from this length on, in UTF-16 units; a shorter one is chance.
 */
const midLineOverlapMin = 20;

/**
 * What 'Let's keep going' tells the model about an action that was cut: how it began, how it ends, and where to go on.
 */
export function continuationRequest({
  id,
  type,
  file,
  content,
}: Pick<Action, "id" | "type" | "file" | "content">): string {
  const lines = content.split("\n");
  const head = lines.length > headLines + tailLines ? `It began:\n${lines.slice(0, headLines).join("\n")}\n…\n` : "";
  return [
    `Your last reply was cut inside the action "${id}" (${type} ${file}). ${head}Its last lines, which are stored, are:`,
    lines.slice(-tailLines).join("\n"),
    `Go on inside that action without an opening tag: begin with its last line that is not empty, repeated from that line's first character, then write what follows, and end it with </action id="${id}">.`,
  ].join("\n");
}

/** What the model is told after a reply that was cut, be it inside of an action or among the words. */
export const requestAfterCut = (inside: Action | undefined): string =>
  inside
    ? continuationRequest(inside)
    : "Your last reply was cut where it ends above. Go on from there and repeat nothing of it. An action that it had only begun to open is not there yet: open it from its first character.";

/**
 * Joins a body that was cut with the text that continues it. What the continuation repeats of the cut text (whole
 * lines, the line that was cut, or a long piece of it) is taken once; nothing else is added, dropped or changed.
 */
export function mergeContinuation(cut: string, continuation: string): string {
  for (const text of new Set([continuation, continuation.replace(/^(?:[ \t]*\r?\n)+/, "")])) {
    const length = overlapOf(cut, text);
    if (length > 0) return cut + text.slice(length);
  }
  return cut + continuation;
}

/**
 * How many characters at the start of `text` stand at the end of `cut` already: the longest such piece that is not
 * chance.
 */
function overlapOf(cut: string, text: string): number {
  const floor = Math.max(0, cut.length - 20_000, cut.length - text.length);
  const repeats = (start: number) => text.startsWith(cut.slice(start));
  const lineStarts = floor === 0 || cut[floor - 1] === "\n" ? [floor] : [];
  for (let at = cut.indexOf("\n", floor); at >= 0; at = cut.indexOf("\n", at + 1)) lineStarts.push(at + 1);
  for (const start of lineStarts) if (cut.slice(start).trim() !== "" && repeats(start)) return cut.length - start;
  for (let start = floor; cut.length - start >= midLineOverlapMin; start++)
    if (repeats(start)) return cut.length - start;
  const last = cut.slice(cut.lastIndexOf("\n") + 1).trimStart();
  return last.length >= 4 && text.startsWith(last) ? last.length : 0;
}
