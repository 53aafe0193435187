import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { alignLists } from "@/engines/protocol/delta";

/** A line of a window: in both versions (" "), only before ("-"), or only after ("+"). */
export type DiffLine = { sign: " " | "-" | "+"; text: string };
/** One hunk of a commit with context; `start` is the window's first line in `before`, from 0. */
export type Change = { before: string; after: string; start: number; window: DiffLine[] };

const contextLines = 3;
const windowMax = 60;

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 30 });

/** Hunks of this repository's last commits to its code, newest first. */
export function changesOfHistory(commits: number): Change[] {
  const raw = git(
    "log",
    "--no-merges",
    "--raw",
    "--no-abbrev",
    "--diff-filter=M",
    "--format=",
    `-${commits}`,
    "--",
    "src",
    "tests",
  );
  const pairs = [...raw.matchAll(/^:\d+ \d+ (\w+) (\w+) M\t(.+\.(?:tsx?|css|mjs|jsx?))$/gm)].map(
    ([, before, after]) => [before!, after!] as const,
  );
  const blobs = readBlobs([...new Set(pairs.flat())]);
  return pairs.flatMap(([before, after]) => changesOf(blobs.get(before)!, blobs.get(after)!));
}

/** Hunks between the versions of some code that lie in folders, oldest first: files of the same path that differ. */
export function changesBetween(folders: string[]): Change[] {
  return folders.slice(1).flatMap((fresh, at) =>
    readdirSync(fresh, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:[jt]sx?|css)$/.test(path) && !/\.d\.ts$|\.min\./.test(path))
      .filter((path) => existsSync(join(folders[at]!, path)))
      .map((path) => [folders[at]!, fresh].map((folder) => readFileSync(join(folder, path), "utf8")))
      .filter(([before, after]) => before !== after)
      .flatMap(([before, after]) => changesOf(before!, after!)),
  );
}

function readBlobs(ids: string[]): Map<string, string> {
  const bytes = execFileSync("git", ["cat-file", "--batch"], { input: ids.join("\n"), maxBuffer: 2 ** 30 });
  const blobs = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const [id, , size] = bytes.subarray(at, end).toString().split(" ");
    blobs.set(id!, bytes.subarray(end + 1, end + 1 + Number(size)).toString());
    at = end + Number(size) + 2;
  }
  return blobs;
}

function changesOf(before: string, after: string): Change[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const diff = alignLists(a, b).map(({ search, replace }): DiffLine & { at: number } => ({
    sign: replace < 0 ? "-" : search < 0 ? "+" : " ",
    text: search < 0 ? b[replace]! : a[search]!,
    at: search,
  }));
  const changes: Change[] = [];
  for (let at = 0; at < diff.length; at++) {
    if (diff[at]!.sign === " ") continue;
    let last = at;
    for (let next = at; next < diff.length && next <= last + 2 * contextLines; next++)
      if (diff[next]!.sign !== " ") last = next;
    const slice = diff.slice(Math.max(0, at - contextLines), last + 1 + contextLines);
    at = last;
    const window = slice.map(({ sign, text }) => ({ sign, text }));
    const old = window.filter(({ sign }) => sign !== "+").length;
    const start = slice.find(({ sign }) => sign !== "+")?.at ?? -1;
    const isPlain = window.every(({ text }) => !/^[<=>]{5,}/.test(text) && !/\.\.\.|…/.test(text));
    if (start < 0 || window.length > windowMax || !isPlain) continue;
    const fresh = window.flatMap(({ sign, text }) => (sign === "-" ? [] : [text]));
    changes.push({
      before,
      after: [...a.slice(0, start), ...fresh, ...a.slice(start + old)].join("\n"),
      start,
      window,
    });
  }
  return changes;
}
