import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { isAttribute } from "../../lexicon/lexicon";
import { typeOf } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { choiceAt, choosing } from "./choices";
import { type Piece, piecesIn } from "../../description/text/pieces";
import type { Plan, PlannedTable } from "../../description/plan/plan";
import type { StatesSaid } from "./states-said";

type ChoiceSaid = { field: string; options: string[]; phrase: string };

function choicesOf(pieces: Piece[]): ChoiceSaid[] {
  const found: ChoiceSaid[] = [];
  for (let at = 0; at < pieces.length;) {
    const { inner } = pieces[at]!;
    const choice = choiceAt(pieces, at);
    const parts = choice ? /^(.+?)(?::| multiple choice of) (.+\/.+)$/.exec(choice.phrase) : null;
    if (choice && parts) found.push({ field: parts[1]!, options: parts[2]!.split("/"), phrase: choice.phrase });
    else if (inner !== undefined) found.push(...choicesOf(piecesIn(inner)));
    at += choice?.used ?? 1;
  }
  return found;
}

const bare = (phrase: string) => wordKey(phrase.replace(/\s*[(:].*$|\s+checkbox$/, ""));

/** Whether a field that was read is no more than one of the options, or the field's name with the first of them. */
const isPartOf = (phrase: string, field: string, options: readonly string[]): boolean =>
  options.some((option) => [wordKey(option), `${wordKey(field)} ${wordKey(option)}`].includes(bare(phrase)));

const optionsIn = (phrase: string): string[] => /\(([^()]+\/[^()]+)\)$/.exec(phrase)?.[1]?.split("/") ?? [];

/** Of a field that was read with more options than it has: itself, and the others as fields. */
const beyond = (phrase: string, options: readonly string[]): string[] => {
  const read = optionsIn(phrase);
  const others = read.filter((one) => !options.some((option) => wordKey(option) === wordKey(one)));
  return others.length > 0 && others.length < read.length ? [options[0]!, ...others] : [phrase];
};

const isRows = ({ tables }: Plan, option: string): boolean =>
  isPlural(option) && tables.some(({ noun }) => noun === singular(wordKey(option)));

/** "substrate blocks (strain, recipe)", "lessons: aircraft, student": what was read as a table's fields and links is no choice. */
const areItsFields = ({ tables }: Plan, { field, options }: ChoiceSaid): boolean => {
  const name = wordKey(field).split(" ").map(singular);
  const owners = tables.filter(({ noun }) => name.includes(noun.split(" ").at(-1)!));
  const isItsOwn = (option: string) =>
    owners.some(
      ({ said, links }) =>
        said.some((phrase) => phrase.split(/[/()]/).some((part) => wordKey(part) === wordKey(option))) ||
        links.some(({ to }) => to.noun === singular(wordKey(option))),
    );
  return options.filter(isItsOwn).length > 1 || options.slice(1).some((option) => areFields(tables, option));
};

/** "source word, definition, notes": what is usually a field and was read as one is no option. */
const areFields = (tables: readonly PlannedTable[], option: string): boolean =>
  isAttribute(option) &&
  typeOf(option).type !== "boolean" &&
  tables.some(({ said }) => said.some((phrase) => wordKey(phrase) === wordKey(option)));

/** "a logbook: skipper, crew, time out": what was read as fields, nearly all of it, and is called by nothing that has options. */
const areRead = ({ tables }: Plan, { field, options }: ChoiceSaid): boolean => {
  const fields = new Set(tables.flatMap(({ said }) => said.map(bare)));
  const read = options.filter((option) => fields.has(wordKey(option))).length;
  return read > 2 && read * 2 > options.length && !choosing.test(field);
};

/** Takes options that were read as fields or tables of their own out of a plan; says the table that had most of them. */
function takeParts(plan: Plan, { field, options }: Pick<ChoiceSaid, "field" | "options">): PlannedTable | undefined {
  for (const table of plan.tables)
    table.said = table.said.flatMap((phrase) => (bare(phrase) === wordKey(field) ? beyond(phrase, options) : [phrase]));
  let most = 0;
  let owner: PlannedTable | undefined;
  for (const table of plan.tables) {
    const rest = table.said.filter((phrase) => !isPartOf(phrase, field, options));
    const count = table.said.length - rest.length;
    if (count > most) [most, owner] = [count, table];
    table.said = rest;
  }
  const keys = new Set([field, ...options].map((option) => singular(wordKey(option))));
  const isPart = (table: PlannedTable) => table.said.length === 0 && keys.has(table.noun) && table !== owner;
  const gone = plan.tables.filter(isPart);
  plan.tables = plan.tables.filter((table) => !gone.includes(table));
  for (const table of plan.tables) table.links = table.links.filter(({ to }) => !gone.includes(to));
  return owner;
}

/**
 * Mends options that the learned reader took for fields or tables, by the choices that the sentences spell out.
 * @param states choices that are placed by `placeStates`
 */
export function mendChoices(plan: Plan, sentences: readonly string[], states: readonly StatesSaid[]): void {
  for (const state of states) takeParts(plan, state);
  for (const choice of sentences.flatMap((sentence) => choicesOf(piecesIn(sentence)))) {
    // "dialysis unit: patients, chairs, sessions": rows, and no kinds of unit.
    if (choice.options.filter((option) => isRows(plan, option)).length > 1) continue;
    if (areItsFields(plan, choice) || areRead(plan, choice)) continue;
    const owner = takeParts(plan, choice);
    if (!owner) continue;
    owner.said = owner.said.filter((phrase) => bare(phrase) !== wordKey(choice.field));
    owner.said.push(choice.phrase);
  }
}
