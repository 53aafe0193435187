// Which test files take longest: they are started first, so that none of them ends up alone.
// `npm test -- --write-timings` measures anew.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const timings = fileURLToPath(new URL("timings.json", import.meta.url));
/** Seconds above which a file's place in the order matters. */
const longMin = 8;

/**
 * @param {number} [secondsMin]
 * @returns {string[]} paths of files that took that long, from the project's folder, the longest first
 */
export function longestFiles(secondsMin = longMin) {
  if (!existsSync(timings)) return [];
  /** @type {Record<string, number>} */
  const seconds = JSON.parse(readFileSync(timings, "utf8"));
  return Object.entries(seconds)
    .filter(([, one]) => one >= secondsMin)
    .sort(([, one], [, other]) => other - one)
    .map(([file]) => file);
}

/** @param {{ file: string, ms: number }[]} tests a file is from the project's folder; what ran on two databases counts twice */
export function writeTimings(tests) {
  /** @type {Map<string, number>} */
  const took = new Map();
  for (const { file, ms } of tests) took.set(file, (took.get(file) ?? 0) + ms);
  const long = [...took].map(([file, ms]) => /** @type {const} */ ([file, Math.round(ms / 1_000)]));
  const sorted = long.filter(([, seconds]) => seconds >= longMin).sort(([, one], [, other]) => other - one);
  writeFileSync(timings, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
