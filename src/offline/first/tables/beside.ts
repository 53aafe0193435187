import "server-only";
import type { FieldSpec } from "../../model/field-kinds";
import { namedProperty } from "../../words/parse-field";

type Rule = { isMeant: (name: string) => boolean; isBeside: (name: string) => boolean };

/** Fields whose name alone says something else than beside others of their table. */
const rules: Rule[] = [
  // "date, time", "weekday, start time", "day, from, to": times of that day.
  {
    isMeant: (name) => /^(?:start|end|from|to|until|(?:start_|end_|begin_)?time)$/.test(name),
    isBeside: (name) => /^(?:date|day|weekday|day_of_the_week)$/.test(name),
  },
  // "start, destination": places.
  {
    isMeant: (name) => /^(?:start|from|to|end)$/.test(name),
    isBeside: (name) => /^(?:destination|stops?|route|via)$/.test(name),
  },
];

/** The fields of a table as they are meant beside each other: texts where a name alone would be a date. */
export function asMeantTogether(specs: readonly FieldSpec[]): FieldSpec[] {
  return specs.map((spec) => {
    const isText =
      spec.property.format?.startsWith("date") === true &&
      rules.some(({ isMeant, isBeside }) => isMeant(spec.name) && specs.some(({ name }) => isBeside(name)));
    return isText ? { ...spec, property: namedProperty("description") } : spec;
  });
}
