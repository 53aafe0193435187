/** Trains the reader of changes: averaged perceptrons for where requests stand and what they ask. */
import { requestFeatures, tags, tokenFeatures } from "@/offline/learned/requests/reading/features";
import { type ChangeModel, scoresOf, tagWords } from "@/offline/learned/requests/reading/read-requests";
import { sortOf } from "@/offline/learned/requests/reading/sorts";
import { learnGrounding } from "./learn-grounding";
import { Averaged, meanOf, randomFrom, shuffled, usual } from "./learn";
import { detailSaid, type LabelledChange } from "./change-labels";

const rounds = 12;
const learners = 5;

function learnTags(examples: readonly LabelledChange[], random: () => number) {
  const own = new Averaged(tags.length);
  const steps = new Averaged(tags.length);
  const all = examples.map((one) => ({ gold: one.row, features: tokenFeatures(one.scene) }));
  const isUsual = usual(
    all.map(({ features }) => features),
    2,
  );
  const kept = all.map(({ gold, features }) => ({ gold, features: features.map((row) => row.filter(isUsual)) }));
  for (let round = 0; round < rounds; round++)
    for (const { gold, features } of shuffled(kept, random)) {
      const guess = tagWords(features, { tags: own.now, steps: steps.now });
      for (const [at, row] of features.entries()) {
        const [right, wrong] = [tags.indexOf(gold[at]!), tags.indexOf(guess[at]!)];
        const [before, guessed] = [at === 0 ? "" : gold[at - 1]!, at === 0 ? "" : guess[at - 1]!];
        if (right === wrong && before === guessed) continue;
        if (right !== wrong)
          for (const feature of row) {
            own.add(feature, right, 1);
            own.add(feature, wrong, -1);
          }
        steps.add(before, right, 1);
        steps.add(guessed, wrong, -1);
      }
      own.step += 1;
      steps.step += 1;
    }
  return { own: own.mean(), steps: steps.mean() };
}

/** Learns to choose one of a few values by features. */
function learnChoice(
  examples: readonly { features: readonly string[]; value: string }[],
  values: readonly string[],
  random: () => number,
): Map<string, Float32Array> {
  const weights = new Averaged(values.length);
  const isUsual = usual(
    examples.map(({ features }) => [features]),
    2,
  );
  const kept = examples.map(({ features, value }) => ({
    features: features.filter(isUsual),
    right: values.indexOf(value),
  }));
  for (let round = 0; round < rounds; round++)
    for (const { features, right } of shuffled(kept, random)) {
      const scores = scoresOf(features, weights.now, values.length);
      // A margin of one: what is right only just is not learned yet.
      scores[right]! -= 1;
      const best = scores.indexOf(Math.max(...scores));
      if (best !== right)
        for (const feature of features) {
          weights.add(feature, right, 1);
          weights.add(feature, best, -1);
        }
      weights.step += 1;
    }
  return weights.mean();
}

/** Words within requests that are no names, in two messages at least, and that the lexicon does not know. */
function usualWords(examples: readonly LabelledChange[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { scene, row } of examples) {
    const said = scene.words.filter(({ kind }, at) => kind === "U" && (row[at] === "S" || row[at] === "I"));
    for (const word of new Set(said.map(({ word }) => word))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Set(
    [...counts]
      .filter(([, count]) => count >= 2)
      .map(([word]) => word)
      .sort(),
  );
}

export function learnChanges(examples: readonly LabelledChange[]): ChangeModel<ReadonlyMap<string, Float32Array>> {
  const sorts = [...new Set(examples.flatMap((one) => one.sorts.map(({ sort }) => sort)))].sort();
  const requests = examples.flatMap(({ scene, row, sorts: said }) =>
    said.map((one) => ({ ...one, features: requestFeatures(scene, one.from, one.to, row), value: one.sort })),
  );
  const details = sorts.flatMap((sort) =>
    (sortOf(sort).details ?? []).map((detail) => {
      const said = requests
        .filter((one) => one.sort === sort)
        .map(({ features, args }) => ({ features, value: detailSaid(detail, args) }));
      return { name: `${sort}.${detail}`, said, values: [...new Set(said.map(({ value }) => value))].sort() };
    }),
  );
  const runs = Array.from({ length: learners }, (_, at) => {
    const random = randomFrom(at + 7);
    return {
      ...learnTags(examples, random),
      requests: learnChoice(requests, sorts, random),
      details: details.map(({ said, values }) => learnChoice(said, values, random)),
      grounds: learnGrounding(examples, random),
    };
  });
  return {
    sorts,
    tags: meanOf(runs.map((run) => run.own)),
    steps: meanOf(runs.map((run) => run.steps)),
    requests: meanOf(runs.map((run) => run.requests)),
    details: new Map(
      details.map(({ name, values }, at) => [name, { values, weights: meanOf(runs.map((run) => run.details[at]!)) }]),
    ),
    grounds: meanOf(runs.map((run) => run.grounds)),
    words: usualWords(examples),
  };
}
