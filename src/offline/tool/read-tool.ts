import { wordKey } from "@/offline/words/word-key";
import type { ToolKind } from "@/offline/words/tool-kinds";
import { type Clause, readClauses } from "./clauses";
import { fixedValue } from "./fixed";
import { type Formula, readFormula } from "./formula";
import { splitItems, withoutLead } from "./items";
import { findKind, type KindPlace } from "./kind";
import { capital, cut, titleOf, titlePart } from "./title";

/** A field that the sentence asks for, and the step that it stands in. */
export type Asked = {
  words: string;
  step: number;
  /** Behind a mere "with", which may name one thing among others. */
  isLoose?: boolean;
};
export type Shown = { words: string; type?: string };

/** What a sentence says about a tool. */
export type ToolReading = {
  kind: ToolKind | undefined;
  place: KindPlace;
  /** The phrase that named the kind. */
  phrase: string;
  title: string;
  /** What stands before everything that is asked for and shown. */
  head: string;
  /** "planets" of "a quiz about planets". */
  subject: string;
  asked: Asked[];
  /** Titles of steps; empty ones have no title of their own. */
  steps: string[];
  /** "in three steps", without saying which. */
  stepCount: number;
  formulas: Formula[];
  shown: Shown[];
  currency: string;
  /** Fields of the kind that the head has answered already, by name. */
  fixed: Map<string, string | number>;
  isNamed: boolean;
  /** Pieces that nothing was made of. */
  left: string[];
};

const request =
  /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:i(?:'d| would)? (?:want|need|like)(?: to (?:have|build|make|create))?|we (?:want|need)|build|create|make|design|give me|set up|generate|write)?\s*(?:me|us|my users)?\s*(?:to (?:build|make|create)\s+)?/i;
const numbers: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 };
const signs: [RegExp, string][] = [
  [/^(?:euros?|eur|€)/i, "€"],
  [/^(?:pounds?|gbp|£)/i, "£"],
  [/^(?:(?:us |american )?dollars?|usd|\$)/i, "$"],
  [/^(?:(?:swiss )?francs?|chf)/i, "CHF "],
  [/^(?:rupees?|inr|₹)/i, "₹"],
  [/^(?:yen|¥)/i, "¥"],
];
const blockWords: [RegExp, string][] = [
  [/\b(?:as|in|with)?\s*(?:an?\s+)?(?:bar |line |pie )?(?:chart|graph|diagram)\b/i, "chart"],
  [/\b(?:as|in|with)?\s*(?:an?\s+)?table\b/i, "table"],
  [/\b(?:as|in|with)?\s*(?:an?\s+)?check ?list\b/i, "checklist"],
  [/\b(?:as|in|with)?\s*(?:an?\s+)?cards\b/i, "cards"],
  [/\b(?:as|in|with)?\s*(?:an?\s+)?(?:bullet(?:ed)? )?list\b(?! of)/i, "list"],
];
/** A result that "with" introduces is one of these, and everything else a field. */
const resultWords =
  /\b(?:chart|graph|table|check ?list|cards|result|results|summary|breakdown|explanation|advice|recommendations?|tips)\b/i;

const generic =
  /^(?:(?:small|simple|little|easy|quick|new|online|web)\s+)*(?:ai\s+)?(?:tool|app|form|page|thing|something|calculator|generator)?$/i;
/** "You (name, age)" → its title and fields. */
const grouped = (item: string) => /^(.*?)\s*[([](.+)[)\]]$/s.exec(item);

/** Reads a sentence about a tool by rules. Deterministic; nothing is invented, what is not understood is in `left`. */
export function readTool(sentence: string): ToolReading {
  const text = sentence
    .trim()
    .replace(/\s+\n|\n\s+/g, "\n")
    .replace(/[ \t]+/g, " ")
    .replace(request, "")
    // "from" would introduce fields.
    .replace(
      /\bsubtracts?\s+(?:the\s+)?([\p{L} ]+?)\s+from\s+(?:the\s+)?([\p{L} ]+?)(?=[,.]|$|\s+and\b)/giu,
      "computes $2 minus $1",
    )
    // "a plus b, divided by c": what stands before the comma is worked out first.
    .replace(
      /([^.,:;=]+),\s+(?:and\s+)?(?:then\s+)?(divided by|multiplied by|times|minus)\s/gi,
      (all, left: string, act: string) =>
        /\s(?:plus|minus|times|divided by|[-+*/×])\s/.test(left) ? ` (${left.trim()}) ${act} ` : all,
    );
  const { head, clauses } = readClauses(text);
  const reading: ToolReading = {
    kind: undefined,
    place: "rest",
    phrase: "",
    title: "",
    head,
    subject: "",
    asked: [],
    steps: [],
    stepCount: 0,
    formulas: [],
    shown: [],
    currency: "",
    fixed: new Map(),
    isNamed: false,
    left: [],
  };
  const answered = clauses
    .filter(({ kind }) => kind === "show" || kind === "loose")
    .map((clause) => `${clause.marker} ${clause.text}`);
  const found = findKind(head, answered.join(" "));
  reading.kind = found?.kind;
  reading.place = found?.place ?? "rest";
  reading.phrase = found?.phrase ?? "";
  const bare = titlePart(head)
    .trim()
    .replace(/^(?:an?|the|my|our)(?:\s+|$)/i, "")
    .replace(/[,:;]+$/, "")
    .trim();
  const isGeneric = generic.test(bare.replace(/\s+(?:to|for)$/i, ""));
  const isKind = found !== undefined && bare.toLowerCase() === found.kind.name.toLowerCase();
  reading.title = isGeneric || isKind ? (found?.kind.name ?? "") : capital(cut(bare.replace(/\s+to$/i, ""), 60));
  reading.subject = /\b(?:about|on)\s+(.+)$/i.exec(bare)?.[1] ?? "";
  const isFormula = readFormula(bare);
  if (isFormula) {
    reading.formulas.push(isFormula);
    reading.title = "";
  }
  for (const clause of clauses) takeClause(reading, clause);
  for (const field of found?.kind.fields ?? []) {
    const value = fixedValue(found!.kind, field, head);
    if (value !== undefined) reading.fixed.set(field.name, value);
  }
  // The piece that named the kind was understood.
  if (found) reading.left = reading.left.filter((piece) => !wordKey(piece).includes(wordKey(found.phrase)));
  // Whoever says how it is computed wants that, and not what a kind computes.
  if (reading.formulas.length > 0) reading.kind = undefined;
  else reading.shown = reading.shown.filter(({ words }) => !isRemark(reading, words));
  reading.currency ||= /([€£₹])\s*\d|\d\s*([€£₹])/.exec(text)?.slice(1).find(Boolean) ?? "";
  if (reading.title === "") reading.title = titleOf(reading);
  // "an emergency fund calculator: expenses times 6": its one result is what it is called after.
  const [only, ...others] = reading.formulas;
  if (only?.name === "Result" && others.length === 0)
    only.name = reading.title.replace(/\s*\b(?:calculator|calculation|tool|estimator)\b.*$/i, "") || only.name;
  return reading;
}

function takeClause(reading: ToolReading, { kind, text, marker }: Clause): void {
  switch (kind) {
    case "name":
      reading.title =
        cut(
          text
            .replace(/^["“'‘]|["”'’]$/g, "")
            .replace(/[,;].*$/s, "")
            .trim(),
          60,
        ) || reading.title;
      reading.isNamed = true;
      return;
    case "currency":
      reading.currency = signs.find(([pattern]) => pattern.test(text))?.[1] ?? "";
      return keepRest(reading, text.replace(/^(?:(?:us|american|swiss) )?\S+/i, ""));
    case "steps":
      return takeSteps(reading, text, marker);
    case "step":
      return takeStep(reading, text);
    case "ask":
      return takeAsk(reading, text, marker);
    case "show":
      return takeShow(reading, text, marker);
    case "loose": {
      for (const item of /\b(?:sum|average|total|product)\s+of\b/i.test(text) ? [text] : splitItems(text)) {
        const formula = readFormula(item);
        if (formula) reading.formulas.push(formula);
        else keepRest(reading, item);
      }
    }
  }
}

function keepRest(reading: ToolReading, text: string): void {
  const rest = text
    .trim()
    .replace(/^(?:and|then|that|which|where|who|please|thanks?|thank you)\b[\s,]*/i, "")
    .replace(/[,.;:!]+$/, "")
    .trim();
  if (/[\p{L}\p{N}]/u.test(rest)) reading.left.push(rest);
}

function takeSteps(reading: ToolReading, text: string, marker: string): void {
  const said = new RegExp(`\\b(${Object.keys(numbers).join("|")}|\\d+)\\b`, "i").exec(marker)?.[1]?.toLowerCase();
  const items = splitItems(text);
  if (items.length > 0 && items.every((item) => grouped(item) !== null)) {
    for (const item of items) takeStep(reading, item);
    return;
  }
  const count = said === undefined ? 0 : (numbers[said] ?? Number(said));
  if (items.length > 1 && (count === 0 || items.length === count)) {
    // Titles alone: the fields are shared among them in their order.
    reading.steps.push(...items.map((item) => capital(withoutLead(item))));
    return;
  }
  reading.stepCount = Math.min(30, count) || -1;
  keepRest(reading, text);
}

function takeStep(reading: ToolReading, text: string): void {
  const group = grouped(text.trim());
  if (group) addStep(reading, capital(withoutLead(group[1]!)), splitItems(group[2]!));
  else addStep(reading, "", splitItems(text));
}

function addStep(reading: ToolReading, title: string, fields: string[]): void {
  reading.steps.push(title);
  reading.asked.push(...fields.map((words) => ({ words, step: reading.steps.length - 1 })));
}

function takeAsk(reading: ToolReading, text: string, marker: string): void {
  const items = splitItems(text);
  // "first asks for …, then asks for …": each is a step.
  if (/\b(?:then|next|finally|lastly|afterwards)\b/i.test(marker) && /\bask/i.test(marker)) {
    if (reading.steps.length === 0 && reading.asked.length > 0) reading.steps.push("");
    reading.steps.push("");
  }
  const step = Math.max(0, reading.steps.length - 1);
  const isLoose = /^\s*(?:,?\s*(?:and|that|which|it)\s+)*(?:with|using)\s*$/i.test(marker);
  for (const item of items) {
    if (isLoose && resultWords.test(item)) addShown(reading, item);
    else if (remarks.test(item)) reading.left.push(item);
    else if (isAnswered(reading, item)) continue;
    else reading.asked.push({ words: item, step, ...(isLoose && { isLoose }) });
  }
}

/** "with 10 days" says how many there are, and asks nobody. */
function isAnswered({ kind, fixed }: ToolReading, item: string): boolean {
  if (!/^(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve)(?:\s+\p{L}+){1,4}$/iu.test(item)) return false;
  const field = kind?.fields.find((one) => fixedValue(kind, one, item) !== undefined);
  if (!kind || !field) return false;
  fixed.set(field.name, fixedValue(kind, field, item)!);
  return true;
}

function takeShow(reading: ToolReading, text: string, marker: string): void {
  const whole = readFormula(text, marker);
  if (whole && /\b(?:multipl|divid|add|subtract)/i.test(marker)) {
    reading.formulas.push(whole);
    return;
  }
  if (/^\s*(?:adds?|divides?|subtracts?|multipl)/i.test(marker)) return keepRest(reading, `${marker}${text}`);
  // "the sum of a, b and c" is one item.
  // So is "whether it is normal, elevated or high".
  const isOne =
    (whole && /\b(?:sum|average|total|product)\s+of\b/i.test(text)) || /^(?:whether|if)\b.*\bor\b/i.test(text);
  const items = isOne ? [text] : splitItems(text);
  for (const item of items) {
    const formula = readFormula(item);
    if (formula) reading.formulas.push(formula);
    else addShown(reading, item);
  }
}

/** What says how it should look or work, and names no field and no result. */
const remarks =
  /\b(?:please|themes?|background|logo|fonts?|design(?:ed)?|animations?|dark mode|ai|openai|gpt|javascript|python|react|\d+ questions)\b/i;

function isRemark(reading: ToolReading, words: string): boolean {
  if (!remarks.test(words)) return false;
  reading.left.push(words);
  return true;
}

function addShown(reading: ToolReading, item: string): void {
  const type = blockWords.find(([pattern]) => pattern.test(item));
  // "a shopping list" is called so; "a chart of the costs" and "the costs as a table" are not.
  const isName =
    /\b(?:check ?)?list$/i.test(item) && !/\b(?:as|in)\s+(?:an?\s+)?(?:bullet(?:ed)? )?(?:check ?)?list$/i.test(item);
  const words = withoutLead(
    type && !isName
      ? item
          .replace(type[0], " ")
          .replace(/^\s*(?:of|with|for)\s+/i, "")
          .trim()
      : item,
  );
  if (words === "" && !type) return;
  reading.shown.push({ words, ...(type && { type: type[1] }) });
}
