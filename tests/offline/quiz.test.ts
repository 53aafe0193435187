import { describe, expect, it } from "vitest";
import { definitionIssue } from "@/features/tools/check-definition";
import { loadQuestions } from "@/offline/words/questions";
import { compose, runTool } from "../support/compose";

const admin = { isAdmin: true, plan: "monetizer", arePlansOn: false } as const;
const answers = (...said: unknown[]) => Object.fromEntries(said.map((answer, at) => [`question ${at + 1}`, answer]));
const asked = (sentence: string) =>
  compose(sentence).tool.fields.map(({ label, optionsConfig }) => [
    label,
    ...(optionsConfig ?? []).map((one) => one.label),
  ]);

describe("A quiz by a sentence", () => {
  it.each<[string, unknown[], string[]]>([
    [
      "a quiz with these questions: What is the capital of France? (Paris, London, Rome), What is 2+2? (3, 4*, 5)",
      ["Paris", "4"],
      ["# 2 of 2", "| What is the capital of France? | Paris | Paris |", "| What is 2+2? | 4 | 4 |"],
    ],
    [
      "a true or false quiz about space: The sun is a star (true), Mars is the largest planet (false) and the moon is made of cheese (false)",
      ["True", "True", "False"],
      ["# 2 of 3", "| Mars is the largest planet | True | False |"],
    ],
    [
      "Pub quiz. Which river flows through London? Answer: Thames. Who wrote Hamlet? Answer: Shakespeare",
      [" thames", "Marlowe"],
      ["# 1 of 2", "| Which river flows through London? | thames | Thames |"],
    ],
    [
      "Quiz: 1) Capital of Italy? a) Rome b) Milan c) Naples 2) Largest planet? a) Mars b) Jupiter*",
      ["Rome", "Mars"],
      ["# 1 of 2", "| Largest planet? | Mars | Jupiter |"],
    ],
    [
      "an exam: What is H2O? Water. What is NaCl? Salt.",
      ["water", "Sugar"],
      ["# 1 of 2", "| What is NaCl? | Sugar | Salt |"],
    ],
    ["vocabulary trainer: dog = Hund, cat = Katze", ["hund", "Maus"], ["# 1 of 2", "| Cat | Maus | Katze |"]],
    [
      "a quiz that asks the year of the moon landing (1969) and the inventor of the telephone (Bell)",
      ["1969", "Bell"],
      ["# 2 of 2", "| The year of the moon landing | 1969 | 1969 |"],
    ],
    ["a 7 times table quiz with 10 questions", [14, 35, 56, 77, 28, 49, 70, 21, 42, 0], ["# 9 of 10"]],
    ["a maths quiz for kids with addition", [11, 26], ["# 2 of 5", "| 6 + 5 = ? | 11 | 11 |"]],
    ["a quiz about the capitals of Europe", ["Paris", "Lisbon", "Warsaw", "Oslo", "Bern"], ["# 5 of 5"]],
  ])("%s is played and scored", (sentence, said, shows) => {
    const { tool, notes } = compose(sentence);
    expect(definitionIssue({}, { fields: tool.fields, blocks: tool.blocks }, admin)).toBeUndefined();
    expect(notes.left).toEqual([]);
    const fill = tool.fields.map(({ type }, at) => said[at] ?? (type === "number" ? 0 : "x"));
    const shown = runTool(tool, answers(...fill));
    for (const words of shows) expect(shown).toContain(words);
  });

  it("asks what it was told to, with its options in the order in which they were said", () =>
    expect(
      asked("a geography test: 1. Largest ocean? (Pacific* / Atlantic / Indian) 2. Capital of Peru? (Lima, Cusco)"),
    ).toEqual([
      ["Largest ocean?", "Pacific", "Atlantic", "Indian"],
      ["Capital of Peru?", "Lima", "Cusco"],
    ]));

  it("says where it took the first answer for the right one, and where it has fewer than were asked for", () => {
    expect(compose("a quiz: What is 1+1? (2, 3)").notes.assumed.join()).toContain("the first one is");
    expect(compose("a quiz: What is 1+1? (2*, 3)").notes.assumed).toEqual([]);
    expect(compose("a music quiz with 12 questions").notes.left).toEqual([
      "I know only 6 questions about it, and not 12",
    ]);
  });

  it("says where it knows a subject in general alone", () => {
    expect(compose("a quiz about the history of Rome").notes.left.join()).toMatch(
      /about history in general.*history of Rome/,
    );
    expect(compose("a quiz about the capitals of Europe").notes.left).toEqual([]);
  });

  it("says that its questions are general ones where it knows none about the subject", () =>
    expect(compose("a driving theory quiz").notes.left.join()).toContain("I know none about “driving theory”"));

  it("leaves other quizzes to their kinds", () => {
    expect(compose("a personality quiz").tool.header).toBe("Personality quiz");
    expect(compose("a quiz: which dog suits me").notes.made[0]).toContain("Pet finder");
  });

  it("knows questions whose first answer alone is right, each once", () => {
    const all = loadQuestions().flatMap(({ questions }) => questions);
    expect(new Set(all).size).toBe(all.length);
    for (const line of all) {
      const options = line.slice(line.indexOf(": ") + 2).split(" | ");
      expect(new Set(options).size, line).toBe(options.length);
    }
  });
});
