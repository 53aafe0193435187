import "server-only";

/** A hunk: `at` and `size` in the old text, and its new lines. */
export type Hunk = { at: number; size: number; lines: string[] };

/** Minimal hunks between two texts, by the longest common subsequence. */
export function hunksBetween(before: string[], after: string[]): Hunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--)
      common[i]![j] =
        old[i] === fresh[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  }
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      i++;
      j++;
      continue;
    }
    const hunk: Hunk = { at: head + i, size: 0, lines: [] };
    while ((i < old.length || j < fresh.length) && !(i < old.length && j < fresh.length && old[i] === fresh[j])) {
      const isRemoved = i < old.length && (j >= fresh.length || common[i + 1]![j]! >= common[i]![j + 1]!);
      if (!isRemoved) hunk.lines.push(fresh[j++]!);
      else {
        i++;
        hunk.size++;
      }
    }
    hunks.push(hunk);
  }
  return hunks;
}

/** All positions of a run of lines in a text. */
function placesOf(run: string[], text: string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + run.length <= text.length; at++)
    if (run.every((line, index) => text[at + index] === line)) places.push(at);
  return places;
}

export type Block = { search: string[]; replace: string[] };

/**
 * Turns hunks into SEARCH/REPLACE blocks whose SEARCH is unique in `current`, widening the context as needed.
 * Null when that is impossible: the place was changed by hand.
 */
export function blocksFor(before: string[], hunks: Hunk[], current: string[]): Block[] | null {
  const blocks: Block[] = [];
  for (const [index, hunk] of hunks.entries()) {
    const floor = index === 0 ? 0 : hunks[index - 1]!.at + hunks[index - 1]!.size;
    const ceiling = hunks[index + 1]?.at ?? before.length;
    const block = widen(before, hunk, current, floor, ceiling);
    if (!block) return null;
    blocks.push(block);
  }
  return blocks;
}

function widen(
  before: string[],
  { at, size, lines }: Hunk,
  current: string[],
  floor: number,
  ceiling: number,
): Block | null {
  for (let context = 1; context <= 12; context++) {
    const from = Math.max(floor, at - context);
    const to = Math.min(ceiling, at + size + context);
    const search = before.slice(from, to);
    const places = search.some((line) => line.trim() !== "") ? placesOf(search, current) : [];
    if (places.length === 1)
      return { search, replace: [...before.slice(from, at), ...lines, ...before.slice(at + size, to)] };
    if (places.length === 0 && context === 1 && size > 0 && placesOf(before.slice(at, at + size), current).length === 1)
      return { search: before.slice(at, at + size), replace: lines };
    if (from === floor && to === ceiling) return null;
  }
  return null;
}
