import "server-only";
import type { Entity } from "../../model/app-model";
import type { Reason } from "../../model/look";
import type { Mark } from "./marks";

const denial = /^(?:not|isn't|aren't|isnt|arent|yet|without)$/;

/** A word for an option or a ticked box, whatever else it asks for in a sentence about rights: "open payments". */
export const isState = ({ states, entities, fields, asks }: Mark): boolean =>
  states.length > 0 &&
  entities.length === 0 &&
  fields.every((ref) => states.some(({ entity, name }) => entity === ref.entity && name === ref.name)) &&
  asks.every((ask) => ask === "read");

const between = /^(?:that|which|who|whose|are|is|were|was|not|isn't|aren't|isnt|arent|yet|still|being)$/;

/** Whether a state says which rows of a table are meant: it stands before its name, or "that are" ties it to that. */
function isOfRows(marks: readonly Mark[], at: number, entity: Entity): boolean {
  const isRows = (mark: Mark | undefined) => mark?.entities.includes(entity) ?? false;
  let behind = at + 1;
  while (marks[behind] && isState(marks[behind]!)) behind += 1;
  if (isRows(marks[behind])) return true;
  let before = at - 1;
  while (before > 0 && marks[before]!.words.every((word) => between.test(word))) before -= 1;
  return before < at - 1 && isRows(marks[before]);
}

/** The words that say which rows of a table are meant: "unpaid invoices", "orders that are not shipped". */
export const statesOf = (marks: readonly Mark[], entity: Entity, except: readonly string[]): Mark[] =>
  marks.filter(
    (mark, at) =>
      isState(mark) &&
      isOfRows(marks, at, entity) &&
      mark.states.some((state) => state.entity === entity && !except.includes(state.name)),
  );

/** The same as the reason by which rows are taken. */
export function statedOf(marks: readonly Mark[], mark: Mark, entity: Entity): Reason | undefined {
  const state = mark.states.find((one) => one.entity === entity);
  const before = marks[marks.indexOf(mark) - 1]?.words.at(-1) ?? "";
  if (!state) return undefined;
  const { name: field, is } = state;
  if (!denial.test(before)) return { field, is };
  return /^(?:true|false)$/.test(is) ? { field, is: String(is !== "true") } : { field, is, isNot: true };
}
