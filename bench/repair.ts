import { validateBundle } from "@/engines/detect/check";
import { checkTurn } from "@/features/validation/check-turn";
import { repairBundle } from "@/features/validation/repair";
import { issueKey } from "@/features/validation/rules";
import type { SourceFile } from "@/shipped/contract";
import { editsOfApps, editsOfConversations } from "./repair/edits";
import { type Slip, slips } from "./repair/slips";

/**
 * Repair without a model. Edits of whole apps, one version to the next, in whose new text a slip is made: the kinds and
 * their shares are those of 178 faults that assistants left in 86 commits of real apps (facts/assistant.md §3).
 * Measured: slips whose issues are all gone, lines of the edit that are kept, and files that are worse than before.
 *
 * `node bench/run.mjs repair [seed] [slip]`: with a slip, prints what was not mended.
 */
let seed = Number(process.argv[2] ?? 5);
const random = (limit: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};
const show = process.argv[3];
const casesMax = 25;

type Count = {
  cases: number;
  found: number;
  alone: number;
  cleared: number;
  same: number;
  kept: number;
  lines: number;
  worse: number;
};
const empty = (): Count => ({ cases: 0, found: 0, alone: 0, cleared: 0, same: 0, kept: 0, lines: 0, worse: 0 });

const sources = [editsOfConversations(), editsOfApps()];
const edits = sources.flat();
const textOf = (files: SourceFile[], path: string) => files.find((file) => file.path === path)?.content ?? "";

/** Lines that the edit brought to a file: not in the version before. */
function fresh(before: SourceFile[], after: SourceFile[]): string[] {
  return after.flatMap(({ path, content }) => {
    const old = new Set(textOf(before, path).split("\n"));
    return content
      .split("\n")
      .flatMap((line) => (line.trim() === "" || old.has(line) ? [] : [`${path}\0${line.trim()}`]));
  });
}

function measure(name: string, slip: Slip): Count {
  const count = empty();
  for (let tries = 0; count.cases < casesMax && tries < 30 * casesMax; tries++) {
    const source = sources[random(sources.length)]!;
    const { before, after } = source[random(source.length)]!;
    const faulty = slip({ before, after, random });
    if (!faulty) continue;
    count.cases++;
    const old = new Set([...validateBundle(before), ...validateBundle(after)].map(issueKey));
    const broken = validateBundle(faulty).filter((issue) => !old.has(issueKey(issue)));
    if (broken.length > 0) count.found++;
    const alone = repairBundle(faulty, { iterations: 2, except: validateBundle(before) }).unresolvedIssues;
    if (broken.length > 0 && alone.every((issue) => old.has(issueKey(issue)))) count.alone++;
    const checked = checkTurn(before, faulty);
    const left = validateBundle(checked.files).filter((issue) => !old.has(issueKey(issue)));
    if (broken.length > 0 && left.length === 0) count.cleared++;
    else if (show === name)
      report(
        faulty,
        checked.files,
        left.map(({ path, line, message }) => `${path}:${line} ${message}`),
      );
    const errors = (issues: { severity: string }[]) => issues.filter(({ severity }) => severity === "error").length;
    if (errors(left) > errors(broken)) count.worse++;
    // Of the edit's lines that the slip left, those that are there afterwards.
    const now = new Set(
      checked.files.flatMap(({ path, content }) => content.split("\n").map((line) => `${path}\0${line.trim()}`)),
    );
    const wanted = new Set(fresh(before, after));
    const lines = fresh(before, faulty).filter((line) => wanted.has(line));
    count.lines += lines.length;
    count.kept += lines.filter((line) => now.has(line)).length;
    const squeeze = (files: SourceFile[]) =>
      files
        .map(({ path, content }) => path + content.replace(/\s+/g, ""))
        .sort()
        .join();
    if (squeeze(checked.files) === squeeze(after)) count.same++;
  }
  return count;
}

function report(faulty: SourceFile[], now: SourceFile[], left: string[]) {
  const path = /^[^:]+/.exec(left[0] ?? "")?.[0] ?? "";
  console.log(
    "---",
    left.slice(0, 5).join("\n    "),
    "\n",
    textOf(faulty, path).slice(0, 1_500),
    "\n=>\n",
    textOf(now, path).slice(0, 300),
  );
}

console.log(`Repair without a model, of slips in ${edits.length} edits of apps, seed ${process.argv[2] ?? 5}\n`);
console.log(
  "slip                                  share %  cases  found %  without the version before %  cleared %  as meant %  lines kept %  worse",
);
const sum = { share: 0, cleared: 0, alone: 0, kept: 0, worse: 0 };
const percent = (part: number, all: number) => (all === 0 ? 0 : (100 * part) / all);
for (const [name, { share, slip }] of Object.entries(slips)) {
  if (show && show !== name) continue;
  const count = measure(name, slip);
  const [cleared, alone, kept] = [
    percent(count.cleared, count.cases),
    percent(count.alone, count.cases),
    percent(count.kept, count.lines),
  ];
  if (count.cases > 0) sum.share += share;
  sum.cleared += share * cleared;
  sum.alone += share * alone;
  sum.kept += share * kept;
  sum.worse += count.worse;
  const cells = [
    share,
    count.cases,
    percent(count.found, count.cases),
    alone,
    cleared,
    percent(count.same, count.cases),
    kept,
    count.worse,
  ];
  const widths = [9, 7, 9, 30, 11, 12, 14, 7];
  console.log(
    name.padEnd(36) +
      cells.map((cell, at) => (Number.isInteger(cell) ? String(cell) : cell.toFixed(1)).padStart(widths[at]!)).join(""),
  );
}
console.log(
  `\nBy share: cleared ${(sum.cleared / sum.share).toFixed(1)} % (without the version before ${(sum.alone / sum.share).toFixed(1)} %), lines kept ${(sum.kept / sum.share).toFixed(1)} %, made worse ${sum.worse}`,
);
