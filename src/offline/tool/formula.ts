import { withoutLead } from "./items";

/** "area", "length * width", and the names in it. */
export type Formula = { name: string; expression: string; names: string[] };

/** Characters of a field's name. */
const nameMax = 40;

const operators: [RegExp, string][] = [
  [/\s+(?:times|multiplied (?:by|with)|×)\s+|\s*[*×]\s*/i, " * "],
  [/\s+(?:divided by|÷)\s+|\s+\/\s+/i, " / "],
  [/\s+plus\s+|\s+\+\s+/i, " + "],
  [/\s+minus\s+|\s+[-−]\s+/i, " - "],
  [/\s*(?:percent|%) of\s+/i, " / 100 * "],
];

/** "Body weight" → body_weight, which expressions read as the field of that name. */
export const identifierOf = (name: string): string => {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  return /^\p{N}/u.test(plain) ? `_${plain}` : plain;
};

/** "cost plus 30%" adds a share of what stands before it, not 0.3. @param percents places of percentages */
function joined(parts: string[], percents: ReadonlySet<number>): string {
  let out: string[] = [];
  for (const [at, part] of parts.entries()) {
    if (part === "") continue;
    const sign = out.at(-1);
    if (percents.has(at) && (sign === "+" || sign === "-"))
      out = ["(", ...out.slice(0, -1), ")", "*", `(1 ${sign} ${part})`];
    else out.push(part);
  }
  return out.join(" ");
}

/** "hours times rate" → its expression and names; undefined where it computes nothing that can be read. */
function readExpression(text: string): Omit<Formula, "name"> | undefined {
  const listed = /^(?:the\s+)?(sum|average|total|product)\s+of\s+(.+)$/i.exec(text.trim());
  if (listed) {
    const names = listed[2]!.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).map(withoutLead);
    const ids = names.map(identifierOf).join(", ");
    if (names.length < 2 || names.some((name) => name.length > nameMax)) return undefined;
    const written = /average/i.test(listed[1]!)
      ? `avg(${ids})`
      : /product/i.test(listed[1]!)
        ? ids.replaceAll(", ", " * ")
        : `sum(${ids})`;
    return { expression: written, names };
  }
  let marked = ` ${text.trim()} `;
  for (const [pattern, sign] of operators)
    marked = marked.replace(new RegExp(pattern.source, "gi"), () => ` ⟨${sign.trim()}⟩ `);
  if (!marked.includes("⟨")) return undefined;
  const names: string[] = [];
  const parts = marked.split(/(⟨[^⟩]+⟩|[()])/).map((part) => part.trim());
  const percents = new Set<number>();
  const written = parts.map((part, at) => {
    if (part === "" || /^[()]$/.test(part)) return part;
    if (part.startsWith("⟨")) return part.slice(1, -1);
    // "hours over 40" are those beyond them.
    const beyond = /^(.+?)\s+(?:over|above|beyond|in excess of)\s+(\d[\d,]*(?:\.\d+)?)$/i.exec(part);
    if (beyond) {
      const name = withoutLead(beyond[1]!);
      names.push(name);
      return `max(0, ${identifierOf(name)} - ${beyond[2]!.replaceAll(",", "")})`;
    }
    // "a deposit of 100", "gate 120" and "3 slices" are numbers with their names.
    const number =
      /^(?:(?:an?|the)\s+)?(?:\p{L}[\p{L} -]*?(?<!\b(?:under|below|than|from|until|to|per|by|up|least|most))\s+(?:of\s+)?)?[$€£]?\s*(\d[\d,]*(?:\.\d+)?)\s*(%)?(?:\s+(?:(?:per|an?|each)\s+)?\p{L}+)?$/iu.exec(
        part,
      );
    if (number?.[2]) percents.add(at);
    if (number) return number[2] ? `${Number(number[1]!.replaceAll(",", "")) / 100}` : number[1]!.replaceAll(",", "");
    const name = withoutLead(part);
    if (!/\p{L}/u.test(name) || name.length > nameMax || name.split(/\s+/).length > 5) return undefined;
    names.push(name);
    return identifierOf(name);
  });
  if (written.includes(undefined)) return undefined;
  const expression = joined(written as string[], percents);
  // An operator at either end has lost its operand.
  return /^[*/+]|[-*/+]$/.test(expression) ? undefined : { expression, names };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What a phrase computes: "area = length * width", "the total as hours times rate", "hours times rate"; with the verb
 * before it, "multiplies length by width".
 */
export function readFormula(phrase: string, verb = ""): Formula | undefined {
  const text = phrase.trim().replace(/[.?!]+$/, "");
  const act = /\b(multipl|divid|add|subtract)/i.exec(verb)?.[1]?.toLowerCase();
  if (act) {
    const [left, right] = text.split(
      act === "add" ? /\s+(?:and|to)\s+/i : act === "subtract" ? /\s+from\s+/i : /\s+(?:by|with|and)\s+/i,
    );
    if (!left || !right) return undefined;
    const pair = act === "subtract" ? [right, left] : [left, right];
    const sign = { multipl: "times", divid: "divided by", add: "plus", subtract: "minus" }[act]!;
    const read = readExpression(pair.map(withoutLead).join(` ${sign} `));
    return read && { name: "Result", ...read };
  }
  const named = /^(.{2,60}?)\s*(?:=|\bis\b|\bas\b|\bequals\b|\bbeing\b|:|\bwhich is\b)\s*(.+)$/i.exec(text);
  if (named) {
    const read = readExpression(named[2]!);
    const name = capital(withoutLead(named[1]!.replace(/,$/, "").replace(/\s+which$/i, "")));
    if (read) return { name, ...read };
  }
  const bare = readExpression(text);
  return bare && { name: "Result", ...bare };
}
