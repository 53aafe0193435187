import "server-only";
import { type FieldSpec, inferProperty } from "../../model/field-kinds";

const units =
  "kg|kilos?|kilograms?|grams?|g|lbs?|pounds|tons?|km|kilometers?|kilometres?|miles?|metres?|meters?|m|cm|mm|inch(?:es)?|feet|hours?|minutes?|mins?|seconds?|days?|weeks?|months?|years?|litres?|liters?|ml|l|pieces|m2|sqm|square (?:met(?:re|er)s|feet)|degrees|celsius|kwh|watts?";

const behind = new RegExp(`^(.+?)[,]? (?:(?:is |are )?(?:given |measured |stored )?in |\\(in )(${units})\\)?$`, "i");

/** "weight in kg": a field's name, and what it is measured in. */
export function unitIn(text: string): { name: string; unit: string } | undefined {
  const match = behind.exec(text.trim());
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
