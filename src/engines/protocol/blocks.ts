/** One SEARCH/REPLACE block, as lines without breaks. */
export type Block = { search: string[]; replace: string[] };
export type BlockReading = Block | { malformed: string };

/**
 * Where a SEARCH text matches: for each of its lines the file's line, or -1 for one without a counterpart (blank,
 * elided, lost).
 */
export type Match = number[];

type Marker = "search" | "divider" | "replace";

/** Parses a marker line of five or more signs; tolerates trailing spaces and a sign or two at the end. */
function markerOf(line: string): Marker | null {
  if (/^<{5,}\s*SEARCH\b\s*[<>]*\s*$/.test(line)) return "search";
  if (/^={5,}\s*$/.test(line)) return "divider";
  if (/^>{5,}\s*REPLACE\b\s*[<>]*\s*$/.test(line)) return "replace";
  return null;
}

/**
 * Parses the blocks of a `partial_edit` body. Text between blocks (blank lines, fences, prose) is ignored, but a
 * misplaced marker makes its block malformed: half a block is never applied.
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
      // Two dividers or a stray marker: it is unknown which line divides the block.
      readings.push({ malformed: `the marker on line ${at + 1} is out of place` });
      [search, replace] = [null, null];
    } else (replace ?? search)?.push(line);
  }
  if (search) readings.push({ malformed: "the block is cut before its REPLACE marker" });
  if (readings.length === 0) readings.push({ malformed: "there is no SEARCH/REPLACE block" });
  return readings;
}

/** Removes a Markdown fence around a whole part. */
function withoutFence(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const isFenced = last > first && /^```[\w-]*\s*$/.test(lines[first]!) && /^```\s*$/.test(lines[last]!);
  return isFenced ? lines.slice(first + 1, last) : lines;
}

const lineNumber = /^[ \t]*(\d+)(?:\t| *[|│:→])/;

/**
 * Removes line numbers that an editor shows ("12 | code", "12: code", "12\tcode"); null for a block without. The
 * numbers of SEARCH are consecutive; REPLACE has them on all lines or none.
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

/** Removes the numbers with the following tab, or with one space where all continuing lines have it. */
function stripNumbers(lines: string[]): string[] {
  const bare = lines.map((line) => line.replace(lineNumber, ""));
  const isTabbed = lines.every((line) => lineNumber.exec(line)?.[0].endsWith("\t"));
  const isSpaced = !isTabbed && bare.every((line) => line.trim() === "" || line.startsWith(" "));
  return bare.map((line) => (isSpaced ? line.slice(1) : line));
}

const escapes: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

/** The block with its escaped markup ("&lt;div&gt;") written out; null for one that has none or also has plain markup. */
export function withoutEscapes({ search, replace }: Block): Block | null {
  const all = [...search, ...replace].join("\n");
  if (!/&(?:lt|gt);/.test(search.join("\n")) || /<\/?\w|\/>/.test(all)) return null;
  const plain = (line: string) => line.replace(/&(?:lt|gt|amp|quot|#39);/g, (escape) => escapes[escape]!);
  return { search: search.map(plain), replace: replace.map(plain) };
}
