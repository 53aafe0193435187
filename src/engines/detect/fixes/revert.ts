import "server-only";
import { alignLists } from "@/engines/protocol/delta";
import { Code } from "../facts/code";

/** Lines `from` to `to` (exclusive) of the text now, which were `old` before. */
type Hunk = { from: number; to: number; old: string[] };
type Candidate = { text: string; lost: number };

const hunksMax = 80;
/** Parses of one search: about a millisecond each. */
const parsesMax = 120;
/** How many hunks around the fault are tried in pairs. */
const nearMax = 6;
/** A part of a hunk that may go alone. */
const partMax = 4;

/**
 * The text with as little as possible of an edit taken back so that it parses: a few lines of one hunk, one hunk, two,
 * then all that lie around the fault. Fewest lost lines first.
 * @param line the line of the fault, from 1
 */
export function reverted(path: string, before: string, now: string, line: number): string[] {
  if (before === now || new Code(path, before).isBroken) return [];
  const lineBreak = now.includes("\r\n") ? "\r\n" : "\n";
  const lines = now.split(/\r?\n/);
  const hunks = hunksBetween(before.split(/\r?\n/), lines);
  if (hunks.length === 0 || hunks.length > hunksMax) return [];
  const distance = ({ from, to }: Hunk) => (line - 1 < from ? from - line + 1 : line > to ? line - to : 0);
  const near = [...hunks].sort((a, b) => distance(a) - distance(b));
  let parses = 0;
  const found: Candidate[] = [];
  const isTried = (some: Hunk[]): boolean => {
    if (parses++ > parsesMax) return false;
    const text = without(lines, some).join(lineBreak);
    const isWhole = !new Code(path, text).isBroken;
    if (isWhole) found.push({ text, lost: some.reduce((sum, hunk) => sum + lostBy(hunk, lines), 0) });
    return isWhole;
  };
  for (const hunk of near) isTried([hunk]);
  for (const hunk of near.slice(0, 2)) for (const part of partsOf(hunk, line)) if (isTried([part])) break;
  if (found.length === 0)
    for (const [at, one] of near.slice(0, nearMax).entries())
      for (const other of near.slice(at + 1, nearMax)) isTried([one, other]);
  if (found.length === 0) for (let count = 3; count <= near.length; count++) if (isTried(near.slice(0, count))) break;
  return found
    .sort((a, b) => a.lost - b.lost)
    .slice(0, 3)
    .map(({ text }) => text);
}

function hunksBetween(before: string[], now: string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let open: Hunk | undefined;
  let at = 0;
  for (const { search, replace } of alignLists(before, now)) {
    if (search >= 0 && replace >= 0) {
      open = undefined;
      at = replace + 1;
      continue;
    }
    if (!open) hunks.push((open = { from: at, to: at, old: [] }));
    if (search >= 0) open.old.push(before[search]!);
    else open.to = at = replace + 1;
  }
  return hunks;
}

/** Small runs of a hunk's new lines at the fault, which may be stray. */
function partsOf({ from, to, old }: Hunk, line: number): Hunk[] {
  if (old.length > 0 || to - from <= partMax) return [];
  return Array.from({ length: partMax }, (_, size) => size + 1).flatMap((size) =>
    Array.from({ length: size + 1 }, (_, back) => line - 1 - back)
      .filter((start) => start >= from && start + size <= to)
      .map((start) => ({ from: start, to: start + size, old: [] })),
  );
}

const lostBy = ({ from, to }: Hunk, lines: string[]) =>
  lines.slice(from, to).filter((text) => text.trim() !== "").length;

function without(lines: string[], hunks: Hunk[]): string[] {
  const ordered = [...hunks].sort((a, b) => b.from - a.from);
  return ordered.reduce((now, { from, to, old }) => now.toSpliced(from, to - from, ...old), lines);
}
