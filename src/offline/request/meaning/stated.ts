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

/** The words that say which rows of a table are meant: "unpaid invoices", "orders that are not shipped". */
export const statesOf = (marks: readonly Mark[], entity: Entity, except: readonly string[]): Mark[] =>
  marks.filter(
    ({ states, entities, asks }) =>
      entities.length === 0 &&
      asks.every((ask) => ask === "read") &&
      states.some((state) => state.entity === entity && !except.includes(state.name)),
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
