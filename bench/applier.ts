import { applyEdit } from "@/engines/protocol/apply";
import { alignLists } from "@/engines/protocol/delta";
import { type Apply, peers } from "./applier/peers";
import { pick } from "./applier/random";
import { type Case, fits, refusals, type Spoil } from "./applier/spoils";
import { moreFits, moreRefusals } from "./applier/spoils-more";
import { type Change, changesBetween, changesOfHistory } from "./history";

/**
 * Correctness of the applier on real edits, written as a model's blocks and corrupted the way models corrupt them. What
 * must apply has one right result (trailing white space aside); the rest must be refused.
 *
 * `node bench/run.mjs applier [seed] [class]`: with a class, prints its first failing case. The edits are those of this
 * repository's history, or of `HISTORY=old,new[,newer]`, folders with versions of some other code. `PEERS=folder` (one
 * where `npm install diff diff-match-patch llm-diff-patcher` was run) measures those libraries on the same cases.
 */
const casesMax = Number(process.env.CASES ?? 400);
const ours: Apply = (before, text) => {
  const result = applyEdit(before, text);
  return result.ok ? result.content : null;
};
const appliers: Record<string, Apply> = { ours, ...(await peers(process.env.PEERS)) };
const [source, changes] = process.env.HISTORY
  ? [process.env.HISTORY, changesBetween(process.env.HISTORY.split(","))]
  : ["this repository's history", changesOfHistory(250)];
const show = process.argv[3];

const squeeze = (text: string) => text.replace(/\s+/g, "");
const isUnique = ({ before, window }: Change) => {
  const wanted = squeeze(window.flatMap(({ sign, text }) => (sign === "+" ? [] : [text])).join(""));
  return wanted.length > 8 && squeeze(before).indexOf(wanted) === squeeze(before).lastIndexOf(wanted);
};
/** Whether the corrupted SEARCH is, white space aside, that of another place. */
const isElsewhere = ({ before, start }: Change, { body }: Case) => {
  const search = squeeze(body.slice(body.indexOf("\n") + 1, body.indexOf("\n=======")));
  const at = squeeze(before).indexOf(search);
  const own = squeeze(before.split("\n").slice(0, start).join("\n")).length;
  return at >= 0 && Math.abs(at - own) > search.length;
};
const trimmed = (text: string) => text.replace(/[ \t]+(?=\r?$)/gm, "");

type Count = { cases: number; right: number; wrong: number; ms: number };
const empty = (): Count => ({ cases: 0, right: 0, wrong: 0, ms: 0 });

function* casesOf(spoil: Spoil): Generator<Case> {
  for (let [made, tries] = [0, 0]; made < casesMax && tries < 10 * casesMax; tries++) {
    const change = pick(changes);
    const edit = isUnique(change) ? spoil(change) : null;
    if (!edit || isElsewhere(change, edit)) continue;
    made++;
    yield edit;
  }
}

function count(count: Count, apply: Apply, { before, body, expected }: Case): boolean {
  const started = performance.now();
  const result = apply(before, body);
  count.ms += performance.now() - started;
  count.cases++;
  const isRight = result === null ? expected === null : expected !== null && trimmed(result) === trimmed(expected);
  if (isRight) count.right++;
  else if (result !== null) count.wrong++;
  return isRight;
}

function measure(title: string, spoils: Record<string, Spoil>) {
  console.log(
    `\n${title.padEnd(32)}  cases  ${Object.keys(appliers)
      .map((name) => name.padStart(16))
      .join("")}`,
  );
  const sums = Object.values(appliers).map(empty);
  for (const [name, spoil] of Object.entries(spoils)) {
    const counts = Object.values(appliers).map(empty);
    for (const edit of casesOf(spoil)) {
      for (const [at, apply] of Object.values(appliers).entries()) {
        const isRight = count(counts[at]!, apply, edit);
        const isShown = apply === ours && show === name && (!process.env.WRONG || counts[at]!.wrong > 0);
        if (isRight || !isShown) continue;
        report(edit);
        process.exit();
      }
    }
    for (const [at, sum] of sums.entries())
      for (const key of ["cases", "right", "wrong", "ms"] as const) sum[key] += counts[at]![key];
    print(name, counts);
  }
  print("all", sums);
  return sums;
}

/** A failing case: the block, and in which lines its result is not the expected one. */
function report({ before, body, expected }: Case) {
  const result = applyEdit(before, body);
  console.log(body);
  if (!result.ok || expected === null) return console.log("→", result);
  const [wanted, got] = [trimmed(expected).split("\n"), trimmed(result.content).split("\n")];
  for (const { search, replace } of alignLists(wanted, got))
    if (search < 0 || replace < 0)
      console.log(
        search < 0
          ? `→ is     ${replace + 1}: ${JSON.stringify(got[replace])}`
          : `→ should ${search + 1}: ${JSON.stringify(wanted[search])}`,
      );
}

function print(name: string, counts: Count[]) {
  const share = (part: number, all: number) => (all === 0 ? "-" : ((100 * part) / all).toFixed(1));
  const columns = counts.map(({ cases, right, wrong }) =>
    `${share(right, cases)} / ${share(wrong, cases)}`.padStart(16),
  );
  console.log(`${name.padEnd(32)}${String(counts[0]!.cases).padStart(7)}  ${columns.join("")}`);
}

console.log(`Appliers on ${changes.length} changes of ${source}, seed ${process.argv[2] ?? 7}: right % / wrong %`);
const sums = [
  measure("what must fit", fits),
  measure("what must fit, further", moreFits),
  measure("what must be refused", refusals),
  measure("what must be refused, further", moreRefusals),
];
const perEdit = Object.keys(appliers).map((name, at) => {
  const all = sums.map((sum) => sum[at]!);
  return `${name} ${(all.reduce((ms, one) => ms + one.ms, 0) / all.reduce((n, one) => n + one.cases, 0)).toFixed(2)}`;
});
console.log(`\nms per edit: ${perEdit.join(", ")}`);
