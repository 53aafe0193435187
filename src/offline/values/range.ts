import "server-only";
import { manyOf } from "../draft/draft";
import { labelFor } from "../model/field-kinds";
import type { FieldRef } from "../request/meaning/marks";

/** "boxes of orders is at most 10": the limits that a number has, as they are told where something does not fit them. */
export function rangeOf({ entity, name }: FieldRef): string {
  const { minimum, maximum, ...value } = entity.properties[name]!;
  const limits = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ];
  return `${labelFor(name, value).toLowerCase()} of ${manyOf(entity)} is ${limits.join(" and ")}`;
}
