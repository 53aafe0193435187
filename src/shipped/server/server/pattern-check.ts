/**
 * ReDoS guard: whether a schema's `pattern` may be run on input. Refuses repeated groups, backreferences, and more than
 * one unbounded repetition, which could take exponential time.
 */
export function checkSync(
  pattern: string,
  _flags: string,
  _options: { timeout: number; attackTimeout: number },
): { status: "safe" | "unknown" } {
  const bare = pattern
    .replaceAll(/\\./g, (escape) => (/[1-9k]/.test(escape[1]!) ? escape : "x"))
    .replaceAll(/\[[^\]]*\]/g, "x");
  const isRisky = /\)[*+{]/.test(bare) || /\\[1-9k]/.test(bare) || (bare.match(/[*+]|\{\d*,\}/g) ?? []).length > 1;
  return { status: isRisky ? "unknown" : "safe" };
}
