import { typedNumber } from "@/engines/typed-number";
import { softBreak, type Value } from "@/engines/template/values";
import { fieldTextMax, type FieldValue, type Measure, type RunDefinition, type RunField } from "../schema";

export type FieldIssue = { field: string; message: string };

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const units: Record<string, readonly string[]> = { height: ["cm", "in"], weight: ["kg", "lb"] };
/** More than anybody is or weighs. */
const measureMax: Record<string, number> = { height: 300, weight: 1_000 };
const toMetric: Record<Measure["unit"], number> = { cm: 1, in: 2.54, kg: 1, lb: 0.453_592_37 };

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/**
 * What a visitor entered, by the tool's fields. A field that the tool does not have is an issue, never ignored.
 * @returns every issue at once, so that a form can show each beside its field
 */
export function checkFields(
  { fields }: Pick<RunDefinition, "fields">,
  given: Record<string, unknown>,
): { values: Record<string, FieldValue>; issues: FieldIssue[] } {
  const values: Record<string, FieldValue> = {};
  const issues: FieldIssue[] = [];
  for (const name of Object.keys(given))
    if (!fields.some((field) => field.name === name))
      issues.push({ field: name, message: "This tool has no such field" });
  for (const field of fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (isEmpty(value)) {
      if (field.isRequired) issues.push({ field: field.name, message: `${field.label} is required` });
      continue;
    }
    const checked = checkValue(field, value);
    if (typeof checked === "object" && "issue" in checked) issues.push({ field: field.name, message: checked.issue });
    else values[field.name] = checked;
  }
  return { values, issues };
}

type Checked = FieldValue | { issue: string };

function checkValue(field: RunField, value: unknown): Checked {
  const { type } = field;
  if (type === "number") return checkNumber(field, value);
  if (type === "height" || type === "weight") return checkMeasure(type, value);
  if (type === "multiselect") return checkOptions(field, value);
  if (typeof value !== "string") return { issue: `${field.label} is a text` };
  const text = value.trim();
  if (text.length > fieldTextMax)
    return { issue: `${field.label} has at most ${fieldTextMax.toLocaleString("en-US")} characters` };
  if (type === "select")
    return optionOf(field, text) ?? { issue: `“${text.slice(0, 40)}” is not an option of ${field.label}` };
  if (type === "email" && !emailPattern.test(text)) return { issue: "This email is invalid" };
  if (type === "photo" && fileIdOf(text) === undefined) return { issue: "Please upload a file" };
  if (type === "tool_item_select" && !/^r[0-9a-z]{16}$/.test(text))
    return { issue: `Choose a result for ${field.label}` };
  return text;
}

const optionOf = ({ options }: RunField, text: string) =>
  options.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.label;

function checkNumber({ label, min, max }: RunField, value: unknown): Checked {
  const number = typeof value === "string" ? typedNumber(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return { issue: `${label} is a number` };
  if (min !== undefined && number < min) return { issue: `${label} is at least ${min}` };
  if (max !== undefined && number > max) return { issue: `${label} is at most ${max}` };
  return number;
}

function checkMeasure(type: "height" | "weight", given: unknown): Checked {
  const unitsOfType = units[type]!;
  const { value, unit = unitsOfType[0] } =
    typeof given === "object" && given !== null && "value" in given ? given : { value: given };
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof unit !== "string" || !unitsOfType.includes(unit)) return { issue: `Choose ${unitsOfType.join(" or ")}` };
  if (typeof number !== "number" || !Number.isFinite(number) || number <= 0) return { issue: `Enter a number above 0` };
  const measure = { value: number, unit: unit as Measure["unit"] };
  return metricOf(measure) > measureMax[type]! ? { issue: `This is more than any ${type}` } : measure;
}

function checkOptions(field: RunField, value: unknown): Checked {
  if (!Array.isArray(value)) return { issue: `${field.label} is a list` };
  const chosen = value.map((one) => (typeof one === "string" ? optionOf(field, one.trim()) : undefined));
  if (chosen.some((one) => one === undefined)) return { issue: `Choose among the options of ${field.label}` };
  return [...new Set(chosen as string[])];
}

export const metricOf = ({ value, unit }: Measure): number => value * toMetric[unit];

const isMeasure = (value: FieldValue): value is Measure => typeof value === "object" && !Array.isArray(value);

/** "180 cm", "Vegan, Gluten-free". */
export function fieldText(value: FieldValue): string {
  if (isMeasure(value)) return `${value.value} ${value.unit}`;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** The upload that a photo's address names. */
export const fileIdOf = (address: string): string | undefined =>
  /(?:^|\/)files\/([0-9a-z]{2,40})(?:\/|$)/.exec(address)?.[1];

/**
 * What templates see under the fields' names, and `input` ('input' is reserved, 1-platform.md §5). A height counts in
 * centimetres and a weight in kilograms, whatever it was entered in.
 * @param isStructured the text becomes a table, a list or the like, whose marks no value may bring along
 */
export function templateValues(
  { fields }: Pick<RunDefinition, "fields">,
  values: Record<string, FieldValue>,
  input: string,
  isStructured: boolean,
): Map<string, Value> {
  const plain = (text: string) => (isStructured ? text.replace(/\s*\n\s*/g, softBreak).replaceAll("|", "\\|") : text);
  const asValue = (value: FieldValue | undefined): Value => {
    if (value === undefined) return null;
    if (isMeasure(value))
      return { text: fieldText(value), metric: metricOf(value), value: value.value, unit: value.unit };
    if (Array.isArray(value)) return value.map(plain);
    return typeof value === "string" ? plain(value) : value;
  };
  const named = fields.map(({ name }): [string, Value] => [name, asValue(values[name])]);
  return new Map([...named, ["input", plain(input)]]);
}
