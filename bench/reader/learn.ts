/** Trains the reader of first messages: averaged perceptrons (Collins 2002) for names, owners and links. */
import { singular } from "@/offline/language/inflect";
import { looksOf, sceneOf } from "@/offline/learned/descriptions/tagging/features";
import { linkFeatures, type Named, ownerFeatures } from "@/offline/learned/descriptions/owners/relate";
import { namingKey } from "@/offline/learned/descriptions/names/names";
import { type ReaderModel, ways } from "@/offline/learned/descriptions/read-message";
import { fieldsOfChoices } from "@/offline/learned/descriptions/names/settle";
import { type Look, stepOf, stepSize, tagTokens } from "@/offline/learned/descriptions/tagging/tagger";
import { type Tag, tags, tagsOf } from "@/offline/learned/descriptions/tagging/tags";
import type { Token } from "@/offline/lexicon/message-tokens";
import type { Labelled } from "./labels";

/** Weights by feature, whose mean over all steps is what is kept. */
export class Averaged {
  readonly now = new Map<string, Float32Array>();
  private readonly sum = new Map<string, Float64Array>();
  private readonly seen = new Map<string, number>();
  step = 1;
  constructor(private readonly size: number) {}
  add(feature: string, index: number, by: number) {
    let row = this.now.get(feature);
    if (!row) {
      row = new Float32Array(this.size);
      this.now.set(feature, row);
      this.sum.set(feature, new Float64Array(this.size));
      this.seen.set(feature, this.step);
    }
    this.settle(feature, row);
    row[index]! += by;
  }
  private settle(feature: string, row: Float32Array) {
    const sum = this.sum.get(feature)!;
    const steps = this.step - this.seen.get(feature)!;
    if (steps > 0) for (let at = 0; at < this.size; at++) sum[at]! += steps * row[at]!;
    this.seen.set(feature, this.step);
  }
  mean(): Map<string, Float32Array> {
    const found = new Map<string, Float32Array>();
    for (const [feature, row] of this.now) {
      this.settle(feature, row);
      const mean = Float32Array.from(this.sum.get(feature)!, (value) => value / this.step);
      if (mean.some((value) => Math.abs(value) > 0.04)) found.set(feature, mean);
    }
    return found;
  }
}

/** A row of numbers that looks random and is the same each time. */
export function randomFrom(seed: number) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [copy[at], copy[other]] = [copy[other]!, copy[at]!];
  }
  return copy;
}

/** The mean of several learners that met the examples in other orders: less is left to chance. */
export function meanOf(all: readonly Map<string, Float32Array>[]): Map<string, Float32Array> {
  const mean = new Map<string, Float32Array>();
  for (const weights of all)
    for (const [feature, row] of weights) {
      const sum = mean.get(feature) ?? new Float32Array(row.length);
      row.forEach((value, index) => (sum[index]! += value / all.length));
      mean.set(feature, sum);
    }
  return mean;
}

/** What so few messages show tells more of them than of the language. */
const seenLeast = 4;
export function usual(rows: readonly (readonly string[])[][], least = seenLeast): (feature: string) => boolean {
  const counts = new Map<string, number>();
  for (const message of rows)
    for (const feature of new Set(message.flat())) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return (feature) => counts.get(feature)! >= least;
}

type Tagged = { tokens: readonly Token[]; looks: Look[]; gold: Tag[] };
function looksOfAll(examples: readonly Labelled[]): Tagged[] {
  const all = examples.map((one) => ({
    tokens: one.tokens,
    looks: looksOf(sceneOf(one.tokens)),
    gold: tagsOf(one.spans, one.tokens),
  }));
  const isUsual = usual(all.map(({ looks }) => looks.map(({ features }) => features)));
  return all.map((one) => ({
    ...one,
    looks: one.looks.map(({ features, moves }) => ({ features: features.filter(isUsual), moves })),
  }));
}

function learnTags(examples: readonly Tagged[], rounds: number, random: () => number) {
  const own = new Averaged(tags.length);
  const steps = new Averaged(stepSize);
  for (let round = 0; round < rounds; round++)
    for (const { tokens, looks, gold } of shuffled(examples, random)) {
      const guess = tagTokens(tokens, looks, { own: own.now, steps: steps.now });
      for (const [at, { features, moves }] of looks.entries()) {
        const right = tags.indexOf(gold[at]!);
        const wrong = tags.indexOf(guess[at]!);
        const before = at === 0 ? -1 : tags.indexOf(gold[at - 1]!);
        const guessed = at === 0 ? -1 : tags.indexOf(guess[at - 1]!);
        if (right === wrong && before === guessed) continue;
        if (right !== wrong)
          for (const feature of features) {
            own.add(feature, right, 1);
            own.add(feature, wrong, -1);
          }
        for (const move of moves) {
          steps.add(move, stepOf(before, right), 1);
          steps.add(move, stepOf(guessed, wrong), -1);
        }
      }
      own.step += 1;
      steps.step += 1;
    }
  return { own: own.mean(), steps: steps.mean() };
}

function learnNames(examples: readonly Labelled[]) {
  const counted = new Map<string, Map<string, number>>();
  for (const { tokens, tableOf } of examples) {
    const scene = sceneOf(tokens);
    for (const [span, name] of tableOf) {
      const said = namingKey(scene, span);
      const counts = counted.get(said) ?? new Map<string, number>();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      counted.set(said, counts);
    }
  }
  const names = new Map<string, string>();
  for (const [said, counts] of counted) {
    const [name, most] = [...counts].sort((a, b) => b[1] - a[1])[0]!;
    const isOwn = (one: string) => singular(one.toLowerCase()) === singular(said);
    // "plan" once stood for cleaning, and once for itself.
    const own = [...counts].find(([one]) => isOwn(one))?.[1] ?? 0;
    if (!isOwn(name) && own < most) names.set(said, name);
  }
  return names;
}

const tablesIn = ({ gold, tableOf }: Labelled): Named[] =>
  gold
    .map(({ name }) => ({ name, mentions: [...tableOf].filter(([, of]) => of === name).map(([span]) => span) }))
    .filter(({ mentions }) => mentions.length > 0);

function learnOwners(examples: readonly Labelled[], rounds: number, random: () => number) {
  const owner = new Averaged(1);
  const prepared = examples.map((one) => ({
    ...one,
    scene: sceneOf(one.tokens),
    tables: tablesIn(one),
    spans: fieldsOfChoices(one.spans),
  }));
  for (let round = 0; round < rounds; round++)
    for (const { scene, tables, spans, ownerOf } of shuffled(prepared, random)) {
      let last: string | undefined;
      for (const field of spans) {
        const right = ownerOf.get(field.from);
        if (right === undefined || field.role !== "field") continue;
        let best: { name: string; score: number; features: string[] } | undefined;
        let good: { score: number; features: string[] } | undefined;
        for (const table of tables)
          for (const mention of table.mentions) {
            const features = ownerFeatures(scene, field, table, mention, spans, last);
            let score = 0;
            for (const feature of features) score += owner.now.get(feature)?.[0] ?? 0;
            if (!best || score > best.score) best = { name: table.name, score, features };
            if (table.name === right && (!good || score > good.score)) good = { score, features };
          }
        if (best && good && best.name !== right) {
          for (const feature of good.features) owner.add(feature, 0, 1);
          for (const feature of best.features) owner.add(feature, 0, -1);
        }
        last = right;
      }
      owner.step += 1;
    }
  return owner.mean();
}

function learnLinks(examples: readonly Labelled[], rounds: number, random: () => number) {
  const link = new Averaged(ways.length);
  const pairs = examples.flatMap((one) => {
    const scene = sceneOf(one.tokens);
    const tables = tablesIn(one);
    const spans = fieldsOfChoices(one.spans);
    const linksOf = (name: string) => one.gold.find((table) => table.name === name)!.links;
    return tables.flatMap((left, at) =>
      tables.slice(at + 1).map((right) => ({
        features: linkFeatures(scene, left, right, tables, spans),
        gold: linksOf(left.name).includes(right.name) ? 1 : linksOf(right.name).includes(left.name) ? 2 : 0,
      })),
    );
  });
  for (let round = 0; round < rounds; round++)
    for (const { features, gold } of shuffled(pairs, random)) {
      const scores = [0, 0, 0];
      for (const feature of features) {
        const row = link.now.get(feature);
        if (row) for (let way = 0; way < 3; way++) scores[way]! += row[way]!;
      }
      const guess = scores.indexOf(Math.max(...scores));
      if (guess !== gold)
        for (const feature of features) {
          link.add(feature, gold, 1);
          link.add(feature, guess, -1);
        }
      link.step += 1;
    }
  return link.mean();
}

export function train(
  examples: readonly Labelled[],
  rounds = 8,
  times = 3,
): ReaderModel<ReadonlyMap<string, Float32Array>> {
  const learn = <T>(how: (random: () => number) => T): T[] =>
    Array.from({ length: times }, (_, at) => how(randomFrom(7 + at)));
  const tagged = looksOfAll(examples);
  const taggers = learn((random) => learnTags(tagged, rounds, random));
  const owner = meanOf(learn((random) => learnOwners(examples, rounds, random)));
  return {
    tagger: { own: meanOf(taggers.map(({ own }) => own)), steps: meanOf(taggers.map(({ steps }) => steps)) },
    names: learnNames(examples),
    owner: new Map([...owner].map(([feature, row]) => [feature, row[0]!])),
    link: meanOf(learn((random) => learnLinks(examples, rounds, random))),
  };
}
