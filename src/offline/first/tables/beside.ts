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
    isBeside: (name) =>
      /^(?:destination|stops?|route|via|weight|courier|driver|passengers?|load|cargo|fare|km|distance|mileage|train|flight|airline)$/.test(
        name,
      ),
  },
];

/** "holiday from, holiday to": the end of a range is what its start is. */
function asEndOfRange(spec: FieldSpec, specs: readonly FieldSpec[]): FieldSpec {
  const range = /^(.*_)?(?:to|until|till)$/.exec(spec.name);
  const start = range && specs.find(({ name }) => [`${range[1] ?? ""}from`, `${range[1] ?? ""}since`].includes(name));
  const isDate = start?.property.format?.startsWith("date") === true && spec.property.format === undefined;
  return start && isDate && !spec.property.enum ? { ...spec, property: start.property } : spec;
}

/** The fields of a table as they are meant beside each other: texts where a name alone would be a date. */
export function asMeantTogether(specs: readonly FieldSpec[]): FieldSpec[] {
  return specs.map((one) => {
    const spec = asEndOfRange(one, specs);
    const isText =
      spec.property.format?.startsWith("date") === true &&
      rules.some(({ isMeant, isBeside }) => isMeant(spec.name) && specs.some(({ name }) => isBeside(name)));
    return isText ? { ...spec, property: namedProperty("description") } : spec;
  });
}
