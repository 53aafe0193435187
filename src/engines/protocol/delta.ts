import type { Block, Match } from "./blocks";
import { reindenter, type Pair } from "./indent";
import { isElision } from "./match";
import { plainPunctuation } from "./spelling";

/** One step of the alignment of SEARCH and REPLACE: line numbers, -1 where the line has no counterpart. */
type Step = { search: number; replace: number };

/** Position of new lines between the file's lines that the model saw; null where it saw none. */
export type Anchor = { after: number | null; before: number | null };

/**
 * A block's changes by the file's line numbers: `removed` lines are deleted and `inserted` texts added at their
 * anchors, in order. Lines common to SEARCH and REPLACE are untouched, however the model spelled them.
 */
export type Edits = { removed: number[]; inserted: (Anchor & { lines: string[] })[] };

/** Aligns two lists by their longest common subsequence. Deletions come before insertions at the same place. */
export function alignLists(a: string[], b: string[]): Step[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const middle = alignMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [
    ...Array.from({ length: head }, (_, at) => ({ search: at, replace: at })),
    ...middle.map(({ search, replace }) => ({
      search: search < 0 ? -1 : search + head,
      replace: replace < 0 ? -1 : replace + head,
    })),
    ...Array.from({ length: tail }, (_, at) => ({ search: a.length - tail + at, replace: b.length - tail + at })),
  ];
}

function alignMiddle(a: string[], b: string[]): Step[] {
  const width = b.length + 1;
  // Guard against quadratic cost: huge texts without a common head or tail are replaced whole.
  if (a.length * b.length > 4_000_000)
    return [...a.map((_, at) => ({ search: at, replace: -1 })), ...b.map((_, at) => ({ search: -1, replace: at }))];
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) steps.push({ search: i++, replace: j++ });
    else if (i < a.length && (j === b.length || lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!))
      steps.push({ search: i++, replace: -1 });
    else steps.push({ search: -1, replace: j++ });
  }
  return steps;
}

/** Why a block can never be applied; null when it can. */
export function blockFault({ search, replace }: Block): string | null {
  const steps = align({ search, replace });
  const isLost = steps.some(
    (step) => step.replace < 0 && isElision(search[step.search]!) && /\w/.test(search[step.search]!),
  );
  if (isLost) return "the SEARCH text leaves code out where the REPLACE text does not";
  const isNew = steps.some(
    (step) => step.search < 0 && isElision(replace[step.replace]!) && /\w/.test(replace[step.replace]!),
  );
  return isNew ? 'the REPLACE text leaves code out ("...")' : null;
}

function align({ search, replace }: Block): Step[] {
  return alignLists(
    search.map((line) => line.trimEnd()),
    replace.map((line) => line.trimEnd()),
  );
}

/** The SEARCH lines that the block deletes or rewrites. */
export function changedLines(block: Block): Set<number> {
  return new Set(align(block).flatMap(({ search, replace }) => (replace < 0 ? [search] : [])));
}

/**
 * A block's edits at one match; null when an insertion point is unknown. Invariant: applied to the file, they give
 * REPLACE with the file's own context: lines common to SEARCH and REPLACE as the file has them, the file's lines
 * between two of them, and every other line of REPLACE in order.
 */
export function editsOf(file: string[], block: Block, match: Match): Edits | null {
  const steps = align(block);
  const edits: Edits = { removed: [], inserted: [] };
  const spell = respeller(file, block, match);
  for (let at = 0; at < steps.length;) {
    const step = steps[at]!;
    if (step.search >= 0 && step.replace >= 0) {
      at++;
      continue;
    }
    let end = at;
    while (end < steps.length && (steps[end]!.search < 0 || steps[end]!.replace < 0)) end++;
    const hunk = steps.slice(at, end);
    const gone = hunk.filter(({ search }) => search >= 0).map(({ search }) => search);
    const come = hunk.filter(({ replace }) => replace >= 0).map(({ replace }) => replace);
    const place = placeOf(file, match, block, {
      before: steps[at - 1]?.search ?? -1,
      gone,
      after: steps[end]?.search ?? -1,
      isOneForOne: gone.length === come.length || come.length === 0,
    });
    if (!place) return null;
    edits.removed.push(...place.removed);
    if (come.length > 0) edits.inserted.push({ ...place.anchor, lines: spell(gone, come) });
    at = end;
  }
  return edits;
}

/** The position of a hunk: lines to delete and the insertion point. */
function placeOf(
  file: string[],
  match: Match,
  block: Block,
  hunk: { before: number; gone: number[]; after: number; isOneForOne: boolean },
): { removed: number[]; anchor: Anchor } | null {
  const found = hunk.gone.map((line) => match[line]!).filter((line) => line >= 0);
  const isBlank = (line: number) => file[line]!.trim() === "";
  if (found.length > 0) {
    const removed: number[] = [];
    for (let line = found[0]!; line <= found.at(-1)!; line++) {
      // A line between two deleted ones that the model did not see: blank ones are deleted too, others make the block
      // ambiguous.
      if (found.includes(line) || isBlank(line)) removed.push(line);
      else return null;
    }
    if (hunk.gone.some((line) => isElision(block.search[line]!) && match[line] === -1)) return null;
    // Next to an unseen line, the insertion may belong on either side of it.
    const [above, below] = [
      lastMatched(match, block.search, hunk.before),
      firstMatched(match, block.search, hunk.after),
    ];
    const unseen = [
      ...file.slice((above ?? found[0]! - 1) + 1, found[0]),
      ...file.slice(found.at(-1)! + 1, below ?? 0),
    ];
    if (!hunk.isOneForOne && unseen.some((line) => line.trim() !== "")) return null;
    return { removed, anchor: { after: null, before: found[0]! } };
  }
  const after = hunk.gone.length > 0 ? hunk.gone.at(-1)! + 1 : hunk.after;
  // Beyond a line that the file lacks it is unknown where the file continues.
  const before = isLost(match, block.search, hunk.before, -1) ? null : lastMatched(match, block.search, hunk.before);
  const next = isLost(match, block.search, after, 1) ? null : firstMatched(match, block.search, after);
  if (before === null && next === null) return null;
  if (before !== null && next !== null && file.slice(before + 1, next).some((line) => line.trim() !== "")) return null;
  return { removed: [], anchor: { after: before, before: next } };
}

/** Whether the nearest non-blank SEARCH line from `at` in a direction is missing from the file. */
function isLost(match: Match, search: string[], at: number, step: 1 | -1): boolean {
  for (let line = at; line >= 0 && line < search.length; line += step)
    if (search[line]!.trim() !== "") return match[line] === -1 && !isElision(search[line]!);
  return false;
}

/** The file line of the SEARCH line at `at` or the nearest before it; null at the start and beyond an elision. */
function lastMatched(match: Match, search: string[], at: number): number | null {
  for (let line = at; line >= 0; line--) {
    if (match[line]! >= 0) return match[line]!;
    if (isElision(search[line]!)) return null;
  }
  return null;
}

function firstMatched(match: Match, search: string[], at: number): number | null {
  for (let line = at; line >= 0 && line < search.length; line++) {
    if (match[line]! >= 0) return match[line]!;
    if (isElision(search[line]!)) return null;
  }
  return null;
}

/** Re-indents new lines to match the file, and keeps the file's spelling of unchanged parts. */
function respeller(
  file: string[],
  { search, replace }: Block,
  match: Match,
): (gone: number[], come: number[]) => string[] {
  const pairs: Pair[] = match.flatMap((line, at) => (line < 0 ? [] : [{ theirs: search[at]!, ours: file[line]! }]));
  const reindent = reindenter(pairs, [...search, ...replace], file);
  const isExact = pairs.every(({ theirs, ours }) => theirs === ours);
  const straighten = quoteStraightener(pairs);
  return (gone, come) => {
    const partners = partnersOf(
      gone.map((line) => search[line]!),
      come.map((line) => replace[line]!),
    );
    return come.map((line, index) => {
      const text = replace[line]!;
      const old = partners[index] ?? -1;
      const partner = old >= 0 && search[gone[old]!]!.trim() === "" ? -1 : old;
      const at = partner < 0 ? -1 : match[gone[partner]!]!;
      const near =
        partner < 0
          ? undefined
          : { theirs: search[gone[partner]!]!, ours: at < 0 ? search[gone[partner]!]! : file[at]! };
      if (text.trim() === "") return isExact ? text : "";
      const body = near ? mergeLine(near.theirs.trim(), text.trim(), near.ours.trim()) : text.trim();
      const trail = isExact ? /[ \t]*$/.exec(text)![0] : "";
      return reindent(text, near) + straighten(body) + trail;
    });
  };
}

const typographic = /[‘’‚‛“”„‟]/g;

/**
 * New text keeps the model's own punctuation. Only where the model replaced the " around a file's strings by “, the
 * same is undone around strings of new lines, which would not be code otherwise.
 */
function quoteStraightener(pairs: Pair[]): (line: string) => string {
  const typed = pairs.flatMap(({ theirs, ours }) =>
    theirs !== ours && squeeze(plainPunctuation(theirs)) === squeeze(plainPunctuation(ours))
      ? (theirs.match(typographic) ?? []).filter((sign) => !ours.includes(sign))
      : [],
  );
  if (typed.length === 0) return (line) => line;
  const quotes = `[${[...new Set(typed)].join("")}]`;
  const string = new RegExp(
    `(?<=(?:[=([{,:?+]|\\b(?:from|import|return|case))\\s*)(${quotes})([^"']*?)(${quotes})`,
    "gu",
  );
  return (line) =>
    line.replace(string, (_, open: string, text: string, close: string) => {
      return plainPunctuation(open) + text + plainPunctuation(close);
    });
}

const squeeze = (text: string) => text.replace(/[\s\u200b]+/g, "");

/** For each new line the old line that it replaces; -1 when it is entirely new. */
function partnersOf(gone: string[], come: string[]): number[] {
  if (gone.length === come.length) return come.map((_, index) => index);
  const partners = come.map(() => -1);
  for (const { search, replace } of alignLists(gone.map(squeeze), come.map(squeeze)))
    if (search >= 0 && replace >= 0) partners[replace] = search;
  return partners;
}

/** Applies the token changes from `theirs` to `wanted` to `ours`, a slightly different spelling of `theirs`. */
function mergeLine(theirs: string, wanted: string, ours: string): string {
  if (theirs === ours) return wanted;
  if (theirs === wanted) return ours;
  const tokens = (text: string) => text.match(/[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu) ?? [];
  const [old, fresh, own] = [tokens(theirs), tokens(wanted), tokens(ours)];
  // Tokens pair by position, when both lines have equally many.
  if (old.length !== own.length) return wanted;
  return alignLists(old, fresh)
    .filter(({ replace }) => replace >= 0)
    .map(({ search, replace }) => (search >= 0 ? own[search]! : fresh[replace]!))
    .join("");
}
