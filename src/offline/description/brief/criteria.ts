import "server-only";
import { splitList } from "../../language/normalize";
import { briefs } from "../../words/briefs";
import type { Heard } from "./heard";
import { hasField } from "./kept-rows";

/** "charts of spending by month": what they are drawn by is no field. */
export const isView = /^(?:dashboard|calendar|kanban|board)$/;

/** Fields as requests, unless the rows have them anyway. */
export const fieldWishes = (rows: string, fields: string[], { among }: Heard): string[] =>
  fields.filter((noun) => !hasField(rows, noun, among)).map((noun) => `add a field called "${noun}" to ${rows}`);

/** "location and price" of "search homes by location and price". */
export const criteriaOf = (object: string, rows: string, heard: Heard): string[] => {
  const list = /(?:^| )by (?:(?:their|its|the|a) )?(.+)$/i.exec(object)?.[1];
  // "by location and date, booking, and …": the list ends behind its "and".
  const own = list?.replace(/( and [^,]+),.*$/i, "$1");
  const asked = own ? splitList(own).filter((noun) => !briefs().everywhere.has(noun.toLowerCase())) : [];
  return fieldWishes(rows, asked, heard);
};

/** "search by destination and price": of the rows that have those, else of those that were told of last. */
export function aboutOf({ rows, among }: Heard, object: string): string | undefined {
  const nouns = splitList(object.replace(/^by /i, ""));
  const countOf = (one: string) => nouns.filter((noun) => hasField(one, noun, among)).length;
  return rows
    .filter((one) => !isView.test(one))
    .toReversed()
    .reduce<string | undefined>(
      (best, one) => (best !== undefined && countOf(best) >= countOf(one) ? best : one),
      undefined,
    );
}

/** "filter them by glaze and price": of which rows is told before. */
export function filteredBy(object: string, heard: Heard): string[] {
  const [, sold] = /^.*? can \S+ (.+)$/.exec(heard.statements.at(-1) ?? "") ?? [];
  const found = aboutOf(heard, object.replace(/^.*?(?=\bby )/i, "")) ?? sold;
  return found && /(?:^| )by /i.test(object) ? criteriaOf(object, found, heard) : [];
}
