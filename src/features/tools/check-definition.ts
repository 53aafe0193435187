import { nameKey } from "@/engines/template/evaluate";
import { fieldTypesOf, gatePhotoField, type Refusal, type Standing } from "@/features/plans/rules";
import { type Definition, fieldNameMax, fieldsMax, labelMax, optionMax, type ToolField } from "./schema";

/** "'input' is reserved" (1-platform.md §5); the others mean something in expressions and templates. */
const reserved = new Set(["input", "true", "false", "null", "and", "or", "not", "if", "else", "each"]);

/** 2-builder.md §5. */
export const fieldsMaxWords = `There can be a maximum of ${fieldsMax} custom fields, contact us if you need more fields.`;
export const tagWords = (name: string): string =>
  `This field is used in the instructions. Remove {{${name}}} from them before you delete it.`;

const optionTypes = new Set(["select", "multiselect"]);
export const hasOptions = ({ type }: Pick<ToolField, "type">): boolean => optionTypes.has(type);

/** The labels of a field's options, whichever of the two shapes they have. */
export const optionsOf = ({ options, optionsConfig }: ToolField): { label: string; iconUrl: string }[] =>
  optionsConfig?.length
    ? optionsConfig
    : (options ?? []).map((option) => (typeof option === "string" ? { label: option, iconUrl: "" } : option));

/** Whether two names are one for templates: "Body weight", "body_weight" and "BodyWeight". */
export const isSameName = (left: string, right: string): boolean => nameKey(left) === nameKey(right);

/** What is wrong with a field's name. @param others names of the tool's other fields */
export function nameIssue(name: string, others: string[]): string | undefined {
  const key = nameKey(name);
  if (key === "") return "Give the field a name";
  if (name.length > fieldNameMax) return `A name has at most ${fieldNameMax} characters`;
  if (/[{}]/.test(name)) return "A name has no braces";
  if (reserved.has(key)) return `“${name.trim()}” is reserved, try another name`;
  return others.some((other) => nameKey(other) === key) ? "Field already exists" : undefined;
}

/** "Options: non-empty ('Option is empty'); unique ignoring case ('Option already exists')" (1-platform.md §5). */
export function optionIssue(label: string, others: string[]): string | undefined {
  const text = label.trim();
  if (text === "") return "Option is empty";
  if (text.length > optionMax) return `An option has at most ${optionMax} characters`;
  return others.some((other) => other.trim().toLowerCase() === text.toLowerCase())
    ? "Option already exists"
    : undefined;
}

/** The first thing that is wrong with a field. @param others the tool's other fields */
export function fieldIssue(field: ToolField, others: Pick<ToolField, "name">[]): string | undefined {
  const wrongName = nameIssue(
    field.name,
    others.map(({ name }) => name),
  );
  if (wrongName) return wrongName;
  if ((field.label ?? "").length > labelMax) return `A label has at most ${labelMax} characters`;
  if (field.min !== undefined && field.max !== undefined && field.min > field.max)
    return "The smallest value is above the largest one";
  if (!hasOptions(field)) return undefined;
  const labels = optionsOf(field).map(({ label }) => label);
  if (labels.length === 0) return "Add at least one option";
  for (const [index, label] of labels.entries()) {
    const issue = optionIssue(label, labels.slice(0, index));
    if (issue) return issue;
  }
  return undefined;
}

/** A field as it is stored: an email is personal, and a photo is never memorized (1-platform.md §5). */
export function storedField(field: ToolField): ToolField {
  const name = field.name.trim();
  return {
    ...field,
    name,
    ...(field.type === "email" && { personal: true }),
    ...(field.type === "photo" && { memorize: false }),
  };
}

const tagPattern = /\{\{([\s\S]*?)\}\}/g;

/** Everything in which a builder writes tags: the instructions, and what its blocks ask and compute. */
function instructionsOf({ gptPrompt, background, blocks }: Definition): string[] {
  return [
    gptPrompt ?? "",
    background ?? "",
    ...(blocks ?? []).flatMap(({ prompt, template, source }) => [
      prompt ?? "",
      template ?? "",
      source ? JSON.stringify(source.filter ?? "") : "",
    ]),
  ];
}

/** Whether a field's tag stands in the instructions: alone, `{{diet}}`, or as a word of an expression, `{{= weight / 2}}`. */
export function isTagUsed(name: string, definition: Definition): boolean {
  const key = nameKey(name);
  return instructionsOf(definition).some((text) =>
    [...text.matchAll(tagPattern)].some(
      ([, tag = ""]) =>
        nameKey(tag) === key ||
        // Strings within an expression name nothing.
        // Nor does the name of a function: days(from, to).
        (
          tag
            .replaceAll(/"[^"]*"|'[^']*'/g, " ")
            .match(/(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_]|\s*\()/gu) ?? []
        ).some((word) => nameKey(word) === key),
    ),
  );
}

/** "A field whose tag is used in the app instructions cannot be deleted unless it is personal" (1-platform.md §5). */
export const deletionIssue = (field: ToolField, definition: Definition): string | undefined =>
  !field.personal && field.type !== "email" && isTagUsed(field.name, definition) ? tagWords(field.name) : undefined;

export type DefinitionIssue = { message: string; refusal?: Refusal };

/**
 * The first rule that a change of a tool breaks. What was there before and stays as it was is not held against it: a
 * plan may have ended since.
 * @param change the fields of the definition that are to be replaced
 * @param isWhole the change is a whole tool, whose instructions were written for its own fields: none is missed
 */
export function definitionIssue(
  before: Definition,
  change: Definition,
  standing: Standing,
  isWhole = false,
): DefinitionIssue | undefined {
  if (!change.fields) return undefined;
  const old = before.fields ?? [];
  const fields = change.fields;
  if (fields.length > fieldsMax) return { message: fieldsMaxWords };
  for (const [index, field] of fields.entries()) {
    const message = fieldIssue(field, fields.slice(0, index));
    if (message) return { message };
    const isNewType = !old.some(({ name, type }) => isSameName(name, field.name) && type === field.type);
    if (!isNewType || fieldTypesOf(standing).includes(field.type)) continue;
    const refusal = field.type === "photo" ? gatePhotoField(standing) : undefined;
    return { message: refusal?.message ?? "Only admins can add fields of this type", ...(refusal && { refusal }) };
  }
  if (isWhole) return undefined;
  const after = { ...before, ...change };
  for (const field of old) {
    // A field that was renamed in place keeps its id and is not gone.
    const isGone = !fields.some(
      ({ id, name }) => isSameName(name, field.name) || (id !== undefined && id === field.id),
    );
    const message = isGone ? deletionIssue(field, after) : undefined;
    if (message) return { message };
  }
  return undefined;
}
