import "server-only";
import type { Entity } from "../../../model/app-model";
import { kindOf, referenceProperty, titleField } from "../../../model/field-kinds";
import { sentence, singular, snake } from "../../../language/inflect";
import { relate, setField } from "../../../draft/compose";
import { type Draft, manyOf, oneOf } from "../../../draft/draft";
import type { FieldRef } from "../../../request/meaning/marks";
import { type Meaning } from "../grounds/meaning";
import { already, label } from "./carry";

/** "the supplier of a part is picked from there": a field in which the name was typed till now. */
const typedName = (table: Entity, to: Entity, fields: FieldRef[]): string | undefined =>
  [snake(singular(to.title ?? to.name)), ...fields.map(({ name }) => name)].find(
    (name) => table.properties[name] && kindOf(name, table.properties[name]) === "text",
  );

/** Where one of the two holds the name of the other, that is the one which belongs: parts with a supplier. */
export function inOrder({ table, to }: Meaning): [child: Entity | undefined, parent: Entity | undefined] {
  const isTurned = table && to && !typedName(table, to, []) && typedName(to, table, []);
  return isTurned ? [to, table] : [table, to];
}

export function linkTables(meaning: Meaning, draft: Draft): boolean {
  const [table, to] = inOrder(meaning);
  if (!table || !to) return false;
  const fields = meaning.marks.flatMap((mark) => mark.fields.filter(({ entity }) => entity === table));
  const typed = typedName(table, to, fields);
  if (typed) linkField(table, to, typed, draft);
  else if (relate(table, to) === null) return already(draft, `Each ${oneOf(table)} belongs to a ${oneOf(to)}`);
  return true;
}

/** A field in which the name of a row of another table was typed picks that row from now on. */
export function linkField(table: Entity, to: Entity, name: string, draft: Draft): void {
  if (titleField(table) === name) return keepTitle(table, to, name, draft);
  const { title } = table.properties[name]!;
  table.properties[name] = { ...referenceProperty(to.name), ...(title ? { title } : {}) };
  draft.assumed.push(
    `What was typed as ${label({ entity: table, name })} till now names no row of ${manyOf(to)}: enter the ${manyOf(to)} once, and pick them in each row.`,
  );
}

/** What names the rows of a table stays a text, or no row could be told from another: the link is a field beside it. */
function keepTitle(table: Entity, to: Entity, name: string, draft: Draft): void {
  const was = label({ entity: table, name });
  table.properties[name] = { ...table.properties[name]!, title: `${sentence(was)} as typed` };
  const free = [name, `${snake(to.name)}_link`].find((one) => !table.properties[one]) ?? `${name}_link`;
  setField(table, { name: free, label: sentence(was), property: referenceProperty(to.name) });
  draft.assumed.push(
    `${sentence(was)} names the ${manyOf(table)}, so what was typed stays as “${was} as typed”, and the link is a field beside it.`,
  );
}
