import "server-only";
import { isServed } from "../../first/pages/is-private";
import type { Entity, FieldKind, Property } from "../../model/app-model";
import { isDealing } from "../../model/columns";
import { kindOf, titleField } from "../../model/field-kinds";
import { wordsOf } from "../../language/inflect";
import { sampleFor } from "../../words/samples";
import { dayMs, textOf } from "./scene";

type Row = Record<string, unknown>;

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weekdayOf = (text: unknown) => weekdays.indexOf(String(text).slice(0, 3).toLowerCase());

const isRef = (value: unknown): value is string => typeof value === "string" && value.startsWith("$ref:");

/** The sample rows made so far, by label, which references name. */
export type KnownRows = Map<string, { entity: Entity; row: Row }>;
type Fields = { name: string; property: Property; kind: FieldKind }[];

/** Makes what a row says twice say the same: the weekday of its day, and the name of the customer whom it points to. */
export function inAgreement(entity: Entity, rows: Row[], known: KnownRows): Row[] {
  const fields = Object.entries(entity.properties).map(([name, property]) => ({
    name,
    property,
    kind: kindOf(name, property),
  }));
  const weekday = fields.find(
    ({ kind, property }) => kind === "enum" && property.enum!.filter((option) => weekdayOf(option) >= 0).length > 4,
  );
  const days = fields.filter(
    ({ kind, name }) => (kind === "date" || kind === "datetime") && /start|begin|date|day|when/.test(name),
  );
  const whose = fields.find(({ kind, property }) => kind === "reference" && isWhose.test(property["x-reference"]!));
  const said = whose && fields.find((field) => saysWho(field, entity));
  return rows.map((row) => ({
    ...row,
    ...(weekday &&
      days[0] &&
      onWeekday(
        row,
        days.map(({ name }) => name),
        row[weekday.name],
      )),
    ...(whose && said && samePerson(row, whose, said.name, fields, known)),
  }));
}

/** Tables of those for whom something is done, whose rows others name. */
const isWhose =
  /(?:customer|client|patient|guest|buyer|tenant|pupil|student|member|parent|donor|owner|applicant|subscriber|visitor|participant|attendee|rider|player|singer|borrower|renter|volunteer|household|famil(?:y|ies))$/i;
/** Fields of a row that name the same person in words. */
const who =
  /^(?:renter|payer|borrower|lent_to|booker|booked_by|holder|hirer|requester|ordered_by|attendee|author|posted_by)$/;

function saysWho({ kind, name }: Fields[number], entity: Entity): boolean {
  if (kind !== "text") return false;
  if (name !== titleField(entity)) return isServed(name) || who.test(name);
  return (
    isServed(name) ||
    who.test(name) ||
    (isDealing(entity) && /^(?:name|title)$/.test(name)) ||
    (name === "name" && hasEmail(entity))
  );
}

/** A name beside an address is somebody's, as in a visit that a patient asks for. */
const hasEmail = ({ properties }: Entity) =>
  Object.entries(properties).some(([name, property]) => kindOf(name, property) === "email");

/** Moves the first of some days, and others that say the same one, to the weekday that their row names. */
function onWeekday(row: Row, names: string[], weekday: unknown): Row {
  const [value, wanted] = [row[names[0]!], weekdayOf(weekday)];
  if (typeof value !== "string" || wanted < 0) return {};
  const later = (wanted - new Date(value).getUTCDay() + 7) % 7;
  const moved = names.flatMap((name): [string, string][] => {
    const own = row[name];
    if (typeof own !== "string" || own.slice(0, 10) !== value.slice(0, 10)) return [];
    return [[name, textOf(Date.parse(own) + later * dayMs, own)]];
  });
  return Object.fromEntries(moved);
}

/** The reference to the row that has the name, where one has, else the name of the row referred to; and its addresses. */
function samePerson(
  row: Row,
  { name, property }: Fields[number],
  field: string,
  fields: Fields,
  known: KnownRows,
): Row {
  const to = row[name];
  const own = row[field];
  if (!isRef(to) || typeof own !== "string" || !isSomebody(own, fields)) return {};
  const titleOf = ({ entity, row: other }: { entity: Entity; row: Row }) => other[titleField(entity) ?? ""];
  const named = [...known].find(([, one]) => one.entity.name === property["x-reference"] && titleOf(one) === own);
  const label = named?.[0] ?? to.slice("$ref:".length);
  const found = known.get(label);
  const title = found && titleOf(found);
  if (!found || typeof title !== "string") return {};
  const contacts = fields.flatMap(({ name: contact, kind }): [string, unknown][] => {
    if ((kind !== "email" && kind !== "phone") || row[contact] === undefined) return [];
    const theirs = Object.entries(found.entity.properties).find(([key, value]) => kindOf(key, value) === kind);
    const made = kind === "email" && !named ? `${wordsOf(title).join(".")}@example.org` : row[contact];
    return [[contact, (theirs && found.row[theirs[0]]) ?? made]];
  });
  return { [name]: `$ref:${label}`, [field]: title, ...Object.fromEntries(contacts) };
}

/** What a booking is called may be who booked, or what for. */
const isSomebody = (name: string, fields: Fields) =>
  sampleFor("person")!.values.includes(name) || fields.some(({ kind }) => kind === "email" || kind === "phone");
