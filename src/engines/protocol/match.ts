/**
 * Where a search text stands in a file. Each tier is more forgiving than the one before; the first that finds anything decides.
 * A match says, for each search line, which file line it is; -1 for a blank or elided line that stands for none.
 */
export type Match = number[];

/** More matches than this need not be told apart: the block is ambiguous. */
const matchesMax = 20;
/** A file may have gained this many lines inside a search text, as long as the search text has at least `gapLinesMin` of its own. */
const gapMax = 3;
const gapLinesMin = 4;
/** A misspelt line must be this long, since a short line with one other letter is another line. */
const misspeltLengthMin = 12;

const comment = /^(?:\/\/|#|\/\*+|\{\s*\/\*+|<!--)\s*/;
const elisionWords = /\b(?:existing|rest|remaining|unchanged|same|other|keep|previous|as before|code|imports?)\b/i;

/** Whether a line stands for code left out: "...", "// ... existing code ...", "{/* … *\/}". A spread ("...rest,") is code. */
export function isElision(line: string): boolean {
  const text = line.trim();
  if (text.length > 120) return false;
  if (/^(?:\.{3}|…)$/.test(text)) return true;
  const lead = comment.exec(text)?.[0] ?? "";
  const words = text.slice(lead.length).replace(/\s*(?:\*+\/\s*\}?|-->)$/, "");
  if (!/^(?:\.{3,}|…)|(?:\.{3,}|…)$/.test(words)) return false;
  if (lead === "" && !/^(?:\.{3,}|…)\s/.test(words)) return false;
  return !/\w/.test(words) || elisionWords.test(words);
}

/** A line without what models change by accident: white space at its end, all white space, then typographic punctuation too. */
const spellings = {
  trimmed: (line: string) => line.trimEnd(),
  spaceless: (line: string) => line.replace(/[\s\u200b]+/g, ""),
  plain: (line: string) =>
    plainPunctuation(line)
      .replace(/[\s\u200b]+/g, "")
      .replace(/['`]/g, '"')
      .replace(/[,;]+$/, ""),
};
type Spelling = (line: string) => string;

/** Typographic quotes, dashes and dots as they are on a keyboard. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/…/g, "...")
    .replace(/\u00a0/g, " ");
}

/** All places of `search` in `file` at the first tier that has any; [] when there is none, or no line to look for. */
export function findMatches(file: string[], search: string[]): Match[] {
  if (search.every((line) => line.trim() === "")) return [];
  for (const tier of tiers) {
    const found = tier(file, search);
    if (found.length > 0) return found.map((match) => pairBlanks(file, search, match));
  }
  return [];
}

/** Gives the blank lines of a search the blank lines that the file has at the same place, as far as it has them. */
function pairBlanks(file: string[], search: string[], match: Match): Match {
  const paired = [...match];
  const isBlank = (lines: string[], at: number) => lines[at]?.trim() === "";
  for (let at = 1; at < search.length; at++) {
    const line = paired[at - 1]! + 1;
    const following = paired.slice(at).find((other, offset) => other >= 0 || !isBlank(search, at + offset)) ?? -1;
    const isFree = line > 0 && isBlank(file, line) && (following < 0 || line < following);
    if (paired[at] === -1 && isBlank(search, at) && isFree) paired[at] = line;
  }
  for (let at = search.length - 2; at >= 0; at--) {
    const line = paired[at + 1]! - 1;
    const isFree = line >= 0 && isBlank(file, line) && !paired.includes(line);
    if (paired[at] === -1 && isBlank(search, at) && isFree) paired[at] = line;
  }
  return paired;
}

const tiers: ((file: string[], search: string[]) => Match[])[] = [
  (file, search) => contiguous(file, search),
  (file, search) => contiguous(file.map(spellings.trimmed), search.map(spellings.trimmed)),
  (file, search) => inOrder(file, search, spellings.trimmed, 0),
  (file, search) => inOrder(file, search, spellings.spaceless, 0),
  (file, search) => inOrder(file, search, spellings.plain, 0),
  misspelt,
  (file, search) => (search.some(isElision) ? elided(file, search) : []),
  (file, search) =>
    search.filter((line) => line.trim() !== "").length >= gapLinesMin
      ? inOrder(file, search, spellings.plain, gapMax)
      : [],
];

function contiguous(file: string[], search: string[]): Match[] {
  const matches: Match[] = [];
  for (let at = 0; at + search.length <= file.length && matches.length < matchesMax; at++) {
    if (search.every((line, offset) => file[at + offset] === line))
      matches.push(search.map((_, offset) => at + offset));
  }
  return matches;
}

/** The lines that are not blank, spelled, with the numbers they have in the whole. */
function spelled(lines: string[], spell: Spelling): { key: string; at: number }[] {
  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [{ key: spell(line), at }]));
}

/** Places where the search's lines follow one another, blank lines aside, with at most `gaps` foreign lines between them. */
function inOrder(file: string[], search: string[], spell: Spelling, gaps: number): Match[] {
  const lines = spelled(file, spell);
  const wanted = spelled(search, spell);
  const matches: Match[] = [];
  for (let start = 0; start + wanted.length <= lines.length && matches.length < matchesMax; start++) {
    const match = search.map(() => -1);
    let at = start;
    let left = gaps;
    const isFound = wanted.every(({ key, at: line }, index) => {
      const from = at;
      const furthest = index === 0 ? from : from + left;
      while (at < furthest && at < lines.length && lines[at]!.key !== key) at++;
      if (lines[at]?.key !== key) return false;
      left -= at - from;
      match[line] = lines[at++]!.at;
      return true;
    });
    if (isFound) matches.push(match);
  }
  return matches;
}

/** Places where one line differs by one letter and the others, at least two, do not. */
function misspelt(file: string[], search: string[]): Match[] {
  const lines = spelled(file, spellings.plain);
  const wanted = spelled(search, spellings.plain);
  const matches: Match[] = [];
  if (wanted.length < 3) return matches;
  for (let start = 0; start + wanted.length <= lines.length && matches.length < matchesMax; start++) {
    const different = wanted.filter(({ key }, index) => lines[start + index]!.key !== key);
    if (different.length !== 1) continue;
    const index = wanted.indexOf(different[0]!);
    if (!isOneLetterOff(different[0]!.key, lines[start + index]!.key)) continue;
    const match = search.map(() => -1);
    for (const [offset, { at }] of wanted.entries()) match[at] = lines[start + offset]!.at;
    matches.push(match);
  }
  return matches;
}

/** One letter more, less, other, or swapped with its neighbour. A digit or a sign is never a slip: it changes what the code does. */
export function isOneLetterOff(a: string, b: string): boolean {
  if (a === b || Math.min(a.length, b.length) < misspeltLengthMin || Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  if (!/^\p{L}*$/u.test(left + right)) return false;
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left[0] === right[1] && left[1] === right[0]);
}

/** Places of a search with lines left out: its parts in order, each whole. */
function elided(file: string[], search: string[]): Match[] {
  for (const spell of [spellings.trimmed, spellings.spaceless, spellings.plain]) {
    let partial: Match[] = [[]];
    for (const part of partsOf(search)) {
      if (part.isElision) partial = partial.map((match) => [...match, -1]);
      else {
        const places = inOrder(file, part.lines, spell, 0);
        const isBlank = part.lines.every((line) => line.trim() === "");
        partial = partial.flatMap((match) => {
          const last = Math.max(-1, ...match);
          if (isBlank) return [[...match, ...part.lines.map(() => -1)]];
          return places.filter((place) => place.find((at) => at >= 0)! > last).map((place) => [...match, ...place]);
        });
      }
      partial = partial.slice(0, matchesMax);
    }
    const found = partial.filter((match) => match.some((at) => at >= 0));
    if (found.length > 0) return found;
  }
  return [];
}

function partsOf(search: string[]): { isElision: boolean; lines: string[] }[] {
  const parts: { isElision: boolean; lines: string[] }[] = [];
  for (const line of search) {
    const last = parts.at(-1);
    if (isElision(line)) parts.push({ isElision: true, lines: [line] });
    else if (last && !last.isElision) last.lines.push(line);
    else parts.push({ isElision: false, lines: [line] });
  }
  return parts;
}

/** The lines of a file most like a search text that was not found, with their numbers from 1; [] when nothing resembles it. */
export function nearestLines(file: string[], search: string[], linesMax = 12): { line: number; text: string }[] {
  const words = (line: string) => new Set(line.match(/[\p{L}\p{N}_$]+/gu));
  const fileWords = file.map(words);
  const wanted = search.map(words);
  let best = { score: 0, start: 0 };
  for (let start = 0; start < file.length; start++) {
    let score = 0;
    for (let offset = 0; offset < wanted.length && start + offset < file.length; offset++) {
      const theirs = fileWords[start + offset]!;
      for (const word of wanted[offset]!) if (theirs.has(word)) score += 1 / wanted[offset]!.size;
    }
    if (score > best.score + 1e-9) best = { score, start };
  }
  if (best.score === 0) return [];
  return file
    .slice(best.start, best.start + Math.min(search.length, linesMax))
    .map((text, offset) => ({ line: best.start + offset + 1, text }));
}
