import { iterationsMax, iterationsMin, type Issue } from "./schema";

/** "Validation tester iterations: clamped to 1-5, default 1 on invalid" (2-builder.md §5). */
export function clampIterations(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return iterationsMin;
  return Math.min(iterationsMax, Math.max(iterationsMin, Math.trunc(number)));
}

/** What makes two findings the same wherever lines have moved to: a fixed fault must not come back as "new". */
export function issueKey({ detectorId, path, message }: Issue): string {
  return `${detectorId}\0${path}\0${message}`;
}

/** A bundle's state as far as validation sees it; a repair that comes to a fingerprint again goes in circles. */
export function fingerprintOf(issues: Issue[]): string {
  return issues
    .map((issue) => `${issueKey(issue)}\0${issue.line}`)
    .sort()
    .join("\n");
}

/** Whether `after` is better than `before`: fewer issues, no new one, and no error in exchange for warnings. */
export function isImprovement(before: Issue[], after: Issue[]): boolean {
  if (after.length >= before.length) return false;
  const left = new Map<string, number>();
  for (const issue of before) left.set(issueKey(issue), (left.get(issueKey(issue)) ?? 0) + 1);
  return after.every((issue) => {
    const count = left.get(issueKey(issue)) ?? 0;
    left.set(issueKey(issue), count - 1);
    return count > 0;
  });
}

/** The number of edits (insert, delete, replace, swap neighbours) between two words, at most `limit` + 1. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    if (Math.min(...row) > limit) return limit + 1;
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}

/**
 * The one candidate that a misspelt name must mean; undefined when two are as near, or none is near enough: at most two edits, and
 * at most a third of the word. Case, "_", "-" and a plural do not count.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const list = [...new Set(candidates)];
  const plain = (text: string) => text.toLowerCase().replace(/[_\-\s]/g, "");
  for (const fold of [
    plain,
    (text: string) =>
      plain(text)
        .replace(/ies$/, "y")
        .replace(/(?<=.{2})s$/, ""),
  ]) {
    const same = list.filter((candidate) => fold(candidate) === fold(word));
    if (same.length === 1) return same[0];
    if (same.length > 1) return undefined;
  }
  const limit = Math.min(2, Math.floor(word.length / 3));
  let best: { distance: number; found: string[] } = { distance: limit + 1, found: [] };
  for (const candidate of list) {
    const distance = editDistance(plain(word), plain(candidate), limit);
    if (distance < best.distance) best = { distance, found: [candidate] };
    else if (distance === best.distance && distance <= limit) best.found.push(candidate);
  }
  return best.found.length === 1 ? best.found[0] : undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
