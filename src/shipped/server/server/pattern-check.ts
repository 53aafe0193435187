/**
 * Says whether a `pattern` of an entity's schema may be run on what people send: one that repeats a group, refers back, or repeats without
 * bounds more than once could take exponential time, and is not run.
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
