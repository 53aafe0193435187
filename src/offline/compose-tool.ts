import "server-only";
import { readFactor } from "./tool/factors";
import { likeness, nameWords } from "./tool/items";
import { coreOf, matchField } from "./tool/kind";
import { priceInHead, readPrice } from "./tool/prices";
import { readQuiz } from "./tool/questions";
import { readRateCard } from "./tool/rate-card";
import { readTool, type ToolReading } from "./tool/read-tool";
import type { ToolKind } from "./words/tool-kinds";
import { addLoose, type Block, kindBlocks, ownBlocks } from "./write/tool/blocks";
import { type MakeField, type Placed, placeFields } from "./write/tool/fields";
import { leftOf, quote, type ToolNotes } from "./write/tool/notes";
import { writeQuiz } from "./write/tool/quiz";
import { writeRateCard } from "./write/tool/rate-card";
import { stepsOf } from "./write/tool/steps";
import type { MadeTool } from "./write/tool/template";

type ComposedTool = {
  isUnderstood: boolean;
  tool: MadeTool;
  notes: ToolNotes;
  icon: { name: string; tone: string } | undefined;
};

/** "15 per walk" */
const priceInItems = /,\s*[$€£₹]?\d+(?:\.\d+)?\s*[$€£₹]?\s*(?:per|an?|each|every|\/)\s/i;
const unique = (lines: string[]) => [...new Set(lines)];

/**
 * A whole tool by a sentence, by rules: a price by what the sentence says of it, else its kind from words/tools/, and
 * what the sentence asks for and shows. Deterministic. Results that only a model could write are blocks with a prompt,
 * and the notes say so.
 * @param makeField a field from a few words (features/tools/compose/read-field.ts)
 */
export function composeTool(sentence: string, makeField: MakeField): ComposedTool {
  const reading = readTool(sentence);
  const notes: ToolNotes = { made: [], assumed: [], left: [] };
  const asked = quizOf(reading, sentence, notes);
  const ready = asked ?? pricedTool(reading, notes, makeField);
  const { kind } = reading;
  const { placed, blocks } = ready ?? toolOf(reading, notes, makeField);
  const steps = stepsOf(reading, placed, notes);
  if (kind) notes.made.unshift(`${kind.name}, which works without an AI model`);
  if (!ready) notes.left.push(...leftOf(reading));
  const [name, tone] = kind?.icon.split(" ") ?? (asked ? ["star", "orange"] : ready ? ["receipt", "iris"] : []);
  return {
    isUnderstood: ready !== undefined || isUnderstood(reading),
    icon: name && tone ? { name, tone } : undefined,
    notes: { made: unique(notes.made), assumed: unique(notes.assumed), left: unique(notes.left) },
    tool: {
      header: reading.title,
      description: kind?.about ?? "",
      inputLabel: placed.length === 0 ? "What is it about?" : "",
      isInputHidden: placed.length > 0,
      isMultiStepInput: steps.length > 1,
      inputSteps: steps.map(({ id, title }) => ({ id, title })),
      fields: placed.map(({ field, step }, index) => ({
        ...field,
        id: `f${index + 1}`,
        ...(steps.length > 1 && { stepId: steps[Math.min(step, steps.length - 1)]!.id }),
      })),
      blocks: blocks.map((block, index) => ({ ...block, id: `b${index + 1}` })),
    },
  };
}

/** What a form answers at once, as the last word of what is asked for. */
const answersAtOnce =
  /\b(?:calculator|estimator|converter|generator|quiz|bmi)(?: (?:app|application|tool|page|form|website|site|widget))?$/i;
/** Rows that stay: "a grade calculator that saves the results", "a quiz app with players". */
const keepsRows =
  /\b(?:sav(?:e|es|ing)|stor(?:e|es|ing)|track(?:s|ing)?|keep(?:s|ing)?|record(?:s|ing)?|manag(?:e|es|ing)|history|database|log in|sign in|accounts?|dashboard|tables?|users|players|members|leaderboard|customers can|clients can)\b/i;

/**
 * Whether a request for an app asks for what a tool is: a calculator, a converter or a quiz that is made whole by rules,
 * with nothing in it that a model would have to write.
 */
export function asksForTool(sentence: string, makeField: MakeField): boolean {
  if (/[.!?]\s+\S|\n/.test(sentence.trim()) || keepsRows.test(sentence)) return false;
  const { head } = readTool(sentence);
  if (!answersAtOnce.test(coreOf(head))) return false;
  const { isUnderstood, tool } = composeTool(sentence, makeField);
  return isUnderstood && tool.blocks.length > 0 && tool.blocks.every(({ prompt }) => prompt === undefined);
}

/** Whether anything but the title was understood. */
const isUnderstood = ({ kind, asked, formulas, shown, title }: ToolReading): boolean =>
  kind !== undefined || asked.length + formulas.length + shown.length > 0 || textTool.test(coreOf(title));

/** What a model writes for whoever enters something: "a dream interpreter", "a complaint letter". */
const textTool =
  /\b(?:(?:writ|generat|plann|mak|interpret|check|help|find|analy[sz]|summari[sz]|translat|explain|build|creat|advis|review|recommend|rewrit|pick|nam)(?:er|or)|coach|assistant|tutor|guide|analysis|letter|e-?mail|notes?|messages?|plan|outline|calendar|schedule|timetable|quiz|test|summary|ideas?|prompts?|journal|log|report|proposal|review|speech|story|poem|song|lyrics|script|recipe|cv|resume|letter of [\p{L} ]+|trainer|bio|profile|description|headlines?|names?|slogan|toast|invitation|agenda|checklist|game|riddle|horoscope|tool)$/iu;

const quizTitle = (head: string) =>
  head
    .trim()
    .replace(/^(?:an?|the|my|our)\s+/i, "")
    .replace(/^./, (first) => first.toUpperCase());

/** A quiz whose questions are said or known, in place of the general one. */
function quizOf(reading: ToolReading, sentence: string, notes: ToolNotes) {
  const { kind, asked } = reading;
  if (kind && kind.isGiven !== "questions") return undefined;
  // Whoever names the general quiz's own questions wants those.
  const isKinds = (words: string) => kind?.fields.some(({ name }) => likeness(name, words) === 2) === true;
  if (asked.length > 0 && asked.every(({ words }) => isKinds(words))) return undefined;
  const quiz = readQuiz(sentence);
  if (!quiz) return undefined;
  reading.kind = undefined;
  // "a 7 times table quiz" computes nothing.
  if (reading.formulas.length > 0) reading.title = quizTitle(reading.head);
  // "the history of Rome": what is known is history in general.
  const more = nameWords(reading.subject).filter((word) => !nameWords((quiz.subjects ?? []).join(" ")).includes(word));
  if (quiz.about !== undefined && more.length > 0)
    notes.left.push(`The questions are about ${quiz.about} in general: I know none about ${quote(reading.subject)}`);
  return writeQuiz(quiz, notes);
}

/** A price by a rate card: where no kind has the sentence's subject, or its own prices and what they depend on. */
function pricedTool(reading: ToolReading, notes: ToolNotes, makeField: MakeField) {
  if (reading.formulas.length > 0) return undefined;
  const isOwn = !reading.kind || isOtherQuote(reading, reading.kind);
  // "10% discount for 5 walks" names a kind, and the prices before it what the tool is.
  if (!isOwn && (reading.place === "core" || !priceInItems.test(reading.head))) return undefined;
  const card = readRateCard(reading);
  if (!card) return undefined;
  reading.kind = undefined;
  return writeRateCard(card, reading, notes, makeField);
}

function isOtherQuote({ head, asked, left }: ToolReading, kind: ToolKind): boolean {
  if (!kind.isQuote) return false;
  if (priceInHead.test(head)) return true;
  return [...asked.map(({ words }) => words), ...left].some((item) => {
    const factor = readFactor(item);
    return readPrice(item) !== undefined || (factor && factor.kind !== "plain" && !matchField(kind, item, new Set()));
  });
}

function toolOf(reading: ToolReading, notes: ToolNotes, makeField: MakeField): { placed: Placed[]; blocks: Block[] } {
  const { kind } = reading;
  const placed = placeFields(reading, notes, makeField);
  if (!kind) return { placed, blocks: ownBlocks(reading, notes) };
  const blocks = kindBlocks(reading, kind, new Set(placed.map(({ field }) => field.name)), notes);
  addLoose(kind, placed, blocks, notes);
  return { placed, blocks };
}
