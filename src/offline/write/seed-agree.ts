import "server-only";
import { isServed } from "../first/pages/is-private";
import type { Entity } from "../model/app-model";
import { kindOf, titleField } from "../model/field-kinds";
import { dayMs } from "./seed-scene";

type Row = Record<string, unknown>;

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weekdayOf = (text: unknown) => weekdays.indexOf(String(text).slice(0, 3).toLowerCase());

const isRef = (value: unknown): value is string => typeof value === "string" && value.startsWith("$ref:");

/** Makes what a row says twice say the same: the weekday of its day, and the name of the customer whom it points to. */
export function inAgreement(entity: Entity, rows: Row[], names: ReadonlyMap<string, unknown>): Row[] {
  const fields = Object.entries(entity.properties).map(([name, property]) => ({
    name,
    property,
    kind: kindOf(name, property),
  }));
  const weekday = fields.find(
    ({ kind, property }) => kind === "enum" && property.enum!.filter((option) => weekdayOf(option) >= 0).length > 4,
  );
  const day = fields.find(
    ({ kind, name }) => (kind === "date" || kind === "datetime") && /start|begin|date|day|when/.test(name),
  );
  const whose = fields.find(({ kind, property }) => kind === "reference" && isServed.test(property["x-reference"]!));
  const said = fields.find(({ kind, name }) => kind === "text" && isServed.test(name) && name !== titleField(entity));
  return rows.map((row) => ({
    ...row,
    ...(weekday && day && onWeekday(row, day.name, row[weekday.name])),
    ...(whose && said && nameOf(row, whose.name, said.name, names)),
  }));
}

/** Moves a day to the weekday that its row names. */
function onWeekday(row: Row, name: string, weekday: unknown): Row {
  const [value, wanted] = [row[name], weekdayOf(weekday)];
  if (typeof value !== "string" || wanted < 0) return {};
  const day = new Date(value);
  const later = (wanted - day.getUTCDay() + 7) % 7;
  return { [name]: new Date(day.getTime() + later * dayMs).toISOString().slice(0, value.length) };
}

function nameOf(row: Row, reference: string, field: string, names: ReadonlyMap<string, unknown>): Row {
  const to = row[reference];
  const name = isRef(to) ? names.get(to.slice("$ref:".length)) : undefined;
  return name === undefined || row[field] === undefined ? {} : { [field]: name };
}
