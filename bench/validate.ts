import { validateBundle } from "@/engines/detect/check";
import { repairBundle } from "@/features/validation/repair";
import { issueKey } from "@/features/validation/rules";
import type { SourceFile } from "@/shipped/contract";
import { offlineApps } from "./validation/apps";
import { desk } from "./validation/desk";
import { type Fault, faults } from "./validation/faults";
import { foreignFaults } from "./validation/foreign";
import { measureSpeed } from "./validation/speed";
import { studio } from "./validation/studio";

/**
 * Seeds faults into clean apps and measures: are they detected, are they repaired from the bundle alone, and are clean
 * apps left alone.
 */
let seed = Number(process.argv[2] ?? 11);
const random = (limit: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};
const show = process.argv[3];
const apps: Record<string, SourceFile[]> = { desk, studio, ...offlineApps() };

console.log("Findings on clean apps\n");
for (const [name, files] of Object.entries(apps)) {
  const issues = validateBundle(files);
  console.log(`${name.padEnd(10)} ${String(files.length).padStart(3)} files  ${issues.length} findings`);
  for (const issue of issues) console.log(`   ${issue.path}:${issue.line} ${issue.detectorId} ${issue.message}`);
}

const squeeze = (files: SourceFile[]) =>
  files
    .map(
      ({ path, content }) =>
        `${path}\0${path.endsWith(".json") ? JSON.stringify(tryParse(content)) : content.replace(/\s+/g, "")}`,
    )
    .sort()
    .join("\n");
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

if (!show || show in faults) measureFaults("Faults as the detectors' own authors listed them", faults);
measureFaults(
  "Foreign faults: mutations of the syntax tree that know no detector",
  show && show in foreignFaults ? { [show]: foreignFaults[show]! } : foreignFaults,
);
measureSpeed();

/** Per class of faults: detection, issues left after repair, and whether the file is restored. */
function measureFaults(title: string, classes: Record<string, Fault>) {
  console.log(`\n${title}\n\nfault                                           cases  found  clean  as before`);
  const total = { cases: 0, found: 0, clean: 0, same: 0 };
  for (const [name, fault] of Object.entries(classes)) {
    const count = { cases: 0, found: 0, clean: 0, same: 0 };
    for (let turn = 0; turn < 4; turn++) {
      for (const files of Object.values(apps)) {
        const bad = fault(files, random);
        if (!bad) continue;
        const before = new Set(validateBundle(files).map(issueKey));
        count.cases++;
        const isFound = validateBundle(bad).some((issue) => !before.has(issueKey(issue)));
        if (!isFound) {
          if (show === name) report(files, bad, "not found");
          continue;
        }
        count.found++;
        const repair = repairBundle(bad);
        const isClean = repair.unresolvedIssues.every((issue) => before.has(issueKey(issue)));
        if (isClean) count.clean++;
        if (squeeze(repair.appBundle.files) === squeeze(files)) count.same++;
        else if (show === name)
          report(files, bad, JSON.stringify([repair.unresolvedIssues, repair.repairProcessDetails], null, 1));
      }
    }
    for (const key of ["cases", "found", "clean", "same"] as const) total[key] += count[key];
    console.log(
      `${name.padEnd(46)}${[count.cases, count.found, count.clean, count.same].map((number) => String(number).padStart(7)).join("")}`,
    );
  }
  const percent = (part: number) => `${((100 * part) / total.cases).toFixed(1)} %`;
  console.log(
    `\n${Object.keys(classes).length} classes, ${total.cases} cases: found ${percent(total.found)}, clean after repair ${percent(total.clean)}, as before the fault ${percent(total.same)}`,
  );
}

function report(files: SourceFile[], bad: SourceFile[], words: string) {
  const old = new Map(files.map(({ path, content }) => [path, content]));
  const changed = bad.find(({ path, content }) => old.get(path) !== content);
  const [a, b] = [(old.get(changed?.path ?? "") ?? "").split("\n"), (changed?.content ?? "").split("\n")];
  const at = b.findIndex((line, index) => line !== a[index]);
  console.log("---", changed?.path, words, "\n", b.slice(Math.max(0, at - 2), at + 5).join("\n"));
}
