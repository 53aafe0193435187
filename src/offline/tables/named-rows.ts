import "server-only";
import type { Entity } from "../model/app-model";
import { kindOf, optionsOf, titleField } from "../model/field-kinds";
import { isPlural } from "../language/inflect";
import { type Draft, manyOf } from "../draft/draft";
import { isAttribute } from "../lexicon/lexicon";
import { isFiller, marksOf } from "../request/meaning/marks";

const amount = String.raw`(?:,? ?(?:for|at|costs?|price:?|=|-|:)? ?[$€£]?(\d{1,6}(?:[.,]\d{1,2})?) ?(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf)?)?`;
const added = "^(?:please )?(?:add|put|put in|enter|insert|include|register|create)";
const name = String.raw`("[^"]{2,60}"|[\p{L}\d][\p{L}\d&'’.-]*(?: [\p{L}\d&'’.-]+){0,4}?)`;

/** Ways to say one row by its name: "put gel nails 45 as a service", "add a second barber called Ali". */
const said: [RegExp, (match: RegExpExecArray) => [name: string, price: string | undefined, table: string]][] = [
  [
    new RegExp(
      `${added} (?:a |an |the )?${name}${amount} as (?:(?:an?|another|one more|a new) )?(?:new )?([\\p{L} -]+)$`,
      "iu",
    ),
    ([, one = "", price, table = ""]) => [one, price, table],
  ],
  [
    new RegExp(
      `${added} (?:an?|another|one more|a (?:second|third|fourth|new|sample)) ([\\p{L} -]+?),? (?:called|named|by the name of) ${name}${amount}$`,
      "iu",
    ),
    ([, table = "", one = "", price]) => [one, price, table],
  ],
  [
    new RegExp(
      `${added} (?:an?|another|one more|a (?:second|third|fourth|new|sample)) ([\\p{L} -]+?):? ("[^"]{2,60}")${amount}$`,
      "iu",
    ),
    ([, table = "", one = "", price]) => [one, price, table],
  ],
];

/** Adds a row that is given by its name, and nothing else in the table but that and its price. */
export function readNamedRow(text: string, draft: Draft): boolean {
  for (const [pattern, read] of said) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [named, price, table] = read(match);
    const entity = isPlural(table.split(" ").at(-1)!) ? undefined : tableOf(table, draft);
    const row = entity && rowOf(entity, named, price, draft);
    if (!entity || !row) continue;
    const planned = draft.seeds.find((seed) => seed.entity === entity.name && seed.rows);
    if (planned?.rows) {
      planned.rows.push(row);
      planned.count = planned.rows.length;
    } else draft.seeds.push({ entity: entity.name, count: 1, rows: [row] });
    draft.done.push(`Added ${Object.values(row).join(", ")} to ${manyOf(entity)}.`);
    draft.touched = entity.name;
    return true;
  }
  return false;
}

function tableOf(said: string, { model }: Draft): Entity | undefined {
  const marks = marksOf(said, model).filter((mark) => !isFiller(mark));
  return marks.length === 1 && marks[0]!.entities.length === 1 ? marks[0]!.entities[0] : undefined;
}

/** A row by its name. Null where a name is not enough, or the words name something else. */
function rowOf(entity: Entity, said: string, price: string | undefined, { model }: Draft) {
  const title = titleField(entity);
  const isQuoted = said.startsWith('"');
  const isTaken =
    !isQuoted &&
    (isAttribute(said) ||
      /^(?:field|column|table|page|list|option|chart|view|tab)s?$/i.test(said.split(" ").at(-1)!) ||
      marksOf(said, model).some(({ entities, fields, color }) => entities.length + fields.length > 0 || color));
  if (!title || entity.properties[title]?.enum || kindOf(title, entity.properties[title]!) !== "text" || isTaken)
    return null;
  const money = Object.keys(entity.properties).find((one) => kindOf(one, entity.properties[one]!) === "money");
  if (price !== undefined && !money) return null;
  const given = [title, ...(price === undefined ? [] : [money])];
  if ((entity.required ?? []).some((one) => !given.includes(one) && entity.properties[one]?.default === undefined))
    return null;
  // A dropdown starts as its first option does in a form.
  const starts = Object.entries(entity.properties).filter(
    ([one, value]) => one !== title && value.default !== undefined && optionsOf(value).length > 0,
  );
  return {
    [title]: said.replaceAll('"', ""),
    ...(price === undefined || money === undefined ? {} : { [money]: Number(price.replace(",", ".")) }),
    ...(Object.fromEntries(starts.map(([one, value]) => [one, value.default])) as Record<string, string>),
  };
}
