/** One SEARCH/REPLACE block: lines without their breaks. */
export type Block = { search: string[]; replace: string[] };
export type BlockReading = Block | { malformed: string };

/**
 * Where a SEARCH text stands: for each of its lines the file's line; -1 for one that stands for none (blank, elided,
 * lost).
 */
export type Match = number[];

type Marker = "search" | "divider" | "replace";

/** Reads a marker line of five or more signs; trailing spaces and a trailing sign or two are forgiven. */
function markerOf(line: string): Marker | null {
  if (/^<{5,}\s*SEARCH\b\s*[<>]*\s*$/.test(line)) return "search";
  if (/^={5,}\s*$/.test(line)) return "divider";
  if (/^>{5,}\s*REPLACE\b\s*[<>]*\s*$/.test(line)) return "replace";
  return null;
}

/**
 * Reads the blocks of a `partial_edit` body. What stands between blocks (empty lines, fences, prose) is passed over,
 * but a marker out of its place makes its block malformed: half a block is never an edit.
 */
export function readBlocks(body: string): BlockReading[] {
  const readings: BlockReading[] = [];
  let search: string[] | null = null;
  let replace: string[] | null = null;
  const lines = body.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const marker = markerOf(line);
    if (marker === "search") {
      if (search) readings.push({ malformed: "a new SEARCH begins before this block's REPLACE" });
      [search, replace] = [[], null];
    } else if (marker === "divider" && search && !replace) replace = [];
    else if (marker === "replace" && search && replace) {
      readings.push({ search: withoutFence(search), replace: withoutFence(replace) });
      [search, replace] = [null, null];
    } else if (marker) {
      // Two dividers, or a marker that belongs to no block: which line divides the block cannot be known.
      readings.push({ malformed: `the marker on line ${at + 1} is out of place` });
      [search, replace] = [null, null];
    } else (replace ?? search)?.push(line);
  }
  if (search) readings.push({ malformed: "the block is cut before its REPLACE marker" });
  if (readings.length === 0) readings.push({ malformed: "there is no SEARCH/REPLACE block" });
  return readings;
}

/** Models like to fence code: a fence around the whole of a part is not code. */
function withoutFence(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const isFenced = last > first && /^```[\w-]*\s*$/.test(lines[first]!) && /^```\s*$/.test(lines[last]!);
  return isFenced ? lines.slice(first + 1, last) : lines;
}

const lineNumber = /^[ \t]*(\d+)(?:\t| *[|│:→])/;

/**
 * A block whose lines carry the numbers of an editor ("12 | code", "12: code", "12\tcode"), without them; null for any
 * other. The numbers of SEARCH follow one another; REPLACE has them on all lines or on none.
 */
export function withoutNumbers({ search, replace }: Block): Block | null {
  const numbers = search.map(numberOf);
  if (search.length === 0 || numbers.some((number, at) => number === null || number !== numbers[0]! + at)) return null;
  const isNumbered = replace.some((line) => numberOf(line) !== null);
  if (isNumbered && replace.some((line) => line.trim() !== "" && numberOf(line) === null)) return null;
  return { search: stripNumbers(search), replace: isNumbered ? stripNumbers(replace) : replace };
}

function numberOf(line: string): number | null {
  const found = lineNumber.exec(line);
  return found && Number(found[1]);
}

/** Takes the numbers off with the tab behind them, or with the one space where all lines that go on have it. */
function stripNumbers(lines: string[]): string[] {
  const bare = lines.map((line) => line.replace(lineNumber, ""));
  const isTabbed = lines.every((line) => lineNumber.exec(line)?.[0].endsWith("\t"));
  const isSpaced = !isTabbed && bare.every((line) => line.trim() === "" || line.startsWith(" "));
  return bare.map((line) => (isSpaced ? line.slice(1) : line));
}
