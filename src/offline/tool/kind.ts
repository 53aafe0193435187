import { loadToolKinds, type KindField, type KindResult, type ToolKind } from "@/offline/words/tool-kinds";
import { wordKey } from "@/offline/words/word-key";
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

export const isNeutral = (word: string): boolean => neutral.has(word);

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

/** "a thank-you note writer for gifts": what the tool is, before what it is for. */
export const coreOf = (head: string): string =>
  head
    .split(/[,:–]|\s-\s/)[0]!
    .split(/\s(?:for|on|about|with|at|under|within|during|after|before|per)\s/i)[0]!
    .trim();

/** Whether the words of a head's core leave open what is named behind it: "ideas for presents", "help with a budget". */
function isOpen(core: string, kind: ToolKind): boolean {
  const known = nameWords(`${kind.name} ${kind.phrases.join(" ").replaceAll("+", " ")} ${kind.about}`);
  return nameWords(core).every(
    (word) =>
      neutral.has(word) || makers.has(word) || known.some((one) => one.startsWith(word) || word.startsWith(one)),
  );
}
const makers = new Set(
  `idea suggestion recommendation help helper list checklist plan finder chart overview assistant wizard advice guide
  converter comparison template creator writer make find choose pick decide know see check work out get need want should can`
    .split(/\s+/)
    .filter(Boolean),
);

/** Where a kind was named: in what the tool is, in what it is for, or only in what it asks and shows. */
export type KindPlace = "core" | "head" | "rest";

/**
 * The kind of tool that a text names: the longest phrase, what is named in the head's core before the rest of the head,
 * and that before what is only shown.
 * @param head "a meal planner for families", @param rest what it answers
 */
export function findKind(head: string, rest: string): { kind: ToolKind; phrase: string; place: KindPlace } | undefined {
  let best: { kind: ToolKind; phrase: string; place: KindPlace; score: number } | undefined;
  const core = coreOf(head);
  const texts: [KindPlace, string][] = [
    ["core", wordKey(core)],
    ["head", wordKey(head)],
    ["rest", wordKey(`${head} ${rest}`)],
  ];
  for (const kind of loadToolKinds().filter((one) => isAbout(one, head, rest)))
    for (const phrase of [kind.name, ...kind.phrases]) {
      const found = texts.findIndex(([, text]) => lettersIn(phrase, text) > 0);
      if (found < 0) continue;
      const [place, text] = texts[found]!;
      const isBegun = phrase.split("+").some((part) => lettersIn(part, texts[0]![1]) > 0);
      if (place === "head" && !isBegun && !isOpen(core, kind)) continue;
      // "tax calculator for freelancers" says more than its core.
      const rank = place === "head" && isBegun ? 201 : (texts.length - 1 - found) * 100;
      const score = lettersIn(phrase, text) + rank;
      if (score > (best?.score ?? 0)) best = { kind, phrase, place, score };
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
