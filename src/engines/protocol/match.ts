import type { Match } from "./blocks";
import { findSlips } from "./slips";
import { spellings } from "./spelling";

/** Stop counting here: the block is ambiguous anyway. */
const matchesMax = 20;
const comment = /^(?:\/\/|#|\/\*+|\{\s*\/\*+|<!--)\s*/;
const elisionWords = /\b(?:existing|rest|remaining|unchanged|same|other|keep|previous|as before|code|imports?)\b/i;

/** Whether a line is an elision: "...", "// ... existing code ...", "{/* … *\/}". A spread ("...rest,") is code. */
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

type Spelling = (line: string) => string;

/**
 * Tries increasingly tolerant tiers and returns all matches of the first that finds any; [] when none does or `search`
 * is blank.
 * @param changed the lines of `search` that are more than context
 */
export function findMatches(file: string[], search: string[], changed: Set<number>): Match[] {
  if (search.every((line) => line.trim() === "")) return [];
  for (const tier of tiers) {
    const found = tier(file, search, changed);
    if (found.length > 0) return found.map((match) => pairBlanks(file, search, match));
  }
  return [];
}

/** Pairs a search's blank lines with the file's at the same place, as far as there are any. */
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

const tiers: ((file: string[], search: string[], changed: Set<number>) => Match[])[] = [
  (file, search) => contiguous(file, search),
  (file, search) => contiguous(file.map(spellings.trimmed), search.map(spellings.trimmed)),
  (file, search) => inOrder(file, search, spellings.trimmed),
  (file, search) => inOrder(file, search, spellings.spaceless),
  (file, search) => inOrder(file, search, spellings.plain),
  (file, search, changed) => (search.some(isElision) ? elided(file, search) : findSlips(file, search, changed)),
];

function contiguous(file: string[], search: string[]): Match[] {
  const matches: Match[] = [];
  for (let at = 0; at + search.length <= file.length && matches.length < matchesMax; at++) {
    if (search.every((line, offset) => file[at + offset] === line))
      matches.push(search.map((_, offset) => at + offset));
  }
  return matches;
}

/** The non-blank lines, normalized, with their line numbers. */
function spelled(lines: string[], spell: Spelling): { key: string; at: number }[] {
  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [{ key: spell(line), at }]));
}

/** Places where the search's non-blank lines are consecutive. */
function inOrder(file: string[], search: string[], spell: Spelling): Match[] {
  const lines = spelled(file, spell);
  const wanted = spelled(search, spell);
  const matches: Match[] = [];
  for (let start = 0; start + wanted.length <= lines.length && matches.length < matchesMax; start++) {
    if (!wanted.every(({ key }, offset) => lines[start + offset]!.key === key)) continue;
    const match = search.map(() => -1);
    for (const [offset, { at }] of wanted.entries()) match[at] = lines[start + offset]!.at;
    matches.push(match);
  }
  return matches;
}

/** Matches of a search with elisions: its parts in order, each contiguous. */
function elided(file: string[], search: string[]): Match[] {
  for (const spell of [spellings.trimmed, spellings.spaceless, spellings.plain]) {
    let partial: Match[] = [[]];
    for (const part of partsOf(search)) {
      if (part.isElision) partial = partial.map((match) => [...match, -1]);
      else {
        const places = inOrder(file, part.lines, spell);
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

/** For an unmatched search, the file's most similar lines, numbered from 1; [] when nothing is similar. */
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
