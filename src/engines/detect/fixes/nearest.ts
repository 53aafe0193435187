/** Damerau–Levenshtein distance (insert, delete, replace, swap neighbours), capped at `limit` + 1. */
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
 * The only candidate that a misspelt name can mean; undefined for a tie or when none is close: at most two edits and a
 * third of the word. Case, "_", "-" and a plural are ignored.
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
