import "server-only";
import { endsAs } from "../../words/happenings";
import type { FieldSpec } from "../../model/field-kinds";
import { namedProperty } from "../../words/parse-field";
import { isDeed, isEvent, isPerson } from "../../description/plan/happenings";
import type { PlannedTable } from "../../description/plan/plan";

export const nameSpec: FieldSpec = {
  name: "name",
  label: "Name",
  property: namedProperty("name"),
  isRequired: true,
};

/** By what rows are told apart: what they are called, whose they are, where they are. */
const naming = new Set(
  (
    "name names nickname title code id label model make maker brand author artist composer producer type kind sort variety species breed description what who whose item subject text content " +
    "question address street plate registration serial sku isbn barcode chip tag sign word term topic theme initials no nr number url link email contact company firm person customer client"
  ).split(" "),
);

/** By what rows of a thing that happens or is done usually go: the subject of a ticket, the title of a task. */
function usualTitle({ thing }: Pick<PlannedTable, "thing">): FieldSpec | undefined {
  const first = thing && /^(?:record|document|message)$/.test(thing.kind) ? thing.fields[0] : undefined;
  const isTitle = first?.spec.isRequired && !first.relates && /^(?:name|title|subject)$/.test(first.spec.name);
  return isTitle ? first.spec : undefined;
}

/**
 * The field that a table with exactly these fields lacks to tell its rows apart, as somebody with a phone has a name
 * and a thing with a price has one; undefined where it lacks none.
 */
export function nameLacking(
  { thing, noun }: Pick<PlannedTable, "thing" | "noun">,
  said: readonly FieldSpec[],
): FieldSpec | undefined {
  const table = { noun, ...(thing ? { thing } : {}) };
  const own = noun.split(" ").at(-1)!;
  const isTold = said.some(({ name }) => name.includes(own) || name.split("_").some((word) => naming.has(word)));
  if (said.length === 0) return undefined;
  // "questions by topic and difficulty": what is asked is not told by its topic.
  const question = thing?.titleField === "question" ? thing.fields.find(({ spec }) => spec.name === "question") : null;
  if (question && !said.some(({ name }) => /question|text|title|word/.test(name))) return question.spec;
  if (isTold) return undefined;
  // "an attack: start, end, strength": what has a beginning is told apart by that.
  const isTimed = said.some(({ name }) => /^(?:start|date|day|from)$/.test(name));
  const isDone = isTimed || isEvent(table) || isDeed(noun) || endsAs("logged", noun);
  if (isPerson(table) || /^(?:item|place)$/.test(thing?.kind ?? "") || (!thing && !isDone)) return nameSpec;
  return isTimed ? undefined : usualTitle(table);
}
