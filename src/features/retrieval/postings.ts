import "server-only";

/** Chunk numbers of one block. A term's postings of a block are read and written together: 10 KB at most. */
export const blockSize = 2_048;

/** One chunk that has a term: how often, and how many words the chunk has. */
export type Posting = { number: number; times: number; words: number };

/** Place in the block (2 bytes), times (1), words (2), all little-endian. */
export const postingBytes = 5;

export const blockOf = (number: number): number => Math.floor(number / blockSize);

export function encodePostings(postings: readonly Posting[]): Buffer {
  const bytes = Buffer.allocUnsafe(postings.length * postingBytes);
  for (const [index, { number, times, words }] of postings.entries()) {
    const at = index * postingBytes;
    bytes.writeUInt16LE(number % blockSize, at);
    bytes.writeUInt8(Math.min(times, 255), at + 2);
    bytes.writeUInt16LE(Math.min(words, 65_535), at + 3);
  }
  return bytes;
}

/** The postings without those of some chunks. */
export function withoutChunks(bytes: Buffer, block: number, isGone: (number: number) => boolean): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += postingBytes)
    if (!isGone(block * blockSize + bytes.readUInt16LE(at))) kept.push(bytes.subarray(at, at + postingBytes));
  return Buffer.concat(kept);
}

/** A term of a question: times in the question, and its postings by block. */
export type QueryTerm = { times: number; blocks: { block: number; postings: Buffer }[] };

/** BM25's usual constants: the best of facts/retrieval.md on two judged collections. */
const [k1, b] = [1.2, 0.75];

/**
 * BM25 over the postings of a question's terms.
 *
 * @param index the number of chunks, all of their words, and a number above every chunk's
 * @returns the best chunks, best first, at most `limit`
 */
export function rankChunks(
  terms: readonly QueryTerm[],
  index: { chunks: number; words: number; nextNumber: number },
  limit: number,
): { number: number; score: number }[] {
  const scores = new Float64Array(index.nextNumber);
  const found: number[] = [];
  const average = Math.max(1, index.words / Math.max(1, index.chunks));
  for (const { times, blocks } of terms) {
    const having = blocks.reduce((sum, { postings }) => sum + postings.length / postingBytes, 0);
    // A chunk that was counted out while its postings were read makes no term negative.
    const rarity = Math.log(1 + Math.max(0, index.chunks - having + 0.5) / (having + 0.5));
    for (const { block, postings } of blocks) {
      const first = block * blockSize;
      for (let at = 0; at < postings.length; at += postingBytes) {
        const number = first + postings[at]! + postings[at + 1]! * 256;
        const often = postings[at + 2]!;
        const words = postings[at + 3]! + postings[at + 4]! * 256;
        if (scores[number] === 0) found.push(number);
        scores[number]! += (times * rarity * often) / (often + k1 * (1 - b + (b * words) / average));
      }
    }
  }
  return topOf(found, scores, limit).map((number) => ({ number, score: scores[number]! }));
}

/** The numbers of the highest scores, best first; of equal ones the lowest number first. */
function topOf(numbers: number[], scores: Float64Array, limit: number): number[] {
  const byScore = (one: number, other: number) => scores[other]! - scores[one]! || one - other;
  if (numbers.length <= limit * 4) return numbers.sort(byScore).slice(0, limit);
  // Sorting what cannot be among the best costs more than finding the rest of them.
  let kept: number[] = [];
  let least = -Infinity;
  for (const number of numbers) {
    if (scores[number]! < least) continue;
    kept.push(number);
    if (kept.length < limit * 4) continue;
    kept = kept.sort(byScore).slice(0, limit);
    least = scores[kept.at(-1)!]!;
  }
  return kept.sort(byScore).slice(0, limit);
}
