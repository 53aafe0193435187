/**
 * Scores the offline builder on tests/offline/corpus: `node bench/run.mjs offline [-v] [file …]`. `--save=FILE` keeps each
 * case's faults, and `--against=FILE` shows what has become right or wrong since they were kept.
 * A case counts only when entirely right; "in 1" to "in 3" are first messages that are so after as many clicks on what is
 * offered in case they were misread. "Wrong in silence" is the worst outcome: something else was changed without a
 * word.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { clicksTo, offersFor, parseCorpus, scoreCase, type Verdict } from "../tests/offline/corpus/score";
import { conversation } from "../tests/support/offline";

const folder = "tests/offline/corpus";
/** The faults of each case, by file and sentence. */
type Faults = Record<string, string[]>;
const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const found: Faults = {};
const args = process.argv.slice(2);
const isVerbose = args.includes("-v");
const names = args.filter((arg) => !arg.startsWith("-"));
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".txt") && (names.length === 0 || names.some((name) => file.startsWith(name))))
  .sort();

const rows: Record<string, Record<string, string | number>> = {};
const total = { cases: 0, right: 0, silent: 0, offers: 0, within: [0, 0, 0] };
const percent = (part: number, of: number) => Math.round((part / of) * 1000) / 10;
let slowest = 0;
for (const file of files) {
  const cases = parseCorpus(readFileSync(`${folder}/${file}`, "utf8"));
  const verdicts = cases.map((one): Verdict & { say: string; ms: number } => {
    const started = performance.now();
    const verdict = scoreCase(one);
    return { ...verdict, say: one.say, ms: performance.now() - started };
  });
  const isFirst = cases.every(({ scene }) => !scene);
  const offers = isFirst ? cases.map(offersFor) : [];
  const clicks = cases.map((one, at) => (verdicts[at]!.faults.length === 0 ? 0 : clicksTo(one, offers[at] ?? [])));
  const within = [1, 2, 3].map((most) => clicks.filter((count) => count <= most).length);
  const wrong = verdicts.filter(({ faults }) => faults.length > 0);
  if (isVerbose)
    for (const { say, faults, isSilent } of wrong)
      console.log(
        `${isSilent ? "SILENT " : ""}${say.slice(0, 150)}\n${faults.map((fault) => `    ${fault}`).join("\n")}`,
      );
  for (const { say, faults } of verdicts) found[`${file.slice(0, -4)}: ${say}`] = faults;
  const times = verdicts.map(({ ms }) => ms).sort((left, right) => left - right);
  slowest = Math.max(slowest, times.at(-1) ?? 0);
  const silent = verdicts.filter(({ isSilent }) => isSilent).length;
  rows[file.slice(0, -4)] = {
    cases: cases.length,
    right: cases.length - wrong.length,
    "%": percent(cases.length - wrong.length, cases.length),
    "wrong in silence": silent,
    "median ms": Math.round(times[times.length >> 1] ?? 0),
    ...(isFirst && { offers: offers.flat().length, "in 1": within[0]!, "in 2": within[1]!, "in 3": within[2]! }),
  };
  total.offers += offers.flat().length;
  total.within = total.within.map((sum, at) => sum + (within[at] ?? 0));
  total.cases += cases.length;
  total.right += cases.length - wrong.length;
  total.silent += silent;
}
rows.all = {
  cases: total.cases,
  right: total.right,
  "%": percent(total.right, total.cases),
  "wrong in silence": total.silent,
  "median ms": "",
  offers: total.offers,
  "in 1": total.within[0]!,
  "in 2": total.within[1]!,
  "in 3": total.within[2]!,
};
console.table(rows);
console.log(`Slowest: ${Math.round(slowest)} ms (with the earlier turns that set its scene).`);

const kept = option("against");
if (kept) {
  const before = JSON.parse(readFileSync(kept, "utf8")) as Faults;
  for (const [one, faults] of Object.entries(found))
    if (before[one] && (before[one].length === 0) !== (faults.length === 0))
      console.log([`${faults.length > 0 ? "WRONG NOW" : "right now"} ${one}`, ...faults].join("\n    "));
}
const saved = option("save");
if (saved) writeFileSync(saved, JSON.stringify(found));

/** Messages that nobody types, as long as the reader takes them: a pattern of more than linear time shows here. */
const long: Record<string, string> = {
  words: "word ",
  commas: "title, ",
  clauses: "books with title and author who has which ",
  colours: "red blue green ",
  dashes: "a - ",
  brackets: "books (title) ",
  places: "my little shop where i can ",
};
const lasted = Object.entries(long).map(([name, text]): [string, number] => {
  const started = performance.now();
  conversation().say(text.repeat(20_000).slice(0, 15_900));
  return [name, Math.round(performance.now() - started)];
});
console.table(Object.fromEntries(lasted.map(([name, ms]) => [name, { "ms for 15,900 characters": ms }])));
