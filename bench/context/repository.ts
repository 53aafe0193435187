import { execFileSync } from "node:child_process";
import { type Case, changedMax, historyMax } from "./case";

/**
 * Cases of a repository's history: the commit's subject is the request, its changed files that existed before are the
 * ground truth.
 */
export function casesOfRepository(repository: string, folder: string): Case[] {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  const isCode = (path: string) => path.startsWith(`${folder}/`) && /\.(jsx?|tsx?|mjs|css|json)$/.test(path);
  const short = (path: string) => path.slice(folder.length + 1);
  const contents = new Map<string, string>();
  const filesAt = (commit: string) =>
    git("ls-tree", "-r", commit, folder)
      .split("\n")
      .flatMap((line) => {
        const [, hash, path] = /^\d+ blob (\w+)\t(.+)$/.exec(line) ?? [];
        if (!hash || !path || !isCode(path)) return [];
        if (!contents.has(hash)) contents.set(hash, git("cat-file", "blob", hash));
        return [{ path: short(path), content: contents.get(hash)! }];
      });
  const commits = git("log", "--no-merges", "--reverse", "--format=%x00%H %s", "--name-only", "--", folder)
    .split("\0")
    .slice(1)
    .map((entry) => {
      const [head = "", ...paths] = entry.split("\n");
      return { hash: head.slice(0, 40), request: head.slice(41), paths: paths.filter(isCode).map(short) };
    });
  return commits.slice(1).flatMap(({ hash, request, paths }, index) => {
    const files = filesAt(`${hash}^`);
    const present = new Set(files.map(({ path }) => path));
    const truth = paths.filter((path) => present.has(path));
    const history = commits.slice(Math.max(0, index + 1 - historyMax), index + 1).toReversed();
    return truth.length === 0 || truth.length > changedMax ? [] : [{ text: request, files, history, truth }];
  });
}
