/** A line as the model wrote it and as the file has it. */
export type Pair = { theirs: string; ours: string };

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0];
/** Columns; a tab counts four. */
const widthOf = (indent: string) => indent.replaceAll("\t", "    ").length;
/** A continued block comment: its extra space is no indentation step. */
const isStarred = (line: string) => /^\s*\*/.test(line);

/**
 * Returns a function that computes a new line's indentation, for a model that indents deeper, shallower or with other
 * characters than the file. Where both agree the model's indentation is kept. It takes the new line and the pair that
 * it replaces, if any.
 * @param written all lines of the model, to detect its indentation step
 */
export function reindenter(pairs: Pair[], written: string[], file: string[]): (text: string, near?: Pair) => string {
  const both = pairs.filter(({ theirs, ours }) => theirs.trim() !== "" && ours.trim() !== "");
  const plain = both.filter(({ ours }) => !isStarred(ours));
  const told = plain.length > 0 ? plain : both;
  const isTabbed = usesTabs(file) ?? usesTabs(written) ?? false;
  const isSame = both.every(({ theirs, ours }) => indentOf(theirs) === indentOf(ours));
  const isIndented = told.some(({ ours }) => indentOf(ours) !== "");
  // Lines at the margin do not tell whether the model indents like the file; its own spaces are kept unless the file has tabs.
  if (isSame && (isIndented || (usesTabs(written) ?? isTabbed) === isTabbed)) return indentOf;
  const known = mostFrequent(told);
  const slope = slopeOf(known) ?? (stepOf(file) ?? 2) / (stepOf(written) ?? stepOf(file) ?? 2);
  return (text, near) => {
    const indent = indentOf(text);
    const exact = near && indentOf(near.theirs) === indent ? indentOf(near.ours) : known.get(indent);
    if (exact !== undefined) return exact;
    const base: readonly [string, string] = near
      ? [indentOf(near.theirs), indentOf(near.ours)]
      : nearestOf(known, indent);
    const columns = widthOf(base[1]) + (widthOf(indent) - widthOf(base[0])) * slope;
    return indentOfWidth(Math.max(0, Math.round(columns)), isTabbed);
  };
}

/** For each indentation of the model the file's, by the majority of lines. */
function mostFrequent(pairs: Pair[]): Map<string, string> {
  const votes = new Map<string, Map<string, number>>();
  for (const { theirs, ours } of pairs) {
    const counts = votes.get(indentOf(theirs)) ?? new Map<string, number>();
    counts.set(indentOf(ours), (counts.get(indentOf(ours)) ?? 0) + 1);
    votes.set(indentOf(theirs), counts);
  }
  return new Map(
    [...votes].map(([theirs, counts]) => [theirs, [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0]]),
  );
}

/** Columns of the file for each of the model's, by the median of what pairs of lines tell; undefined if they do not. */
function slopeOf(known: Map<string, string>): number | undefined {
  const points = [...known].map(([theirs, ours]) => [widthOf(theirs), widthOf(ours)] as const);
  points.sort((a, b) => a[0] - b[0]);
  const slopes = points.slice(1).flatMap(([theirs, ours], at) => {
    const [before, above] = points[at]!;
    return theirs > before && ours > above ? [(ours - above) / (theirs - before)] : [];
  });
  slopes.sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)];
}

function nearestOf(known: Map<string, string>, indent: string): readonly [string, string] {
  const distance = (theirs: string) => Math.abs(widthOf(theirs) - widthOf(indent));
  return [...known].reduce((best, pair) => (distance(pair[0]) < distance(best[0]) ? pair : best));
}

/** Whether most indented lines begin with a tab; undefined without an indented line. */
function usesTabs(lines: string[]): boolean | undefined {
  const indented = lines.filter((line) => line.trim() !== "" && !isStarred(line) && /^[ \t]/.test(line));
  if (indented.length === 0) return undefined;
  return indented.filter((line) => line.startsWith("\t")).length * 2 > indented.length;
}

/** The most frequent step, in columns, by which a line is deeper than the one before; undefined without one. */
function stepOf(lines: string[]): number | undefined {
  const widths = lines.filter((line) => line.trim() !== "" && !isStarred(line)).map((line) => widthOf(indentOf(line)));
  const counts = new Map<number, number>();
  for (const [at, width] of widths.slice(1).entries()) {
    const step = width - widths[at]!;
    if (step >= 2) counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}

const indentOfWidth = (columns: number, isTabbed: boolean) =>
  isTabbed ? "\t".repeat(Math.floor(columns / 4)) + " ".repeat(columns % 4) : " ".repeat(columns);
