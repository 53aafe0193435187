import "server-only";
import type { Weights } from "../../../lexicon/sparse-rows";
import { follows, requestFeatures, type Tag, tags, tokenFeatures } from "./features";
import type { Scene } from "./scene";
import { type Detail, sortOf } from "./sorts";

/** Weights by feature: of each tag, of each pair of tags (row "before"), and of each sort of request. */
export type ChangeModel<Rows extends Weights = Weights> = {
  tags: Rows;
  steps: Rows;
  sorts: readonly string[];
  requests: Rows;
  /** What is learned of some sorts of request besides: by "access.who" and so on. */
  details: ReadonlyMap<string, Choice<Rows>>;
  /** Of what a candidate for a part of a request looks like. */
  grounds: Rows;
  /** Words that ask for things, or say nothing: not those that are new in every message. */
  words: ReadonlySet<string>;
};

/** One of a few values, by features. */
export type Choice<Rows extends Weights = Weights> = { values: readonly string[]; weights: Rows };
/** What was chosen, and how much likelier it is than the next one. */
export type Chosen = { value: string; margin: number };

/** One request of a message: where its tokens are, what sort it is of, how sure that is, and the names that it brings. */
export type Request = {
  from: number;
  to: number;
  sort: string;
  margin: number;
  names: { from: number; to: number }[];
  details: Partial<Record<Detail, Chosen>>;
};

export function scoresOf(features: readonly string[], weights: Weights, size: number): Float64Array {
  const scores = new Float64Array(size);
  for (const feature of features) {
    const row = weights.get(feature);
    if (row) for (let at = 0; at < size; at++) scores[at]! += row[at]!;
  }
  return scores;
}

/** The likeliest tags (Viterbi). */
export function tagWords(
  features: readonly string[][],
  { tags: own, steps }: Pick<ChangeModel, "tags" | "steps">,
): Tag[] {
  const size = tags.length;
  const step = ["", ...tags].map((before) => steps.get(before) ?? new Float32Array(size));
  let scores = new Float64Array(size);
  const origins: Int8Array[] = [];
  for (const [at, row] of features.entries()) {
    const here = scoresOf(row, own, size);
    const next = new Float64Array(size).fill(-Infinity);
    const from = new Int8Array(size);
    for (let before = 0; before < (at === 0 ? 1 : size); before++)
      for (let tag = 0; tag < size; tag++) {
        if (!follows(at === 0 ? "" : tags[before]!, tags[tag]!)) continue;
        const score = (at === 0 ? 0 : scores[before]!) + here[tag]! + step[at === 0 ? 0 : before + 1]![tag]!;
        if (score > next[tag]!) [next[tag], from[tag]] = [score, before];
      }
    scores = next;
    origins.push(from);
  }
  let best = scores.indexOf(Math.max(...scores));
  const found: Tag[] = [];
  for (let at = features.length - 1; at >= 0; at--) {
    found.push(tags[best]!);
    best = origins[at]![best]!;
  }
  return found.reverse();
}

/** Where requests stand in a row of tags. */
export function spansOf(row: readonly Tag[]): { from: number; to: number; names: { from: number; to: number }[] }[] {
  const spans: { from: number; to: number; names: { from: number; to: number }[] }[] = [];
  for (const [at, tag] of row.entries()) {
    if (tag === "O") continue;
    if (tag === "S" || tag === "SN") spans.push({ from: at, to: at + 1, names: [] });
    const last = spans.at(-1);
    if (!last) continue;
    last.to = at + 1;
    if (tag === "N" || tag === "SN") last.names.push({ from: at, to: at + 1 });
    else if (tag === "M" && last.names.length > 0) last.names.at(-1)!.to = at + 1;
  }
  return spans;
}

/** What a message asks for, as it was learned of labelled ones. */
export function requestsIn(scene: Scene, model: ChangeModel): Request[] {
  const row = tagWords(tokenFeatures(scene), model);
  return spansOf(row).map((span, at, all) => {
    const features = requestFeatures(scene, span.from, span.to, row);
    const { value: sort, margin } = chosen(features, { values: model.sorts, weights: model.requests });
    const details = (sortOf(sort).details ?? []).flatMap((name) => {
      const choice = model.details.get(`${sort}.${name}`);
      return choice ? [[name, chosen(features, choice)] as const] : [];
    });
    // "house rules: no shoes, be on time": a text goes on to the end of its sentence.
    if (sort === "text-page" && span.names.length > 1)
      span.names.at(-1)!.to = span.to = endOf(scene, span.to, all[at + 1]);
    return { ...span, sort, margin, details: Object.fromEntries(details) };
  });
}

/** Where the sentence of a request ends, or the next request begins. */
function endOf({ words }: Scene, from: number, next?: { from: number }): number {
  const stop = words.findIndex(({ text }, at) => at >= from && /^[.!?;\n]/.test(text));
  return Math.max(from, Math.min(next?.from ?? words.length, stop < 0 ? words.length : stop));
}

function chosen(features: readonly string[], { values, weights }: Choice): Chosen {
  const scores = [...scoresOf(features, weights, values.length)];
  const best = scores.indexOf(Math.max(...scores));
  const second = Math.max(...scores.filter((_, at) => at !== best));
  return { value: values[best]!, margin: scores[best]! - second };
}
