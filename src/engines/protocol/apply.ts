import { readBlocks, withoutEscapes, withoutNumbers, type Block } from "./blocks";
import { blockFault, changedLines, editsOf, type Anchor, type Edits } from "./delta";
import { findMatches, nearestLines } from "./match";

/** Changed lines of the new content, from 1; `end` is exclusive. Equal for pure deletions. */
export type ChangedRange = { start: number; end: number };

export type EditFailure = {
  ok: false;
  /** `overlap`: two blocks change the same line. */
  reason: "not-found" | "ambiguous" | "malformed" | "overlap";
  /** The block's number in the body, from 1. */
  block: number;
  /** An explanation for people and for the model. */
  message: string;
  /** For "not-found": the most similar lines of the file. */
  nearest?: { line: number; text: string }[];
};
export type EditResult = { ok: true; content: string; changed: ChangedRange[] } | EditFailure;

/**
 * A line of the file; `isNew` once a block has written it. Lines keep their identity, so that blocks may come in any
 * order.
 */
type Line = { text: string; break: string; isNew: boolean };

/**
 * Applies the SEARCH/REPLACE blocks of a `partial_edit`, all or none. Only lines that differ between SEARCH and REPLACE
 * change; line breaks, indentation and the end of the file stay the file's own. A block is looked up in the original
 * file, then in the file as edited by the blocks before it; an ambiguous block is refused.
 */
export function applyEdit(content: string, body: string): EditResult {
  const original = readLines(content);
  let current = original;
  for (const [index, reading] of readBlocks(body).entries()) {
    const failure = (reason: EditFailure["reason"], message: string): EditFailure => ({
      ok: false,
      reason,
      block: index + 1,
      message,
    });
    if ("malformed" in reading) return failure("malformed", reading.malformed);
    const fault = blockFault(reading);
    if (fault) return failure("malformed", fault);
    if (reading.search.every((line) => line.trim() === "")) {
      if (current.some(({ text }) => text.trim() !== "")) return failure("malformed", "the SEARCH text is empty");
      current = reading.replace.map((text) => ({ text, break: "\n", isNew: true }));
      continue;
    }
    let placed = place(original, current, reading);
    for (const plain of [withoutNumbers(reading), withoutEscapes(reading)])
      if (placed === "not-found" && plain) placed = place(original, current, plain);
    if (placed === "overlap") return failure("overlap", "the block changes a line that an earlier block changed");
    if (placed === "ambiguous") return failure("ambiguous", "the SEARCH text fits more than one place of the file");
    if (placed === "not-found")
      return {
        ...failure("not-found", "the SEARCH text is not in the file"),
        nearest: nearestLines(
          current.map(({ text }) => text),
          reading.search,
        ),
      };
    current = placed;
  }
  return { ok: true, content: write(current), changed: rangesOf(original, current) };
}

type Refusal = "not-found" | "ambiguous" | "overlap";

function place(original: Line[], current: Line[], block: Block): Line[] | Refusal {
  const first = find(original, block);
  const made = typeof first === "string" ? first : make(original, current, first);
  if (typeof made !== "string" || current === original) return made;
  const second = find(current, block);
  const remade = typeof second === "string" ? second : make(current, current, second);
  return typeof remade !== "string" || made === "not-found" ? remade : made;
}

/** Matches with identical resulting edits count as one: pure context may repeat. */
function find(lines: Line[], block: Block): Edits | Refusal {
  const texts = lines.map(({ text }) => text);
  const matches = findMatches(texts, block.search, changedLines(block));
  if (matches.length === 0) return "not-found";
  const candidates = matches.map((match) => editsOf(texts, block, match));
  if (candidates.includes(null)) return "ambiguous";
  const different = new Set(candidates.map((edits) => JSON.stringify(edits)));
  const isNothing = candidates[0]!.removed.length === 0 && candidates[0]!.inserted.length === 0;
  return different.size > 1 || (matches.length > 1 && isNothing) ? "ambiguous" : candidates[0]!;
}

/** Applies edits found in `seen` to `current`. */
function make(seen: Line[], current: Line[], edits: Edits): Line[] | Refusal {
  const kept = new Set(current);
  const removed = new Set(edits.removed.map((at) => seen[at]!));
  if ([...removed].some((line) => !kept.has(line))) return "overlap";
  const lineBreak = seen.find((line) => line.break !== "")?.break ?? "\n";
  let next = current;
  for (const { lines, ...anchor } of edits.inserted) {
    const at = positionOf(anchor, seen, next);
    if (at < 0) return "overlap";
    const own = seen[anchor.after ?? anchor.before! - 1]?.break || lineBreak;
    next = [...next.slice(0, at), ...lines.map((text) => ({ text, break: own, isNew: true })), ...next.slice(at)];
  }
  return next.filter((line) => !removed.has(line));
}

/** The position in `lines` of an anchor found in `seen`; -1 when earlier blocks removed its surroundings. */
function positionOf({ after, before }: Anchor, seen: Line[], lines: Line[]): number {
  const find = (at: number) => lines.indexOf(seen[at]!);
  if (after !== null && find(after) >= 0) {
    let at = find(after) + 1;
    // Earlier insertions at the same place stay first.
    if (before !== null) for (const known = new Set(seen); at < lines.length && !known.has(lines[at]!);) at++;
    return at;
  }
  if (before !== null && find(before) >= 0) return find(before);
  // The anchor line itself is gone: use its neighbour.
  if (after !== null) return find(after + 1);
  return before === 0 ? 0 : find(before! - 1) < 0 ? -1 : find(before! - 1) + 1;
}

function readLines(content: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const found of content.matchAll(/\r?\n/g)) {
    lines.push({ text: content.slice(start, found.index), break: found[0], isNew: false });
    start = found.index + found[0].length;
  }
  return [...lines, { text: content.slice(start), break: "", isNew: false }];
}

/** The last line has no break; a former last line gets the file's own. */
function write(lines: Line[]): string {
  const usual = lines.find((line) => line.break !== "")?.break ?? "\n";
  return lines.map((line, at) => line.text + (at === lines.length - 1 ? "" : line.break || usual)).join("");
}

function rangesOf(original: Line[], current: Line[]): ChangedRange[] {
  const ranges: ChangedRange[] = [];
  const position = new Map(original.map((line, at) => [line, at]));
  let expected = 0;
  const open = (line: number) => {
    const last = ranges.at(-1);
    if (last?.end === line) return last;
    ranges.push({ start: line, end: line });
    return ranges.at(-1)!;
  };
  for (const [at, line] of current.entries()) {
    const was = position.get(line);
    if (was === undefined) open(at + 1).end = at + 2;
    else {
      if (was !== expected) open(at + 1);
      expected = was + 1;
    }
  }
  if (expected < original.length) open(current.length + 1);
  return ranges;
}
