import { nameWords } from "@/offline/tool/items";
import type { ToolReading } from "@/offline/tool/read-tool";

/** What was made of a sentence, in plain words. */
export type ToolNotes = {
  made: string[];
  assumed: string[];
  /** What was not understood or cannot be done here. */
  left: string[];
};

export const quote = (text: string) => `“${text}”`;

/** What a kind has for every subject alike, said of a subject that nothing is known about. */
export const generalNote = (given: string, subject: string) =>
  given === "questions"
    ? `The questions are general ones: I know none about ${quote(subject)}. Put your own there, or say them with their answers: “What is 2 + 2? (3, 4*, 5)”`
    : `The ${given} is a general one: I know none about ${quote(subject)}. Put your own there`;

const small = new Set(
  "about a an the for of to in on my our your and or with that which tool app simple small ai who is are people please it i we online new".split(
    " ",
  ),
);

/** The words of the head that only went into the title, and the pieces that no rule read. */
export function leftOf({ kind, title, phrase, left, subject, fixed, isNamed }: ToolReading): string[] {
  const lines = left.map((piece) => `I did not understand ${quote(piece)}`);
  if (!kind || isNamed || title === kind.name) return lines;
  const known = new Set(
    nameWords(
      `${phrase.replaceAll("+", " ")} ${kind.name} ${kind.phrases.join(" ")} ${subject} ${[...fixed].flat().join(" ")} planner calculator generator maker builder tool writer`,
    ),
  );
  const rest = nameWords(title).filter(
    (word) =>
      !small.has(word) && ![...known].some((one) => one === word || one.startsWith(word) || word.startsWith(one)),
  );
  if (rest.length > 0 && kind.isGiven && subject === "") lines.push(generalNote(kind.isGiven, rest.join(" ")));
  else if (rest.length > 0) lines.push(`${quote(rest.join(" "))} is in the title, and changes nothing else`);
  return lines;
}
