/**
 * Where a search text stands in a file. Each step is more forgiving than the one before; the first that finds anything decides.
 * A match says, for each search line, which file line it is (-1: a blank or elided line that stands for none).
 */
export type Match = number[];

/** More matches than this need not be told apart: the block is ambiguous. */
const matchesMax = 20;

const elision = /^(?:\/\/|#|\/\*+|\{\/\*+|<!--)?\s*(?:\.{3,}|…)\s*(?:\(?[\w\s,']*\)?\s*(?:\.{3,}|…)?)?\s*(?:\*+\/\}?|-->)?$/;
const elisionWords = /\b(?:existing|rest|remaining|unchanged|same|code|other|keep|previous|as before)\b/i;

/** Whether a line stands for code left out: "...", "// ... existing code ...", "{/* … *\/}". */
export function isElision(line: string): boolean {
  const text = line.trim();
  if (text.length > 100 || !elision.test(text)) return false;
  return !/\w/.test(text) || elisionWords.test(text);
}

/** Spelling of a line without anything that models change by accident: white space, then also typographic punctuation. */
export const spellings = {
  exact: (line: string) => line,
  trimmed: (line: string) => line.trimEnd(),
  spaceless: (line: string) => line.replace(/[\s\u200b]+/g, ""),
  plain: (line: string) => plainPunctuation(line).replace(/[\s\u200b]+/g, "").replace(/['`]/g, '"').replace(/[,;]+$/, ""),
};

/** Typographic quotes, dashes and dots as they are on a keyboard. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛′]/g, "'").replace(/[“”„‟″]/g, '"').replace(/[‐‑‒–—−]/g, "-").replace(/…/g, "...").replace(/\u00a0/g, " ");
}

/** All places of `search` in `file` at the first step that has any; [] when there is none. */
export function findMatches(file: string[], search: string[]): Match[] {
  const exact = contiguous(file.map((line) => line.trimEnd()), search.map((line) => line.trimEnd()));
  if (exact.length > 0) return exact;
  for (const spell of [spellings.trimmed, spellings.spaceless, spellings.plain]) {
    const found = new Matcher(file, search, spell).withoutBlanks();
    if (found.length > 0) return found;
  }
  const matcher = new Matcher(file, search, spellings.plain);
  const misspelt = matcher.misspelt();
  if (misspelt.length > 0) return misspelt;
  if (search.some(isElision)) {
    for (const spell of [spellings.trimmed, spellings.spaceless, spellings.plain]) {
      const found = new Matcher(file, search, spell).elided();
      if (found.length > 0) return found;
    }
    return [];
  }
  return matcher.withGaps();
}

function contiguous(file: string[], search: string[]): Match[] {
  const matches: Match[] = [];
  for (let at = 0; at + search.length <= file.length && matches.length < matchesMax; at++) {
    if (search.every((line, offset) => file[at + offset] === line)) matches.push(search.map((_, offset) => at + offset));
  }
  return matches;
}
