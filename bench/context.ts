import { execFileSync } from "node:child_process";
import { evaluate, retrievalMethods, retrieveFiles, tokensOf } from "@/features/context/retrieve";

/**
 * Recall at 10 and tokens of each retrieval method, on a repository's own history: a commit's subject is the request, the files that it
 * changed (and that were there before) are the truth, and what the commits before it changed is recent.
 * `node bench/run.mjs context [repository] [folder]`; by default this repository's `src`.
 */
const [repository = ".", folder = "src"] = process.argv.slice(2);
const changedMax = 12;
const kept = 10;

const git = (...args: string[]): string => execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
const isCode = (path: string) => path.startsWith(`${folder}/`) && /\.(jsx?|tsx?|mjs|css|json)$/.test(path);

const contents = new Map<string, string>();

function filesAt(commit: string) {
  return git("ls-tree", "-r", commit, folder).split("\n").flatMap((line) => {
    const [, hash, path] = /^\d+ blob (\w+)\t(.+)$/.exec(line) ?? [];
    if (!hash || !path || !isCode(path)) return [];
    if (!contents.has(hash)) contents.set(hash, git("cat-file", "blob", hash));
    return [{ path: path.slice(folder.length + 1), content: contents.get(hash)! }];
  });
}

const log = git("log", "--no-merges", "--reverse", "--format=%x00%H %s", "--name-only", "--", folder).split("\0").slice(1);
const commits = log.map((entry) => {
  const [head = "", ...paths] = entry.split("\n");
  return { hash: head.slice(0, 40), subject: head.slice(41), changed: paths.filter(isCode).map((path) => path.slice(folder.length + 1)) };
});

type Sum = { recall: number; tokens: number };
const sums = new Map<string, Sum>();
const add = (name: string, { recall, tokens }: Sum) => {
  const sum = sums.get(name) ?? { recall: 0, tokens: 0 };
  sums.set(name, { recall: sum.recall + recall, tokens: sum.tokens + tokens });
};

let measured = 0;
let spentMs = 0;
let fileCount = 0;
for (const [index, { hash, subject, changed }] of commits.entries()) {
  if (index === 0) continue;
  const files = filesAt(`${hash}^`);
  const present = new Set(files.map(({ path }) => path));
  const truth = changed.filter((path) => present.has(path));
  if (truth.length === 0 || truth.length > changedMax) continue;
  const recent = [...new Set(commits.slice(Math.max(0, index - 3), index).toReversed().flatMap((commit) => commit.changed))];
  const started = performance.now();
  const retrieved = retrieveFiles({ text: subject, files, recent });
  spentMs += performance.now() - started;
  measured += 1;
  fileCount += files.length;
  const evals = evaluate(retrieved, files, truth);
  for (const method of retrievalMethods) add(method, { recall: evals[method]?.recall ?? 0, tokens: evals[method]?.tokenUsage ?? 0 });
  const first = new Set(retrieved.slice(0, kept).map(({ path }) => path));
  const sizeOf = (paths: Set<string>) => files.reduce((sum, { path, content }) => sum + (paths.has(path) ? tokensOf(content) : 0), 0);
  add(`fused, first ${kept}`, { recall: truth.filter((path) => first.has(path)).length / truth.length, tokens: sizeOf(first) });
  add("everything", { recall: 1, tokens: sizeOf(present) });
}

const all = sums.get("everything");
console.log(`${measured} commits, ${Math.round(fileCount / measured)} files on average, ${(spentMs / measured).toFixed(1)} ms each; tokens as a ratio to sending everything\n`);
console.log("method              recall    tokens     ratio");
for (const [name, { recall, tokens }] of sums) {
  console.log(`${name.padEnd(18)}  ${(recall / measured).toFixed(2).padStart(6)}  ${Math.round(tokens / measured).toString().padStart(8)}  ${(tokens / (all?.tokens ?? 1)).toFixed(3).padStart(8)}`);
}
