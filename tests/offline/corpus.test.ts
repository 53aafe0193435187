import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseCorpus, scoreCase } from "./corpus/score";

/** Cases that are wholly right at least, and wrong in silence at most: figures that only get better (`node bench/run.mjs offline`). */
const kept: [string, number, number][] = [
  ["dev-changes", 54, 0],
  ["dev-first", 61, 0],
  ["eighth-held-first", 39, 7],
  ["fifth-held-first", 38, 8],
  ["fourth-held-changes", 41, 0],
  ["fourth-held-first", 32, 3],
  ["fresh-changes", 42, 0],
  ["fresh-first", 41, 0],
  ["fresh-more", 20, 0],
  ["held-back-changes", 54, 0],
  ["held-back-first", 49, 2],
  ["held-out-changes", 65, 0],
  ["held-out-first", 48, 1],
  ["ninth-held-first", 30, 7],
  ["second-changes", 61, 0],
  ["second-first", 54, 2],
  ["seventh-held-first", 38, 15],
  ["sixth-held-first", 46, 1],
  ["strangers-held-changes", 69, 0],
  ["strangers-held-first", 39, 3],
  ["strangers-learn-changes", 68, 0],
  ["strangers-learn-first", 48, 2],
  ["telegram-first", 18, 0],
  ["tenth-held-first", 21, 9],
  ["third-held-changes", 64, 0],
  ["third-held-first", 24, 5],
  ["third-learn-first", 27, 2],
];

it.each(kept)("understands at least as much as before: %s", (name, right, silent) => {
  const verdicts = parseCorpus(readFileSync(`tests/offline/corpus/${name}.txt`, "utf8")).map(scoreCase);
  expect(verdicts.filter(({ faults }) => faults.length === 0).length).toBeGreaterThanOrEqual(right);
  expect(verdicts.filter(({ isSilent }) => isSilent).length).toBeLessThanOrEqual(silent);
});
