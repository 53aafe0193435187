import { loadToolKinds, type KindField, type KindResult, type ToolKind } from "@/offline/words/tool-kinds";
import { wordKey } from "@/offline/words/load";
import { likeness, nameWords } from "./items";

const stems = (text: string) => wordKey(text).split(" ");

/** How many letters of a phrase stand in the text; "loan + monthly": all of its words, wherever. */
function lettersIn(phrase: string, text: string): number {
  if (!phrase.includes("+")) {
    const key = wordKey(phrase);
    const padded = ` ${text} `;
    return padded.includes(` ${key} `) || padded.includes(` ${key}s `) ? key.length : 0;
  }
  const words = stems(text);
  const parts = phrase.split("+").map((part) => wordKey(part).replace(/e$/, ""));
  return parts.every((part) => words.some((word) => word.startsWith(part))) ? parts.join(" ").length : 0;
}

/** What says nothing about the subject. */
const neutral = new Set(
  `a an the my our your for of on in to about and or with by per i me we us you it is what how much many does do would will cost costs price prices pricing
  quote quotes quotation estimate estimator calculator calculate tool app maker generator builder planner form page widget list free online quick simple easy small little new
  instant smart ai business company firm agency shop store service services team website site client clients customer customers
  visitors people users guests kids children friends family beginners professional local cheap fast rates rate card`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether a kind that is bound to its subject is what the head of a sentence asks for. */
function isAbout(kind: ToolKind, head: string, rest: string): boolean {
  if (kind.never && new RegExp(kind.never, "i").test(`${head} ${rest}`)) return false;
  if (kind.of === undefined) return true;
  const known = new Set(nameWords(`${kind.name} ${kind.phrases.join(" ").replaceAll("+", " ")} ${kind.of}`));
  const first = head.split(/[,:–]|\s-\s|\sat\s/)[0]!;
  return nameWords(first).every(
    (word) => known.has(word) || neutral.has(word) || /^\d/.test(word) || known.has(`${word}e`),
  );
}

/**
 * The kind of tool that a text names: the longest phrase, and what is named in its head before what is only shown.
 * @param head "a meal planner", @param rest what it answers
 */
export function findKind(head: string, rest: string): { kind: ToolKind; phrase: string } | undefined {
  let best: { kind: ToolKind; phrase: string; score: number } | undefined;
  for (const kind of loadToolKinds().filter((one) => isAbout(one, head, rest)))
    for (const phrase of [kind.name, ...kind.phrases]) {
      const inHead = lettersIn(phrase, wordKey(head));
      const score = inHead > 0 ? inHead + 100 : lettersIn(phrase, wordKey(`${head} ${rest}`));
      if (score > (best?.score ?? 0)) best = { kind, phrase, score };
    }
  return best;
}

const listed = (also: string) => also.split(",").map((one) => one.trim());

/** The field of a kind that a name means, among those that nothing else has claimed. */
export function matchField(kind: ToolKind, name: string, claimed: ReadonlySet<string>): KindField | undefined {
  const ranked = kind.fields
    .filter((field) => !claimed.has(field.name))
    .map((field) => {
      const own = likeness(field.name, name);
      const others = listed(kind.also[field.name] ?? "").map((other) => likeness(other, name));
      // An exact name wins over an exact synonym, and both over a part of the name.
      return { field, score: own === 2 ? 4 : others.includes(2) ? 3 : own === 1 ? 2 : 0 };
    })
    .sort((left, right) => right.score - left.score);
  return ranked[0] && ranked[0].score > 0 ? ranked[0].field : undefined;
}

/** The result of a kind that a phrase means. */
export const matchResult = (kind: ToolKind, phrase: string): KindResult | undefined =>
  kind.results.find((result) =>
    [result.title, ...listed(result.also)].some((one) => one !== "" && likeness(one, phrase) === 2),
  ) ??
  kind.results.find((result) =>
    [result.title, ...listed(result.also)].some((one) => one !== "" && likeness(one, phrase) === 1),
  );
