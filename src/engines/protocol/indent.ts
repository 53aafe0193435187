/** A line as the model wrote it and as the file has it. */
export type Pair = { theirs: string; ours: string };

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0];

/**
 * Gives the function that says which indentation a new line gets, when the model's lines stand deeper or shallower than
 * the file's, or are indented by other signs. Where the model indents as the file does, its own indentation is kept.
 * The function is given the new line and, where there is one, the pair that it replaces.
 * @param written all lines that the model wrote, from which its unit of indentation is read
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

/** The smallest step between two indentations: "\t" where tabs are used, else spaces; undefined when nothing tells. */
function unitOf(lines: string[]): string | undefined {
  // The " *" of a long comment stands one space deeper than its first line, which is no step.
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
