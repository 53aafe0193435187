import "server-only";
import { type FieldSpec, inferProperty } from "../../model/field-kinds";
import { unitPattern } from "../../words/units";

let behind: RegExp | undefined;
const unitBehind = (): RegExp =>
  (behind ??= new RegExp(
    `^(.+?)[,]? (?:(?:is |are )?(?:given |measured |stored )?in |\\(in )(${unitPattern()})\\)?$`,
    "i",
  ));

/** "weight in kg": a field's name, and what it is measured in. */
export function unitIn(text: string): { name: string; unit: string } | undefined {
  const match = unitBehind().exec(text.trim());
  return match ? { name: match[1]!, unit: match[2]! } : undefined;
}

/** A number with what it is measured in behind its name. */
export const withUnit = (spec: FieldSpec, unit: string): FieldSpec => ({
  ...spec,
  label: `${spec.label} (${unit})`,
  property: ["number", "integer"].includes(String(spec.property.type))
    ? spec.property
    : inferProperty(spec.name, "number"),
});
