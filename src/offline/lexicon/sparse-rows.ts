import "server-only";

/** Rows of learned weights by feature without their zeros: index, value, index, value. */
export type SparseRows = Record<string, number[]>;

/** The rows as they are looked up. @param size how many weights a row has */
export const weightsOf = (stored: SparseRows, size: number): Map<string, Float32Array> =>
  new Map(
    Object.entries(stored).map(([feature, pairs]) => {
      const row = new Float32Array(size);
      for (let at = 0; at < pairs.length; at += 2) row[pairs[at]!] = pairs[at + 1]!;
      return [feature, row];
    }),
  );
