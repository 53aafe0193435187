/** Trains what the parts of a request are about in an app: an averaged perceptron that ranks tables and fields. */
import {
  type Candidate,
  candidatesFor,
  groundFeatures,
  type Known,
  type View,
  viewOf,
} from "@/offline/learned/requests/grounds/ground";
import { spansOf } from "@/offline/learned/requests/reading/read-requests";
import { sceneOf } from "@/offline/learned/requests/reading/scene";
import { fieldNamed, type LabelledChange, tableNamed } from "./change-labels";
import { Averaged, shuffled } from "./learn";

const rounds = 8;

type Ranking = { part: string; view: View; known: Known; candidates: Candidate[]; isRight: boolean[] };

/** What each part of the requests of a message may be about, and what it is. */
export function rankingsOf({ say, row, sorts }: LabelledChange): Ranking[] {
  const spans = spansOf(row);
  let before: string | undefined;
  return sorts.flatMap(({ from, to, sort, args, model }) => {
    const view = viewOf(
      { from, to, sort, margin: 0, details: {}, names: spans.find((span) => span.from === from)?.names ?? [] },
      sceneOf(say, model),
    );
    const table = tableNamed(model, args.table);
    const field = table && fieldNamed(table, args.field);
    const ranking = (part: string, known: Known, isRight: (one: Candidate) => boolean): Ranking[] => {
      const candidates = candidatesFor(part, known);
      const right = candidates.map(isRight);
      return right.includes(true) && right.includes(false) ? [{ part, view, known, candidates, isRight: right }] : [];
    };
    const found: Ranking[] = [];
    const parent = sort === "link" ? tableNamed(model, args["to-table"]) : undefined;
    if (sort === "link") {
      if (parent && table)
        found.push(...ranking(sort, { model, before }, (one) => one.entity === table && one.to === parent));
    } else if (table && (!args.field || field))
      found.push(
        ...ranking(
          sort,
          { model, before },
          (one) => one.entity === table && (!field || !one.field || one.field === field),
        ),
      );
    if (sort === "chart" && table) {
      const by = fieldNamed(table, args.by);
      const amount = fieldNamed(table, args.sum ?? args.average);
      if (by || !args.by) found.push(...ranking("chart.by", { model, before, table }, (one) => one.field === by));
      if (amount || !(args.sum ?? args.average))
        found.push(...ranking("chart.amount", { model, before, table }, (one) => one.field === amount));
    }
    before = sort === "+table" ? tableNamed(model, args.name)?.name : (table?.name ?? before);
    return found;
  });
}

export function learnGrounding(examples: readonly LabelledChange[], random: () => number): Map<string, Float32Array> {
  const weights = new Averaged(1);
  const all = examples.flatMap(rankingsOf).map((one) => ({
    ...one,
    features: one.candidates.map((each) => groundFeatures(one.part, each, one.view, one.known)),
  }));
  const scoreOf = (features: readonly string[]) => {
    let score = 0;
    for (const feature of features) score += weights.now.get(feature)?.[0] ?? 0;
    return score;
  };
  for (let round = 0; round < rounds; round++)
    for (const { features, isRight } of shuffled(all, random)) {
      const scores = features.map(scoreOf);
      const best = (right: boolean) =>
        scores.reduce(
          (found, score, at) => (isRight[at] === right && (found < 0 || score > scores[found]!) ? at : found),
          -1,
        );
      const [right, wrong] = [best(true), best(false)];
      // A margin of one: what is right only just is not learned yet.
      if (scores[right]! < scores[wrong]! + 1) {
        for (const feature of features[right]!) weights.add(feature, 0, 1);
        for (const feature of features[wrong]!) weights.add(feature, 0, -1);
      }
      weights.step += 1;
    }
  return weights.mean();
}
