import { nameWords } from "@/offline/read/tool/items";
import type { ToolReading } from "@/offline/read/tool/read-tool";

/** What was made of a sentence, in plain words. */
export type ToolNotes = {
  made: string[];
  assumed: string[];
  /** What was not understood or cannot be done here. */
  left: string[];
};

export const quote = (text: string) => `“${text}”`;

const small = new Set(
  "about a an the for of to in on my our your and or with that which tool app simple small ai who is are people please it i we online new".split(
    " ",
  ),
);

/** The words of the head that only went into the title, and the pieces that no rule read. */
export function leftOf({ kind, title, phrase, left, subject, isNamed }: ToolReading): string[] {
  const lines = left.map((piece) => `I did not understand ${quote(piece)}`);
  if (!kind || isNamed || title === kind.name) return lines;
  const known = new Set(
    nameWords(
      `${phrase.replaceAll("+", " ")} ${kind.name} ${kind.phrases.join(" ")} ${subject} planner calculator generator maker builder tool writer`,
    ),
  );
  const rest = nameWords(title).filter(
    (word) =>
      !small.has(word) && ![...known].some((one) => one === word || one.startsWith(word) || word.startsWith(one)),
  );
  if (rest.length > 0) lines.push(`${quote(rest.join(" "))} is in the title, and changes nothing else`);
  return lines;
}
