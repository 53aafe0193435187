import "server-only";
import type { Entity } from "../../../../model/app-model";
import { kindOf, referenceProperty } from "../../../../model/field-kinds";
import { singular, snake } from "../../../../language/inflect";
import { relate } from "../../../draft/compose";
import { type Draft, manyOf, oneOf } from "../../../draft/draft";
import type { FieldRef } from "../../meaning/marks";
import { type Meaning } from "../meaning";
import { already } from "./carry";

/** "the supplier of a part is picked from there": a field in which the name was typed till now. */
const typedName = (table: Entity, to: Entity, fields: FieldRef[]): string | undefined =>
  [snake(singular(to.title ?? to.name)), ...fields.map(({ name }) => name)].find(
    (name) => table.properties[name] && kindOf(name, table.properties[name]) === "text",
  );

export function linkTables({ table, to, marks }: Meaning, draft: Draft): boolean {
  if (!table || !to) return false;
  const fields = marks.flatMap((mark) => mark.fields.filter(({ entity }) => entity === table));
  const typed = typedName(table, to, fields);
  if (typed) {
    const { title } = table.properties[typed]!;
    table.properties[typed] = { ...referenceProperty(to.name), ...(title ? { title } : {}) };
    draft.assumed.push(`What was typed there till now names no row of ${manyOf(to)}: pick it again from the list.`);
    return true;
  }
  const isNew = relate(table, to) !== null;
  return isNew || already(draft, `Each ${oneOf(table)} belongs to a ${oneOf(to)}`);
}
