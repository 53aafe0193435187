/**
 * A line without what models change by accident: white space at its end, all white space, then typographic punctuation
 * too.
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
/** Typographic quotes, dashes and dots as they are on a keyboard. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/…/g, "...")
    .replace(/\u00a0/g, " ");
}
