/** Numbers of a full or partial version: "4.1" → [4, 1]. `x` and `*` end it; undefined for anything else. */
function parts(text: string): number[] | undefined {
  const numbers = text
    .replace(/^[v=]+/, "")
    .replace(/[-+].*$/, "")
    .replace(/(^|\.)[xX*](\..*)?$/, "");
  if (numbers === "") return [];
  return /^\d+(\.\d+){0,2}$/.test(numbers) ? numbers.split(".").map(Number) : undefined;
}

function compare(one: number[], other: number[]): number {
  for (let index = 0; index < 3; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const startsWith = (version: number[], prefix: number[]) => prefix.every((number, index) => version[index] === number);

/** "^" fixes everything up to the first non-zero number. */
const caretLength = (from: number[]) => Math.max(1, from.findIndex((number) => number !== 0) + 1 || from.length);

function fits(version: number[], comparator: string): boolean {
  const [, operator = "", text = ""] = /^(\^|~>?|>=|<=|>|<|)\s*(.*)$/.exec(comparator)!;
  const wanted = parts(text);
  if (!wanted) return false;
  const order = compare(version, wanted);
  switch (operator) {
    case "^":
      return order >= 0 && startsWith(version, wanted.slice(0, caretLength(wanted)));
    case "~":
    case "~>":
      return order >= 0 && startsWith(version, wanted.slice(0, 2));
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    // A partial version stands for all its versions: ">4" starts at 5, "<=4" includes all of 4.
    case ">":
      return order > 0 && !startsWith(version, wanted);
    case "<=":
      return order <= 0 || startsWith(version, wanted);
    default:
      return startsWith(version, wanted);
  }
}

/**
 * Whether a version satisfies an npm range ("4", "^4.1.0", "~4.1", ">=3 <5", "3 || 4"). No dist-tag but `latest`
 * matches.
 */
export function satisfies(version: string, range: string): boolean {
  const installed = parts(version)!;
  const asked = range.trim();
  if (asked === "latest") return true;
  return asked.split("||").some((set) =>
    set
      .trim()
      .replace(/(\S+)\s+-\s+(\S+)/, ">=$1 <=$2")
      .replace(/(\^|~>?|>=|<=|>|<)\s+/g, "$1")
      .split(/\s+/)
      .every((comparator) => fits(installed, comparator)),
  );
}
