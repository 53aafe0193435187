import "server-only";
import { labelFor, optionsOf } from "../model/field-kinds";
import { singular } from "../language/inflect";
import type { FieldRef } from "../request/meaning/marks";
import { thingOf } from "../words/find";
import { askedOptions } from "../words/load";
import { optionsInTrades } from "../words/trades";

const key = (options: readonly string[]) =>
  options
    .map((option) => option.toLowerCase())
    .toSorted()
    .join("|");

/** Whether the options of a dropdown are only what is usual, and nobody has said them. */
export function hasUsualOptions({ entity, name }: FieldRef): boolean {
  const value = entity.properties[name]!;
  if (optionsOf(value).length === 0) return false;
  const label = labelFor(name, value);
  const thing = thingOf(singular(entity.name));
  const own = thing?.fields.find((field) => field.name === name)?.options?.map((option) => option.value);
  const usual = [own, askedOptions(label), ...optionsInTrades(`${entity.name}.${label}`)];
  return usual.some((options) => options && key(options) === key(optionsOf(value)));
}
