import { listed } from "@/offline/language/inflect";
import type { Question, Quiz } from "@/offline/tool/questions";
import type { MadeField } from "@/offline/words/tool-kinds";
import type { Block } from "./blocks";
import type { Placed } from "./fields";
import type { ToolNotes } from "./notes";

const labelMax = 60;
const optionMax = 80;

const text = (value: string) => `"${value.replace(/[\\"{}]/g, "").replace(/\s+/g, " ")}"`;
const cell = (value: string) => value.replace(/[|{}\n]/g, " ").trim();
const short = (value: string) => value.slice(0, optionMax);

/** The field that asks a question; a long one stands below its first words. */
function fieldOf({ text: said, options, isNumber }: Question, at: number): MadeField {
  const isLong = said.length > labelMax;
  return {
    name: `question ${at + 1}`,
    label: isLong ? `${said.slice(0, labelMax - 1).replace(/\s+\S*$/, "")}…` : said,
    type: options.length > 0 ? "select" : isNumber ? "number" : "text",
    required: true,
    ...(isLong && { instructions: said }),
    ...(options.length > 0 && { optionsConfig: options.map((label) => ({ label: short(label), iconUrl: "" })) }),
  };
}

const isRight = ({ options, answer, isNumber }: Question, at: number) => {
  const id = `question_${at + 1}`;
  if (isNumber) return `${id} == ${Number(answer)}`;
  return options.length > 0 ? `${id} == ${text(short(answer))}` : `lower(trim(${id})) == ${text(answer.toLowerCase())}`;
};

/** The fields of a quiz, its score and its answers. */
export function writeQuiz(
  { questions, isFirstRight, wanted = 0 }: Quiz,
  notes: ToolNotes,
): { placed: Placed[]; blocks: Block[] } {
  const score = `sum([${questions.map((one, at) => `if(${isRight(one, at)}, 1, 0)`).join(", ")}])`;
  const most = questions.length;
  const blocks: Block[] = [
    {
      type: "text",
      title: "Your score",
      template: [
        `{{#with ${score} as score}}`,
        `# {{= score}} of ${most}`,
        "",
        `{{= bar(score / ${most}, 20)}}`,
        "",
        `{{= if(score == ${most}, "Everything is right.", score * 2 >= ${most}, "Well done!", "The next round will be better.")}}`,
        "{{/with}}",
      ].join("\n"),
    },
    {
      type: "table",
      title: "The answers",
      template: [
        "| Question | You said | Right |",
        "|---|---|---|",
        ...questions.map(
          ({ text: said, answer }, at) => `| ${cell(said)} | {{= question_${at + 1}}} | ${cell(short(answer))} |`,
        ),
      ].join("\n"),
    },
  ];
  notes.made.push(
    "Trivia quiz, which works without an AI model",
    most === 1 ? "One question" : `${most} questions`,
    `Results: ${listed(blocks.map(({ title }) => title.toLowerCase()))}`,
  );
  if (wanted > most) notes.left.push(`I know only ${most} questions about it, and not ${wanted}`);
  if (isFirstRight)
    notes.assumed.push(
      "Where no answer is marked as right, the first one is: put a * behind the right ones, or change them under Results layout",
    );
  return { placed: questions.map((one, at) => ({ field: fieldOf(one, at), step: 0 })), blocks };
}
