/** A seeded generator, so that a run can be repeated: `node bench/run.mjs applier 7`. */
let state = Number(process.argv[2] ?? 7);

export function random(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}
export const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
