import "server-only";
import type { Entity } from "../../app-model";
import { isPlural, listed, plural, singular, wordsOf } from "../../inflect";
import { buildPlan } from "../build";
import { readSentence } from "../describe-app";
import type { Draft } from "../draft";
import { knownAs } from "../known";
import { isAttribute } from "../lexicon";
import { finishPlan, type Plan } from "../plan";
import { placeStates, type StatesSaid } from "../states-said";
import { readTelegram } from "../telegram";
import { noteUnused } from "../unused";
import { readDescription } from "./read-first";

/** One way to read a description, with what became of it. */
type Reading = { plan: Plan; draft: Draft; entities: Entity[]; loss: number };

/** Sentence by sentence, as statements; what is no sentence, as one in telegram style. */
function readStatements(plan: Plan, sentences: string[]): void {
  const isLong = sentences.length > 1;
  for (const sentence of sentences)
    if (!(isLong ? isTelegramLine(sentence) && readTelegram(plan, sentence) : readTelegram(plan, sentence)))
      readSentence(plan, sentence);
}

/** A line of a longer description that is a list of properties, and no sentence. */
const isTelegramLine = (sentence: string): boolean =>
  sentence.split(",").length > 3 &&
  sentence
    .split(/,|\band\b|&/)
    .filter((item) => isPlural(item) && knownAs(item.trim()) !== null && !isAttribute(item.trim())).length < 2 &&
  !/\b(?:each|every|has|have|belongs?|is|are|i|we|they|it)\b/i.test(sentence);

const verbal =
  /^(?:see|show|set|get|let|manage|track|add|use|leave|place|bring|download|write|send|view|pay|need|every|other|each)\b/i;

/** How much of a description a reading leaves open: words without an answer, tables named by verbs or standing alone, whole phrases taken for a field. */
function lossOf({ tables }: Plan, entities: Entity[], unread: number): number {
  const fields = entities.flatMap(({ properties }) => Object.keys(properties));
  const links = entities.flatMap(({ name, properties }) =>
    Object.values(properties).flatMap((value) => (value["x-reference"] ? [name, value["x-reference"]] : [])),
  );
  const alone = entities.length > 1 ? entities.filter(({ name }) => !links.includes(name)).length : 0;
  const strange = tables.filter(
    ({ thing, act, said, isExact }) => !thing && !act && !isExact && said.length === 0,
  ).length;
  const named = tables.filter(({ noun }) => verbal.test(noun) || noun.split(" ").length > 3).length;
  const phrases = fields.filter((field) => field.split("_").length > 4).length;
  return unread + alone * 0.5 + strange + named * 3 + phrases;
}

/** Reads a description both ways, and keeps the reading that leaves less of it open. */
export function bestReading(
  draft: Draft,
  open: () => Plan,
  content: string[],
  taken: { rest: string; states: StatesSaid[] }[],
): Reading | null {
  const sentences = taken.map(({ rest }) => rest).filter((rest) => rest !== "");
  const readings = [readStatements, readDescription].flatMap((read): Reading[] => {
    const plan = open();
    const attempt = structuredClone(draft);
    read(plan, sentences);
    finishPlan(plan);
    placeStates(
      plan,
      taken.flatMap(({ states }) => states),
    );
    if (plan.tables.length === 0) return [];
    const entities = buildPlan(plan, attempt);
    const unread = noteUnused(content, plan, attempt);
    return [{ plan, draft: attempt, entities, loss: lossOf(plan, entities, unread) }];
  });
  const [first, second] = readings;
  if (!first || !second) return first ?? null;
  const asked = sentences.join(" ").match(/\b(?:who|which|how|whether|what|when)\b/gi)?.length ?? 0;
  const isSecond = asked < 3 && second.loss + 0.5 < first.loss;
  const [chosen, other] = isSecond ? [second, first] : [first, second];
  noteOthers(chosen, other);
  return chosen;
}

/** Words that the other reading took for rows of their own: told, as the person may have meant them so. */
function noteOthers({ draft, entities }: Reading, other: Reading): void {
  const known = entities
    .flatMap(({ name, properties }) => [name, ...Object.keys(properties)])
    .flatMap(wordsOf)
    .map(singular);
  const others = other.plan.tables
    .filter(({ noun, isAssumed }) => !isAssumed && !verbal.test(noun) && noun.split(" ").length < 3)
    .filter(({ noun }) => other.plan.text.includes(` ${noun} `) || other.plan.text.includes(` ${plural(noun)} `))
    .map(({ noun }) => plural(noun))
    .filter((noun) => !known.includes(singular(wordsOf(noun).at(-1)!)));
  if (others.length > 0)
    draft.skipped.push(
      `I made no table for ${listed(others.slice(0, 6), "or")}: ask for one if you meant rows of their own.`,
    );
}
