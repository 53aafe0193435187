/** A line as the model wrote it and as the file has it. */
export type Pair = { theirs: string; ours: string };

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0];

/**
 * Gives the function that says which indentation a new line gets, when the model's lines stand deeper or shallower than the
 * file's, or are indented by other signs. Where the model indents as the file does, its own indentation is kept.
 * The function is given the new line and, where there is one, the pair that it replaces.
 */
export function reindenter(pairs: Pair[], file: string[]): (text: string, near?: Pair) => string {
  const told = pairs.filter(({ theirs, ours }) => theirs.trim() !== "" && ours.trim() !== "");
  if (told.every(({ theirs, ours }) => indentOf(theirs) === indentOf(ours))) return indentOf;
  const known = new Map(told.map(({ theirs, ours }) => [indentOf(theirs), indentOf(ours)]));
  const theirUnit = unitOf(told.map(({ theirs }) => theirs));
  const ourUnit = unitOf(file);
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

/** The smallest step between two indentations: "\t" where tabs are used, else spaces; two when nothing tells. */
function unitOf(lines: string[]): string {
  const indents = lines.filter((line) => line.trim() !== "").map(indentOf);
  if (indents.some((indent) => indent.startsWith("\t"))) return "\t";
  const widths = [...new Set(indents.map((indent) => indent.length))].sort((a, b) => a - b);
  const steps = widths.map((width, at) => width - (widths[at - 1] ?? 0)).filter((step) => step >= 2);
  return " ".repeat(steps.length > 0 ? Math.min(...steps) : 2);
}

function shift(indent: string, steps: number, unit: string): string {
  const width = Math.max(0, Math.round(widthOf(indent) + steps * widthOf(unit)));
  if (unit !== "\t") return " ".repeat(width);
  return "\t".repeat(Math.floor(width / 4)) + " ".repeat(width % 4);
}
