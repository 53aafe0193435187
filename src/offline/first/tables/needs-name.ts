import "server-only";
import type { FieldSpec } from "../../model/field-kinds";
import { namedProperty } from "../../words/parse-field";
import { isDeed, isEvent, isLogged, isPerson } from "../plan/happenings";
import type { PlannedTable } from "../plan/plan";

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

/** Somebody with a phone and a thing with a price have a name, though nobody said so: their rows could not be told apart. */
export function needsName({ thing, noun }: Pick<PlannedTable, "thing" | "noun">, said: readonly FieldSpec[]): boolean {
  const table = { noun, ...(thing ? { thing } : {}) };
  // "an attack: start, end, strength": what has a beginning is told apart by that.
  const isTimed = said.some(({ name }) => /^(?:start|date|day|from)$/.test(name));
  const isDone = isTimed || isEvent(table) || isDeed(noun) || isLogged(noun);
  const isOne = isPerson(table) || /^(?:item|place)$/.test(thing?.kind ?? "") || (!thing && !isDone);
  const own = noun.split(" ").at(-1)!;
  return (
    isOne &&
    said.length > 0 &&
    !said.some(({ name }) => name.includes(own) || name.split("_").some((word) => naming.has(word)))
  );
}
