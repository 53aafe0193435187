/**
 * How much of labelled first messages a reader finds that never saw them: `node bench/run.mjs reader [--show N] [--folds N]`.
 * `npm run train` (`--write`) trains it on all of them and writes src/offline/learned/descriptions/model.json.
 */
import { writeFileSync } from "node:fs";
import type { StoredModel } from "@/offline/learned/descriptions/load-model";
import { nameFor } from "@/offline/learned/descriptions/names/names";
import { readMessage, type ReaderModel } from "@/offline/learned/descriptions/read-message";
import { sceneOf } from "@/offline/learned/descriptions/tagging/features";
import { singular } from "@/offline/language/inflect";
import { type Labelled, labelledIn } from "./reader/labels";
import { train } from "./reader/learn";

const args = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise;
const examples = labelledIn("tests/offline/learn");
console.log(`${examples.length} messages, ${examples.reduce((sum, { tokens }) => sum + tokens.length, 0)} tokens`);

const parts = ["tables", "fields", "options", "links"] as const;
type Counts = Record<(typeof parts)[number], { hit: number; gold: number; found: number }> & {
  whole: number;
  cases: number;
};
const none = (): Counts => ({
  ...(Object.fromEntries(parts.map((part) => [part, { hit: 0, gold: 0, found: 0 }])) as Omit<
    Counts,
    "whole" | "cases"
  >),
  whole: 0,
  cases: 0,
});

/** What a reading says, as lines that can be compared. */
function linesOf(
  tables: readonly {
    key: string;
    fields: readonly { text: string; options: readonly string[] }[];
    links: readonly string[];
  }[],
) {
  const low = (text: string) => text.toLowerCase();
  return {
    tables: new Set(tables.map(({ key }) => key)),
    fields: new Set(tables.flatMap(({ key, fields }) => fields.map(({ text }) => `${key}.${low(text)}`))),
    options: new Set(
      tables.flatMap(({ key, fields }) =>
        fields
          .filter(({ options }) => options.length > 1)
          .map(({ text, options }) => `${key}.${low(text)}=${options.map(low).join("|")}`),
      ),
    ),
    links: new Set(tables.flatMap(({ key, links }) => links.map((to) => `${key}>${to}`))),
  };
}

let shown = 0;
function judge(model: ReaderModel, one: Labelled, counts: Counts) {
  const canon = (name: string) => singular(name).toLowerCase();
  const read = readMessage(one.say, model);
  const real = one.gold.filter(({ surface }) => surface !== "-");
  const keyOf = (name: string) => {
    const span = [...one.tableOf].find(([, of]) => of === name)?.[0];
    return canon(span ? nameFor(sceneOf(one.tokens), span, model.names) : name);
  };
  const isReal = (name: string) => real.some((table) => table.name === name);
  const gold = linesOf(
    real.map(({ name, fields, links }) => ({ key: keyOf(name), fields, links: links.filter(isReal).map(keyOf) })),
  );
  const found = linesOf(read.map(({ name, fields, links }) => ({ key: canon(name), fields, links: links.map(canon) })));
  let isWhole = true;
  for (const part of parts) {
    const hit = [...gold[part]].filter((line) => found[part].has(line)).length;
    counts[part].hit += hit;
    counts[part].gold += gold[part].size;
    counts[part].found += found[part].size;
    if (hit !== gold[part].size || hit !== found[part].size) isWhole = false;
  }
  counts.cases += 1;
  if (isWhole) counts.whole += 1;
  else if (shown++ < Number(option("--show", "0"))) {
    const minus = parts.flatMap((part) => [...gold[part]].filter((line) => !found[part].has(line)));
    const plus = parts.flatMap((part) => [...found[part]].filter((line) => !gold[part].has(line)));
    console.log(`${one.say}\n   missed ${minus.join(", ")}\n   wrong  ${plus.join(", ")}`);
  }
}

const percent = (part: number, whole: number) => (whole === 0 ? "-" : ((100 * part) / whole).toFixed(1));
function rowOf(counts: Counts) {
  const cells = parts.map((part) => {
    const { hit, gold, found } = counts[part];
    return [part, percent(2 * hit, gold + found)] as const;
  });
  return {
    messages: counts.cases,
    "whole %": percent(counts.whole, counts.cases),
    ...Object.fromEntries(cells.map(([part, value]) => [`${part} F1`, value])),
  };
}

const folds = Number(option("--folds", "5"));
const seen = none();
const held = none();
for (let fold = 0; fold < folds; fold++) {
  const isHeld = (_: Labelled, at: number) => at % 5 === fold;
  const model = train(examples.filter((one, at) => !isHeld(one, at)));
  if (fold === 0) for (const one of examples.filter((one, at) => !isHeld(one, at))) judge(model, one, seen);
  shown = fold === 0 ? 0 : shown;
  for (const one of examples.filter(isHeld)) judge(model, one, held);
}
if (folds > 0) console.table({ "never seen": rowOf(held), "learned from": rowOf(seen) });

if (args.includes("--write")) {
  const model = train(examples);
  // Smaller weights are nearly half of the file, and what is read is the same without them.
  const least = 1;
  const round = (value: number) => (Math.abs(value) < least ? 0 : Math.round(value * 20));
  const sparse = (weights: ReadonlyMap<string, Float32Array>) =>
    Object.fromEntries(
      [...weights].flatMap(([feature, row]) => {
        const pairs = [...row].flatMap((value, index) => (round(value) === 0 ? [] : [index, round(value)]));
        return pairs.length > 0 ? [[feature, pairs]] : [];
      }),
    );
  const stored: StoredModel = {
    own: sparse(model.tagger.own),
    steps: sparse(model.tagger.steps),
    link: sparse(model.link),
    owner: Object.fromEntries(
      [...model.owner].flatMap(([feature, value]) => (round(value) === 0 ? [] : [[feature, round(value)]])),
    ),
    names: Object.fromEntries(model.names),
  };
  writeFileSync("src/offline/learned/descriptions/model.json", `${JSON.stringify(stored)}\n`);
}
