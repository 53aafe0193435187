/** A line as the model wrote it and as the file has it. */
export type Pair = { theirs: string; ours: string };

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0];

/**
 * Returns a function that computes a new line's indentation, for a model that indents deeper, shallower or with other
 * characters than the file. Where both agree the model's indentation is kept. It takes the new line and the pair that
 * it replaces, if any.
 * @param written all lines of the model, to detect its indentation unit
 */
export function reindenter(pairs: Pair[], written: string[], file: string[]): (text: string, near?: Pair) => string {
  const told = pairs.filter(({ theirs, ours }) => theirs.trim() !== "" && ours.trim() !== "");
  const theirUnit = unitOf(written) ?? unitOf(file) ?? "  ";
  const ourUnit = unitOf(file) ?? theirUnit;
  const isSame = told.every(({ theirs, ours }) => indentOf(theirs) === indentOf(ours));
  if (isSame && (theirUnit === ourUnit || told.some(({ ours }) => indentOf(ours) !== ""))) return indentOf;
  const known = new Map(told.map(({ theirs, ours }) => [indentOf(theirs), indentOf(ours)]));
  return (text, near) => {
    const indent = indentOf(text);
    const exact = near && indentOf(near.theirs) === indent ? indentOf(near.ours) : known.get(indent);
    if (exact !== undefined) return exact;
    const base = near ?? nearestPair(told, indent);
    const steps = (widthOf(indent) - widthOf(indentOf(base.theirs))) / widthOf(theirUnit);
    return shift(indentOf(base.ours), steps, ourUnit);
  };
}

function nearestPair(pairs: Pair[], indent: string): Pair {
  const distance = ({ theirs }: Pair) => Math.abs(widthOf(indentOf(theirs)) - widthOf(indent));
  return pairs.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best));
}

const widthOf = (indent: string) => indent.replaceAll("\t", "    ").length;

/** The smallest indentation step: "\t" where tabs are used, else spaces; undefined when it cannot be told. */
function unitOf(lines: string[]): string | undefined {
  // The extra space before " *" of a block comment is no indentation step.
  const indents = lines.filter((line) => line.trim() !== "" && !/^\s*\*/.test(line)).map(indentOf);
  if (indents.some((indent) => indent.startsWith("\t"))) return "\t";
  const widths = [...new Set(indents.map((indent) => indent.length))].sort((a, b) => a - b);
  const steps = widths
    .slice(1)
    .map((width, at) => width - widths[at]!)
    .filter((step) => step >= 2);
  return steps.length > 0 ? " ".repeat(Math.min(...steps)) : undefined;
}

function shift(indent: string, steps: number, unit: string): string {
  const width = Math.max(0, Math.round(widthOf(indent) + steps * widthOf(unit)));
  if (unit !== "\t") return " ".repeat(width);
  return "\t".repeat(Math.floor(width / 4)) + " ".repeat(width % 4);
}
