import "server-only";
import type { Entity, Property } from "../../model/app-model";
import { isDealing } from "../../model/columns";
import { kindOf } from "../../model/field-kinds";

/** Puts the fields of a new table in the order in which people fill in a form. Where some were named, these keep theirs. */
export function inFormOrder(entity: Entity, isSaid: boolean): void {
  titleFirst(entity);
  linksBeforeTexts(entity);
  if (isDealing(entity) && !isSaid) linksBeforeDetails(entity);
}

/** Who books says who they are, then what they book, and then when and how. */
function linksBeforeDetails(entity: Entity): void {
  const fields = Object.entries(entity.properties);
  const isDetail = ([name, property]: [string, Property]) =>
    !["text", "email", "phone", "reference"].includes(kindOf(name, property));
  const first = fields.findIndex((field, at) => at > 0 && isDetail(field));
  const late = fields.filter(([, property], at) => first > 0 && at > first && property["x-reference"] !== undefined);
  if (late.length === 0) return;
  const others = fields.filter((field) => !late.includes(field));
  entity.properties = Object.fromEntries([...others.slice(0, first), ...late, ...others.slice(first)]);
}

/** What a row belongs to is chosen before its long texts are written. */
function linksBeforeTexts(entity: Entity): void {
  const fields = Object.entries(entity.properties);
  const isLong = ([name, property]: [string, Property]) => kindOf(name, property) === "longtext";
  const first = fields.findIndex((field, at) => at > 0 && isLong(field));
  const late = fields.filter(([, property], at) => first > 0 && at > first && property["x-reference"] !== undefined);
  if (late.length === 0) return;
  const others = fields.filter((field) => !late.includes(field));
  const before = others.findIndex((field, at) => at > 0 && isLong(field));
  entity.properties = Object.fromEntries([...others.slice(0, before), ...late, ...others.slice(before)]);
}

/** The field that names a row stands first; the rest as it came. */
function titleFirst(entity: Entity): void {
  const names = Object.keys(entity.properties);
  const title = names.find(
    (name) => /^(?:name|title|subject|full_name|number)$/.test(name) && !entity.properties[name]!["x-reference"],
  );
  if (!title || names[0] === title) return;
  const { [title]: first, ...rest } = entity.properties;
  entity.properties = { [title]: first!, ...rest };
}
