import "server-only";

/** Rows of learned weights by feature without their zeros: index, value, index, value. */
export type SparseRows = Record<string, number[]>;

/** Rows of weights by feature, which are looked up and never listed. */
export type Weights = Pick<ReadonlyMap<string, Float32Array>, "get">;

/**
 * The rows as they are looked up. Each is expanded at its first use: of 240,000 a message asks for some hundred, and
 * expanding all took half a second of the first message and 150 MB.
 * @param size how many weights a row has
 */
export function weightsOf(stored: SparseRows, size: number): Weights {
  const expanded = new Map<string, Float32Array>();
  return {
    get(feature) {
      const known = expanded.get(feature);
      // Features are made of words of messages: "constructor" is none of the object's own.
      if (known || !Object.hasOwn(stored, feature)) return known;
      const pairs = stored[feature]!;
      const row = new Float32Array(size);
      for (let at = 0; at < pairs.length; at += 2) row[pairs[at]!] = pairs[at + 1]!;
      expanded.set(feature, row);
      return row;
    },
  };
}
