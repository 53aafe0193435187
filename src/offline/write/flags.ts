import "server-only";
import type { Entity, Property } from "../model/app-model";
import { kindOf } from "../model/field-kinds";
import { wordsOf } from "../language/inflect";
import { parseField } from "../words/field-notation";
import { loadWords, typeOf } from "../words/load";
import { thingOf } from "../words/find";
import { type Condition, type Flag, parseFlag } from "../words/rule-notation";

type Test = Record<string, unknown>;
/** Rows that need attention, by a filter as the kit's lib/flags.js takes it. */
export type RowFlag = { label: string; when: Record<string, Test> };

const comparisons = { "<": "$lt", "<=": "$lte", ">": "$gt", ">=": "$gte" } as const;
const key = (value: unknown) =>
  String(value)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
const isNumber = ({ type }: Property) => type === "number" || type === "integer";
const isDay = (value: unknown) => typeof value === "string" && /^(?:today|[+-]\d+d)$/.test(value);

/** The table's field of this name, or a number by another name: a feature's "quantity" is the "stock" of a product. */
function fieldOf({ properties }: Entity, name: string): string | undefined {
  if (properties[name]) return name;
  const others = new Set(loadWords().alike.get(name.replaceAll("_", " ")));
  return Object.keys(properties).find(
    (other) => isNumber(properties[other]!) && others.has(other.replaceAll("_", " ")),
  );
}

/** Undefined where the table cannot meet the condition; empty where it always does. */
function testOf(entity: Entity, field: string, { operator, value, isField }: Condition): Test | undefined {
  const property = entity.properties[field]!;
  const kind = kindOf(field, property);
  const isDate = kind === "date" || kind === "datetime";
  if (operator !== "is" && operator !== "is not") {
    const other = isField ? fieldOf(entity, String(value)) : undefined;
    if (isField) return other ? { [comparisons[operator]]: { $field: other } } : undefined;
    return isDate === isDay(value) && (isDate || isNumber(property)) ? { [comparisons[operator]]: value } : undefined;
  }
  if (kind === "boolean") return (value === true) === (operator === "is") ? { $eq: true } : { $ne: true };
  if (isDate) return kind === "date" && value === "today" ? { [operator === "is" ? "$eq" : "$ne"]: value } : undefined;
  if (typeof value === "number") return isNumber(property) ? { $eq: value } : undefined;
  const option = property.enum?.find((one) => key(one) === key(value));
  if (!property.enum || (option === undefined && operator === "is")) return undefined;
  return option === undefined ? {} : operator === "is" ? { $eq: option } : { $nin: [option] };
}

function rowFlag(entity: Entity, { label, conditions }: Flag): RowFlag[] {
  const when: RowFlag["when"] = {};
  for (const condition of conditions) {
    const field = fieldOf(entity, condition.field);
    const test = field && testOf(entity, field, condition);
    if (!field || !test) return [];
    const before = when[field]?.$nin;
    const joined = Array.isArray(before) && Array.isArray(test.$nin) ? { $nin: [...before, ...test.$nin] } : test;
    if (Object.keys(joined).length > 0) when[field] = { ...when[field], ...joined };
  }
  return Object.keys(when).length > 0 ? [{ label, when }] : [];
}

/** The flags of each feature, and the fields without which a table has none of them. */
let featureFlags: readonly { names: ReadonlySet<string>; flags: readonly Flag[] }[] | undefined;
const readFeatureFlags = () =>
  loadWords()
    .features.filter(({ flags }) => flags.length > 0)
    .map(({ fields, flags }) => {
      const names = new Set(fields.map((text) => parseField(text, typeOf).name));
      return { names, flags: flags.map((text) => parseFlag(text, names)) };
    });

/**
 * What rows of a table need attention: the flags of the thing that it is, and of the features whose fields it has
 * (words/things, words/features).
 */
export function flagsOf(entity: Entity): RowFlag[] {
  const thing = thingOf(wordsOf(entity.title ?? entity.name).join(" "));
  featureFlags ??= readFeatureFlags();
  const features = featureFlags.flatMap(({ names, flags }) =>
    [...names].every((name) => fieldOf(entity, name)) ? flags : [],
  );
  const found = [...(thing?.flags ?? []), ...features].flatMap((flag) => rowFlag(entity, flag));
  return found.filter(({ label }, at) => found.findIndex((other) => other.label === label) === at);
}

/** A flag that only repeats one option says nothing that its badge does not. */
export const saysMore = ({ when }: RowFlag) =>
  Object.keys(when).length > 1 || Object.values(when).some((test) => !("$eq" in test && typeof test.$eq === "string"));
