import { chooseFiles, evaluate, retrievalMethods, retrieveFiles, tokensOf, weights } from "@/features/context/retrieve";
import { casesOfApps } from "./context/apps";
import type { Case } from "./context/case";
import { kept, learned, learnWeights } from "./context/learn";
import { casesOfRepository } from "./context/repository";

/**
 * Recall@10 and token cost of each retrieval method and of all fused, against 0.6, the recall of a published builder's
 * own history (BM25 and recency over bolt.diy's commits). Two sets: requests to whole apps, which is the task; and a
 * repository's commits, whose subjects ("Simpler", "Denser cards") name files far less than requests do, which is the
 * lower bound.
 * `node bench/run.mjs context [repository] [folder]`; `--learn` fits weights on every other case and tests on the rest.
 */
const isLearning = process.argv.includes("--learn");
const [repository = ".", folder = "src"] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const target = 0.6;
/** Token budget of files in the assistant's prompt (features/turns/prompt.ts). */
const budgetTokens = 60_000;

/** CPU time, which is independent of other load. */
function spendMs(item: Case, weight: typeof weights): number {
  const before = process.cpuUsage();
  retrieveFiles(item, weight);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function measure(name: string, cases: Case[], weight = weights): void {
  const sums = new Map<string, { recall: number; tokens: number }>();
  const add = (row: string, recall: number, tokens: number) => {
    const sum = sums.get(row) ?? { recall: 0, tokens: 0 };
    sums.set(row, { recall: sum.recall + recall, tokens: sum.tokens + tokens });
  };
  let [spentMs, fileCount] = [0, 0];
  for (const item of cases) {
    const { files, truth } = item;
    const retrieved = retrieveFiles(item, weight);
    spentMs += Math.min(...[1, 2, 3].map(() => spendMs(item, weight)));
    fileCount += files.length;
    const evals = evaluate(retrieved, files, truth);
    for (const method of retrievalMethods) add(method, evals[method]?.recall ?? 0, evals[method]?.tokenUsage ?? 0);
    const first = new Set(retrieved.slice(0, kept).map(({ path }) => path));
    const sizeOf = (isMeant: (path: string) => boolean) =>
      files.reduce((sum, { path, content }) => sum + (isMeant(path) ? tokensOf(content) : 0), 0);
    add(
      `fused, first ${kept}`,
      truth.filter((path) => first.has(path)).length / truth.length,
      sizeOf((path) => first.has(path)),
    );
    const quoted = new Set(chooseFiles(item, budgetTokens).quoted.map(({ path }) => path));
    add(
      "quoted in 60,000",
      truth.filter((path) => quoted.has(path)).length / truth.length,
      sizeOf((path) => quoted.has(path)),
    );
    add(
      "everything",
      1,
      sizeOf(() => true),
    );
  }
  const count = cases.length || 1;
  const all = sums.get("everything")?.tokens ?? 1;
  const perFiles = (spentMs / fileCount) * 200;
  console.log(
    `\n${name}: ${cases.length} requests, ${Math.round(fileCount / count)} files on average, ${(spentMs / count).toFixed(1)} ms each, ${perFiles.toFixed(1)} ms for 200 files (limit 20)`,
  );
  console.log("method              recall  to 0.6    tokens  of everything");
  for (const [row, { recall, tokens }] of sums) {
    // Requests of this set contain no pointers or quotations.
    if (tokens === 0) continue;
    console.log(
      `${row.padEnd(18)}  ${(recall / count).toFixed(2).padStart(6)}  ${(recall / count / target).toFixed(2).padStart(6)}  ${Math.round(
        tokens / count,
      )
        .toString()
        .padStart(8)}  ${(tokens / all).toFixed(3).padStart(13)}`,
    );
  }
}

const sets = {
  "Apps and their builders' requests": casesOfApps(),
  "A repository and its commits": casesOfRepository(repository, folder),
};
for (const [name, cases] of Object.entries(sets)) measure(name, cases);

if (isLearning) {
  for (const half of [0, 1]) {
    const chosen = learnWeights(Object.values(sets).map((cases) => cases.filter((_, index) => index % 2 === half)));
    console.log(
      `\nWeights of ${half === 0 ? "even" : "odd"} cases: ${learned.map((method) => `${method} ${chosen[method]}`).join(", ")}; measured on the others:`,
    );
    for (const [name, cases] of Object.entries(sets))
      measure(
        name,
        cases.filter((_, index) => index % 2 !== half),
        chosen,
      );
  }
}
