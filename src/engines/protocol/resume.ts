import type { Action } from "./schema";

/** Lines of a cut file that the model is shown again. */
const headLines = 12;
const tailLines = 40;
/** An overlap starting in mid-line counts from this length on (UTF-16 units); a shorter one is coincidence. */
const midLineOverlapMin = 20;

/** The prompt of 'Let's keep going' for a truncated action: its beginning, its end, and where to continue. */
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

/** The prompt after a truncated reply, cut inside an action or in prose. */
export const requestAfterCut = (inside: Action | undefined): string =>
  inside
    ? continuationRequest(inside)
    : "Your last reply was cut where it ends above. Go on from there and repeat nothing of it. An action that it had only begun to open is not there yet: open it from its first character.";

/**
 * Joins a truncated body with its continuation and removes the overlap (whole lines, the cut line, or a long piece of
 * it). Nothing else is added, dropped or changed.
 */
export function mergeContinuation(cut: string, continuation: string): string {
  for (const text of new Set([continuation, continuation.replace(/^(?:[ \t]*\r?\n)+/, "")])) {
    const length = overlapOf(cut, text);
    if (length > 0) return cut + text.slice(length);
  }
  return cut + continuation;
}

/** Length of the overlap: the longest prefix of `text` that ends `cut` and is no coincidence. */
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
