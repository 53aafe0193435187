import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { wordKey } from "./word-key";

/** "Largest planet: Jupiter | Saturn | Neptune": the first answer is right. */
const lineSchema = z.string().regex(/^.{4,60}: [^|]+(?: \| [^|]+){1,4}$/);
const schema = z.array(
  z.strictObject({
    /** What a quiz may be about to have them; one word of the sentence is enough. */
    subjects: z.array(z.string().min(3)).min(1),
    questions: z.array(lineSchema).min(5),
  }),
);

type Known = { text: string; options: string[]; answer: string };

let loaded: z.infer<typeof schema> | undefined;
/** Questions by subject, read once. */
export const loadQuestions = (): z.infer<typeof schema> =>
  (loaded ??= schema.parse(JSON.parse(readFileSync(join(process.cwd(), "src/offline/words/questions.json"), "utf8"))));

/** Known questions about what a sentence names: the longest subject wins. Options stand in their alphabetical order. */
export function subjectQuestions(
  sentence: string,
): { about: string; subjects: string[]; questions: Known[] } | undefined {
  const key = ` ${wordKey(sentence)} `;
  const found = loadQuestions()
    .flatMap(({ subjects, questions }) =>
      subjects.flatMap((subject) => {
        const word = wordKey(subject);
        return key.includes(` ${word} `) || key.includes(` ${word}s `)
          ? [{ length: word.length, about: subject, subjects, questions }]
          : [];
      }),
    )
    .sort((left, right) => right.length - left.length)[0];
  const questions = found?.questions.map((line): Known => {
    const at = line.indexOf(": ");
    const options = line.slice(at + 2).split(" | ");
    const byNumber = options.every((option) => /^\d/.test(option));
    const sorted = byNumber
      ? options.toSorted((left, right) => Number.parseFloat(left) - Number.parseFloat(right))
      : options.toSorted((left, right) => left.localeCompare(right, "en"));
    return { text: line.slice(0, at), options: sorted, answer: options[0]! };
  });
  return found && { about: found.about, subjects: found.subjects, questions: questions! };
}
