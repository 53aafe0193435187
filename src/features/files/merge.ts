/** Lines [from, to) of the base replaced by one side. */
type Hunk = { from: number; to: number; lines: string[] };

/** Guard against quadratic cost: a larger differing middle counts as one change. */
const cellsMax = 4_000_000;

/** Conflict markers, each on a line of its own. */
export const marks = {
  theirs: "<<<<<<< what stands now",
  base: "||||||| before both",
  mine: "=======",
  end: ">>>>>>> what you wrote",
};

/**
 * Three-way merge by lines (diff3): changes of one side are applied, conflicting ones marked with all three texts.
 * @returns the merged text and the number of conflicts
 */
export function mergeThreeWay(base: string, mine: string, theirs: string): { text: string; conflicts: number } {
  const [before, own, other] = [base, mine, theirs].map((text) => text.split("\n")) as [string[], string[], string[]];
  const [ours, foreign] = [hunksBetween(before, own), hunksBetween(before, other)];
  const merged: string[] = [];
  let at = 0;
  let conflicts = 0;
  while (ours.length > 0 || foreign.length > 0) {
    const region = takeRegion(ours, foreign);
    merged.push(...before.slice(at, region.from));
    at = region.to;
    const [left, right] = [region.ours, region.foreign].map((hunks) => apply(before, region, hunks)) as [
      string[],
      string[],
    ];
    if (region.foreign.length === 0 || isSame(left, right)) merged.push(...left);
    else if (region.ours.length === 0) merged.push(...right);
    else {
      conflicts += 1;
      const old = before.slice(region.from, region.to);
      merged.push(marks.theirs, ...right, marks.base, ...old, marks.mine, ...left, marks.end);
    }
  }
  return { text: [...merged, ...before.slice(at)].join("\n"), conflicts };
}

/** Number of conflict markers left in a text. */
export const conflictsIn = (text: string): number =>
  text.split("\n").filter((line) => line === marks.theirs || line === marks.end).length;

const isSame = (left: string[], right: string[]) =>
  left.length === right.length && left.every((line, index) => line === right[index]);

/** Takes the first change and everything on both sides that overlaps it. Consumes both lists from their heads. */
function takeRegion(ours: Hunk[], foreign: Hunk[]) {
  const from = Math.min(ours[0]?.from ?? Infinity, foreign[0]?.from ?? Infinity);
  const region = { from, to: from, ours: [] as Hunk[], foreign: [] as Hunk[] };
  for (let grows = true; grows;) {
    grows = false;
    for (const side of ["ours", "foreign"] as const) {
      const queue = side === "ours" ? ours : foreign;
      while (queue[0] && queue[0].from <= region.to) {
        region[side].push(queue[0]);
        region.to = Math.max(region.to, queue[0].to);
        queue.shift();
        grows = true;
      }
    }
  }
  return region;
}

function apply(before: string[], region: { from: number; to: number }, hunks: Hunk[]): string[] {
  let at = region.from;
  const lines: string[] = [];
  for (const hunk of hunks) {
    lines.push(...before.slice(at, hunk.from), ...hunk.lines);
    at = hunk.to;
  }
  return [...lines, ...before.slice(at, region.to)];
}

/** Hunks between two lists of lines, by their longest common subsequence. */
function hunksBetween(before: string[], after: string[]): Hunk[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let [end, afterEnd] = [before.length, after.length];
  while (end > start && afterEnd > start && before[end - 1] === after[afterEnd - 1]) {
    end -= 1;
    afterEnd -= 1;
  }
  const [old, fresh] = [before.slice(start, end), after.slice(start, afterEnd)];
  if (old.length === 0 && fresh.length === 0) return [];
  if (old.length * fresh.length > cellsMax) return [{ from: start, to: end, lines: fresh }];
  const common = commonLengths(old, fresh);
  const hunks: Hunk[] = [];
  let [left, right] = [0, 0];
  while (left < old.length || right < fresh.length) {
    const [from, first] = [left, right];
    while (left < old.length || right < fresh.length) {
      if (left < old.length && right < fresh.length && old[left] === fresh[right]) break;
      const isRemoval =
        right >= fresh.length || (left < old.length && common(left + 1, right) >= common(left, right + 1));
      if (isRemoval) left += 1;
      else right += 1;
    }
    if (left > from || right > first)
      hunks.push({ from: start + from, to: start + left, lines: fresh.slice(first, right) });
    while (left < old.length && right < fresh.length && old[left] === fresh[right]) {
      left += 1;
      right += 1;
    }
  }
  return hunks;
}

/** LCS table: length of the longest common subsequence from two positions on. */
function commonLengths(old: string[], fresh: string[]): (left: number, right: number) => number {
  const width = fresh.length + 1;
  const table = new Uint32Array((old.length + 1) * width);
  for (let left = old.length - 1; left >= 0; left -= 1)
    for (let right = fresh.length - 1; right >= 0; right -= 1)
      table[left * width + right] =
        old[left] === fresh[right]
          ? table[(left + 1) * width + right + 1]! + 1
          : Math.max(table[(left + 1) * width + right]!, table[left * width + right + 1]!);
  return (left, right) => table[left * width + right]!;
}
