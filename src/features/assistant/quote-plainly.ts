import { coverageOf, excerptOf, questionWords } from "@/features/retrieval/rules";
import type { Passage } from "@/features/retrieval/schema";

const passagesShown = 3;
const excerptMax = 420;
/** Share of the question's words that a quoted passage must contain. */
const coverageMin = 0.5;

/** An answer without a model from documents: numbered quotations. */
export function quotePlainly(question: string, passages: readonly Passage[]): { text: string; shown: Passage[] } {
  const words = questionWords(question);
  const shown = passages
    .filter(({ heading, text }) => coverageOf(words, `${heading} ${text}`) >= coverageMin)
    .slice(0, passagesShown);
  const quotes = shown.map(({ heading, text }, index) => {
    const excerpt = excerptOf(text, words, excerptMax)
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\n");
    return `> **${heading.replaceAll("*", "") || "Document"}** [${index + 1}]\n${excerpt}`;
  });
  return { text: quotes.join("\n\n"), shown };
}
