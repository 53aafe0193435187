/**
 * Normal forms of a line, in increasing tolerance: without trailing white space, without any, and with plain
 * punctuation too.
 */
export const spellings = {
  trimmed: (line: string) => line.trimEnd(),
  spaceless: (line: string) => line.replace(/[\s\u200b]+/g, ""),
  plain: (line: string) =>
    plainPunctuation(line)
      .replace(/[\s\u200b]+/g, "")
      .replace(/['`]/g, '"')
      .replace(/[,;]+$/, ""),
};
/** Typographic quotes, dashes and ellipses as ASCII. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/…/g, "...")
    .replace(/\u00a0/g, " ");
}
