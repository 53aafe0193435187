/**
 * How well changes are read that the reader never saw: `node bench/run.mjs changes [--folds N] [--show]`.
 * How well they are carried out where the labels are the reading: `--gold [--show] [--every N] [file …]`.
 * How messages come out on which nothing was trained (tests/offline/held-changes): `--held`, with the same options.
 * `npm run train` (`--write`) trains it on all of them and writes src/offline/learned/requests/model.json.
 */
import { writeFileSync } from "node:fs";
import type { StoredChangeModel } from "@/offline/learned/requests/reading/load-model";
import { type ChangeModel, requestsIn, spansOf } from "@/offline/learned/requests/reading/read-requests";
import { type LabelledChange, readLabelledChanges } from "./reader/change-labels";
import { tellCarried } from "./reader/gold";
import { learnChanges } from "./reader/learn-changes";

const args = process.argv.slice(2);
const option = (name: string, otherwise: string) =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? otherwise) : otherwise;
const folder = "tests/offline/learn-changes";
const [isGold, isHeld] = [args.includes("--gold"), args.includes("--held")];
if (isGold || isHeld) {
  const every = Number(option("--every", "1"));
  const files = args.filter((arg, at) => !arg.startsWith("-") && args[at - 1] !== "--every");
  const some = readLabelledChanges(isHeld ? "tests/offline/held-changes" : folder, files).filter(
    (_, at) => at % every === 0,
  );
  tellCarried(some, args.includes("--show"), isGold);
  process.exit();
}
const examples = readLabelledChanges(folder);
console.log(`${examples.length} messages, ${examples.reduce((sum, { sorts }) => sum + sorts.length, 0)} requests`);

const counts = { messages: 0, "where requests stand": 0, "what they ask": 0, "names they bring": 0, whole: 0 };
function judge(model: ChangeModel, { scene, row, sorts }: LabelledChange): void {
  const read = requestsIn(scene, model);
  const gold = spansOf(row);
  const textOf = ({ from, to }: { from: number; to: number }) =>
    scene.text.slice(scene.words[from]!.from, scene.words[to - 1]!.to);
  const isPlaced = JSON.stringify(read.map(textOf)) === JSON.stringify(gold.map(textOf));
  const isSorted = read.map(({ sort }) => sort).join() === sorts.map(({ sort }) => sort).join();
  const isNamed =
    JSON.stringify(read.map(({ names }) => names.map(textOf))) ===
    JSON.stringify(gold.map(({ names }) => names.map(textOf)));
  counts.messages += 1;
  counts["where requests stand"] += Number(isPlaced);
  counts["what they ask"] += Number(isSorted);
  counts["names they bring"] += Number(isNamed);
  counts.whole += Number(isSorted && isNamed);
  if (args.includes("--show") && !(isSorted && isNamed))
    console.log(
      `${scene.text}\n    ${read.map((one) => `${one.sort} [${textOf(one)}] ${one.names.map(textOf).join("|")}`).join("\n    ")}\n    not ${sorts.map(({ sort }) => sort).join(", ")}`,
    );
}

const folds = Number(option("--folds", "5"));
for (let fold = 0; fold < folds; fold++) {
  const model = learnChanges(examples.filter((_, at) => at % folds !== fold));
  for (const one of examples.filter((_, at) => at % folds === fold)) judge(model, one);
}
if (folds > 0)
  for (const [part, count] of Object.entries(counts))
    console.log(`${part.padEnd(22)} ${String(count).padStart(5)}  ${((100 * count) / counts.messages).toFixed(1)} %`);

/** Without zeros and what next to nothing depends on. */
const sparse = (rows: ReadonlyMap<string, Float32Array>) =>
  Object.fromEntries(
    [...rows].flatMap(([feature, row]) => {
      const pairs = [...row].flatMap((value, at) => (Math.abs(value) >= 0.3 ? [at, Number(value.toFixed(1))] : []));
      return pairs.length > 0 ? [[feature, pairs]] : [];
    }),
  );
if (args.includes("--write")) {
  const but = option("--but", "");
  const [part, of] = but.split("/").map(Number);
  const model = learnChanges(but ? examples.filter((_, at) => at % of! !== part) : examples);
  const stored: StoredChangeModel = {
    sorts: [...model.sorts],
    tags: sparse(model.tags),
    steps: sparse(model.steps),
    requests: sparse(model.requests),
    details: Object.fromEntries(
      [...model.details].map(([name, { values, weights }]) => [
        name,
        { values: [...values], weights: sparse(weights) },
      ]),
    ),
    grounds: sparse(model.grounds),
    words: [...model.words],
  };
  writeFileSync("src/offline/learned/requests/model.json", `${JSON.stringify(stored)}\n`);
}
