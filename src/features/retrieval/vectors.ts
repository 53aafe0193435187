/** Bits of a code at least: few dimensions are looked at from more sides. */
const bitsMin = 256;

/** Signs that are the same on every server and for ever: stored codes depend on them (xorshift32). */
function* signs(seed: number): Generator<1 | -1> {
  for (let state = seed; ;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state & 1 ? 1 : -1;
  }
}

const signsOf = new Map<string, Int8Array>();

function signsFor(seed: number, length: number): Int8Array {
  const key = `${seed} ${length}`;
  const made = signsOf.get(key);
  if (made) return made;
  const sign = signs(seed);
  const list = Int8Array.from({ length }, () => sign.next().value as number);
  signsOf.set(key, list);
  return list;
}

/** Walsh-Hadamard transform in place; the length is a power of two. */
function transform(values: Float64Array): void {
  for (let half = 1; half < values.length; half *= 2)
    for (let start = 0; start < values.length; start += 2 * half)
      for (let at = start; at < start + half; at += 1) {
        const [one, other] = [values[at]!, values[at + half]!];
        values[at] = one + other;
        values[at + half] = one - other;
      }
}

/**
 * A random-hyperplane hash (SimHash): of two vectors as many bits differ as the angle between them is wide, whatever
 * model they are from. The hyperplanes are a fixed random rotation, in n log n steps.
 * @returns zeros and ones, as many as the next power of two of the dimensions
 */
export function codeOf(vector: readonly number[]): string {
  const values = new Float64Array(Math.max(bitsMin, 2 ** Math.ceil(Math.log2(Math.max(1, vector.length)))));
  values.set(vector);
  for (const seed of [0x6a6f696e, 0x65727931, 0x2545f491]) {
    const sign = signsFor(seed, values.length);
    for (let at = 0; at < values.length; at += 1) values[at]! *= sign[at]!;
    transform(values);
  }
  return Array.from(values, (value) => (value > 0 ? "1" : "0")).join("");
}

/** A signed byte for each dimension, on a scale of its own. */
export function bytesOf(vector: readonly number[]): Buffer {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / most) * 127)).buffer);
}

/** Cosine of the angle between a vector and a stored one; 0 where one of them has no direction. */
export function cosine(vector: readonly number[], stored: Buffer): number {
  const values = new Int8Array(stored.buffer, stored.byteOffset, stored.length);
  const length = Math.min(values.length, vector.length);
  let [product, one, other] = [0, 0, 0];
  for (let at = 0; at < length; at += 1) product += values[at]! * vector[at]!;
  for (const value of values) other += value * value;
  for (const value of vector) one += value * value;
  return one === 0 || other === 0 ? 0 : product / Math.sqrt(one * other);
}
