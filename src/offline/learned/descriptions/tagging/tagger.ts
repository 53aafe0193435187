import "server-only";
import { endsMemory, follows, type Tag, tags } from "./tags";
import type { Token } from "../../../lexicon/message-tokens";
import type { Weights } from "../../../lexicon/sparse-rows";

/** Weights of each tag by feature of a token, and of each pair of tags by feature of the step between them. */
export type TagWeights<Rows extends Weights = Weights> = {
  own: Rows;
  /** Row of a pair: `stepOf(before, tag)`. */
  steps: Rows;
};

/** What a token and the step to it look like. */
export type Look = { features: readonly string[]; moves: readonly string[] };

const size = tags.length;
/** Where a step stands in a row of weights; -1 is before the first token. */
export const stepOf = (before: number, tag: number): number => (before + 1) * size + tag;
export const stepSize = (size + 1) * size;

/** Which tags may follow each other, by `stepOf`: within a sentence, and at its end. */
const [within, atEnd] = ["a", "."].map((text) => {
  const table = new Uint8Array(stepSize);
  for (let before = -1; before < size; before++)
    for (let tag = 0; tag < size; tag++)
      table[stepOf(before, tag)] = follows(tags[before] ?? "O", tags[tag]!, text) ? 1 : 0;
  return table;
});

/** The likeliest tags of a message (Viterbi). */
export function tagTokens(
  tokens: readonly Token[],
  looks: readonly Look[],
  weights: TagWeights,
  mayBe: (at: number, tag: Tag) => boolean = () => true,
): Tag[] {
  if (tokens.length === 0) return [];
  let scores = new Float64Array(size).fill(-Infinity);
  const origins: Int8Array[] = [];
  for (const [at, { text }] of tokens.entries()) {
    const { features, moves } = looks[at]!;
    const own = new Float64Array(size);
    for (const feature of features) {
      const row = weights.own.get(feature);
      if (row) for (let tag = 0; tag < size; tag++) own[tag]! += row[tag]!;
    }
    const step = new Float64Array(stepSize);
    for (const move of moves) {
      const row = weights.steps.get(move);
      if (row) for (let index = 0; index < stepSize; index++) step[index]! += row[index]!;
    }
    const mayFollow = endsMemory.test(text) ? atEnd! : within!;
    const mayBeHere = tags.map((tag) => mayBe(at, tag));
    const next = new Float64Array(size).fill(-Infinity);
    const from = new Int8Array(size);
    for (let before = at === 0 ? -1 : 0; before < (at === 0 ? 0 : size); before++) {
      if (before >= 0 && scores[before] === -Infinity) continue;
      for (let tag = 0; tag < size; tag++) {
        const move = stepOf(before, tag);
        if (mayFollow[move] === 0 || !mayBeHere[tag]!) continue;
        const score = (before < 0 ? 0 : scores[before]!) + own[tag]! + step[move]!;
        if (score > next[tag]!) {
          next[tag] = score;
          from[tag] = before;
        }
      }
    }
    scores = next;
    origins.push(from);
  }
  let best = scores.indexOf(Math.max(...scores));
  const row: Tag[] = [];
  for (let at = tokens.length - 1; at >= 0; at--) {
    row.push(tags[best]!);
    best = origins[at]![best]!;
  }
  return row.reverse();
}
