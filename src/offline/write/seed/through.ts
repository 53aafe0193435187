import "server-only";
import type { Entity } from "../../model/app-model";
import { type Column, columnsOf, isLike, isVoice } from "../../model/columns";
import { titleField } from "../../model/field-kinds";
import { snake } from "../../language/inflect";
import type { KnownRows } from "./agree";
import { pick } from "./scene";

type Row = Record<string, unknown>;
type IsTold = (at: number, field: string) => boolean;

/** Two fields of a row of which the first refers to a row that has a field for the second one's, too. */
type Way = { by: Column; to: Column; inner: string };

/** Rows in which somebody else has a say: who bids or answers is not who asked. */
const isOfOthers = (entity: Entity) =>
  isVoice(entity) || isLike(entity) || /(?:Bid|Offer|Answer|Reply|Message|Swap|Transfer|Match)$/.test(entity.name);

const isMinutes = ({ name }: Column) => /^(?:length|duration)_minutes$/.test(name);

/**
 * Sample rows whose references agree: a reminder about a deal is for the contact of that deal, and an appointment for a
 * treatment is with whoever gives it, for as long as it takes. What the domain data tells stays.
 */
export function throughReferences(entity: Entity, rows: Row[], known: KnownRows, isTold: IsTold): Row[] {
  if (isOfOthers(entity)) return rows;
  const columns = columnsOf(entity);
  const ways = waysIn(columns, entity, known);
  const minutes = columns.find(isMinutes);
  return rows.map((row, at) => {
    const agreed = { ...row, ...namedIn(columns, row, known, (field) => isTold(at, field)) };
    for (const way of ways)
      Object.assign(
        agreed,
        along(way, agreed, known, (field) => isTold(at, field), at),
      );
    if (minutes) Object.assign(agreed, lasting(minutes, columns, agreed, known));
    return agreed;
  });
}

/** Shorter names than this stand in many a text by chance. */
const nameMin = 6;

function wordsAt(row: Row, field: string): string {
  const value = row[field];
  return typeof value === "string" ? value.toLowerCase() : "";
}

/** References to rows that the row's own texts name: a photo of the house on the slope is of that house. */
function namedIn(columns: Column[], row: Row, known: KnownRows, isTold: (field: string) => boolean): Row {
  const said = columns
    .flatMap(({ name, kind }) => (kind === "text" || kind === "longtext" ? [wordsAt(row, name)] : []))
    .join("\n");
  const found = columns.flatMap(({ name, kind, property }): [string, string][] => {
    if (kind !== "reference" || row[name] === undefined || isTold(name)) return [];
    const named = [...known].find(([, one]) => {
      const title = wordsAt(one.row, titleField(one.entity) ?? "");
      return one.entity.name === property["x-reference"] && title.length >= nameMin && said.includes(title);
    });
    return named ? [[name, `$ref:${named[0]}`]] : [];
  });
  return Object.fromEntries(found);
}

/** Those through the tables that refer most come first: the deal tells the contact, and both the same company. */
function waysIn(columns: Column[], entity: Entity, known: KnownRows): Way[] {
  const tables = new Map([...known.values()].map((one) => [one.entity.name, one.entity]));
  const references = columns.filter(({ kind }) => kind === "reference");
  const ways = references.flatMap((by) => {
    const other = tables.get(by.property["x-reference"]!);
    if (!other || other === entity) return [];
    const theirs = columnsOf(other).filter(({ kind }) => kind === "reference");
    return references.flatMap((to) => {
      const target = to.property["x-reference"]!;
      const [inner, ...more] = theirs.filter(({ property }) => property["x-reference"] === target);
      if (to === by || !inner || more.length > 0) return [];
      // Whoever leads a project does not do all of its tasks: two roles are two people.
      const isSame = [to.name, snake(target)].includes(inner.name) || to.name === snake(target);
      return isSame ? [{ by, to, inner: inner.name, depth: theirs.length }] : [];
    });
  });
  return ways.toSorted((one, other) => other.depth - one.depth);
}

function along(
  { by, to, inner }: Way,
  row: Row,
  known: KnownRows,
  isTold: (field: string) => boolean,
  at: number,
): Row {
  const rowOf = (reference: unknown) => known.get(String(reference).replace("$ref:", ""))?.row;
  const wanted = rowOf(row[by.name])?.[inner];
  if (wanted === undefined || row[to.name] === undefined || wanted === row[to.name]) return {};
  if (!isTold(to.name)) return { [to.name]: wanted };
  if (isTold(by.name)) return {};
  const others = [...known].filter(
    ([, one]) => one.entity.name === by.property["x-reference"] && one.row[inner] === row[to.name],
  );
  return others.length > 0 ? { [by.name]: `$ref:${pick(others, at)[0]}` } : {};
}

function lasting(minutes: Column, columns: Column[], row: Row, known: KnownRows): Row {
  const lengths = columns.flatMap(({ name, kind }) => {
    const other = kind === "reference" ? known.get(String(row[name]).replace("$ref:", "")) : undefined;
    const own = other && columnsOf(other.entity).find(isMinutes);
    return own && typeof other.row[own.name] === "number" ? [other.row[own.name]] : [];
  });
  return lengths.length === 1 && row[minutes.name] !== undefined ? { [minutes.name]: lengths[0] } : {};
}
