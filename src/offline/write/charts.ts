import "server-only";
import { type AppModel, type Chart, type Entity, entityOf } from "../model/app-model";
import { labelFor } from "../model/field-kinds";
import { columnsOf } from "../model/columns";
import type { Reason } from "../model/look";
import type { Imports } from "./imports";
import { code, elementOfBlock, literal } from "./jsx";
import { namingOf } from "./naming";
import { component, local } from "./row-links";

export const isDate = ({ kind }: { kind: string }) => kind === "date" || kind === "datetime";
/** A row's own date. When something last happened moves on with the row, and tells no beginning. */
export const ownDate = (entity: Entity) =>
  columnsOf(entity).find((column) => isDate(column) && !/^(?:last|latest)_/.test(column.name));
/** The month of the row's own date, if it has one, rather than of its creation. */
const monthOf = (entity: Entity) => ownDate(entity)?.name ?? "createdAt";

/** A label within a title; "RSVP" keeps its capitals. */
const lowered = (label: string) =>
  label.replaceAll(/[\p{L}\d]+/gu, (word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));

/** "Deals by stage", "Deals: amount by month", "Reviews: average rating by restaurant": what a chart is called. */
export function chartTitle(model: AppModel, { entity: name, by, sum, average, where }: Chart): string {
  const entity = entityOf(model, name)!;
  const column = columnsOf(entity).find((candidate) => candidate.name === by);
  const over = !column || isDate(column) ? "month" : lowered(labelFor(by, column.property));
  const measured = sum ?? average;
  const what = measured
    ? `${namingOf(entity).title}: ${average ? "average " : ""}${labelFor(measured, entity.properties[measured] ?? {}).toLowerCase()}`
    : namingOf(entity).title;
  return `${what} by ${over}${where && entity.properties[where.field] ? ` (${onlyOf(entity, where)})` : ""}`;
}

/** "unpaid", "status: open": which rows a chart goes over. */
function onlyOf({ properties }: Entity, { field, is, isNot }: Reason): string {
  const label = lowered(labelFor(field, properties[field]!));
  const isSo = (is !== "false") === !isNot;
  return /^(?:true|false)$/.test(is) ? `${isSo ? "" : "not "}${label}` : `${label}: ${isNot ? "not " : ""}${is}`;
}

/** The rows that a chart goes over, as a query of the server: an empty box is not ticked. */
function queryOf({ where }: Chart, { properties }: Entity): { code: string } | undefined {
  if (!where || !properties[where.field]) return undefined;
  const { field, is, isNot } = where;
  if (properties[field]!.type !== "boolean") return code(literal({ [field]: isNot ? { $ne: is } : is }));
  return code(literal({ [field]: (is === "true") === !isNot ? true : { $ne: true } }));
}

export function chart(imports: Imports, model: AppModel, one: Chart, isWide: boolean): string {
  const { entity: name, by, sum, average, shape } = one;
  const entity = entityOf(model, name)!;
  const isPipeline = /stage|pipeline/.test(by) && shape !== "line";
  return elementOfBlock(
    component(imports, "chart", "Chart"),
    {
      entity: local(imports, entity),
      title: chartTitle(model, one),
      by: entity.properties[by] ? by : monthOf(entity),
      sum: sum && entity.properties[sum] ? sum : undefined,
      query: queryOf(one, entity),
      average: average && entity.properties[average] ? average : undefined,
      shape: isPipeline ? "funnel" : shape,
      className: isWide ? "lg:col-span-2" : undefined,
    },
    8,
  );
}
