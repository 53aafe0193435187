import "server-only";
import type { Entity } from "../../model/app-model";
import { columnsOf } from "../../model/columns";
import { fieldTimeOf, followsOf } from "../../words/days";
import type { KnownRows } from "./agree";
import { dayMs, isLine, pick, textOf } from "./scene";
import { stepsOf } from "./steps";

type Row = Record<string, unknown>;
type IsTold = (at: number, field: string) => boolean;

/**
 * Moves the days of rows that are for another one to where they make sense: a payment or a review is no earlier than what
 * it is for, a registration before the course. What the domain data tells stays.
 */
export function following(entity: Entity, rows: Row[], known: KnownRows, isTold: IsTold, today: Date): Row[] {
  const follows = isLine(entity) ? undefined : followsOf(entity.name);
  const columns = columnsOf(entity);
  const owner = columns.find(({ property }) => {
    const target = [...known.values()].find((one) => one.entity.name === property["x-reference"]);
    return target && stepsOf(target.entity).start;
  });
  const own = columns.find(
    ({ name, kind }) => kind.startsWith("date") && ["past", "planned", undefined].includes(fieldTimeOf(name)),
  );
  if (!follows || !owner || !own) return rows;
  const dayOf = ({ entity: of, row }: { entity: Entity; row: Row }) => Date.parse(String(row[stepsOf(of).start!.name]));
  const owners = [...known].filter(([, one]) => one.entity.name === owner.property["x-reference"]);
  const yesterday = today.getTime() - dayMs;
  return rows.map((row, at) => {
    const [value, reference] = [row[own.name], row[owner.name]];
    if (typeof value !== "string" || typeof reference !== "string") return row;
    // What is told has its day, so that it is for another row; and nobody pays for or reviews what is still to come.
    const day = Date.parse(value);
    const isFixed = isTold(at, own.name);
    const fits = (of: number) =>
      follows === "after" ? of <= (isFixed ? Math.min(day, yesterday) : yesterday) : !isFixed || of >= day;
    const found = owners.find(([label]) => reference === `$ref:${label}`);
    if (!found) return row;
    const others = isTold(at, owner.name) || fits(dayOf(found[1])) ? [] : owners.filter(([, one]) => fits(dayOf(one)));
    const [label, of] = others.length > 0 ? pick(others, at) : found;
    if (isFixed || Number.isNaN(dayOf(of))) return { ...row, [owner.name]: `$ref:${label}` };
    const days = (1 + (at % 5)) * dayMs;
    const moved =
      follows === "after"
        ? Math.max(day, Math.min(dayOf(of) + days, today.getTime() - dayMs / 24))
        : Math.min(day, Math.min(dayOf(of), today.getTime()) - days);
    return { ...row, [owner.name]: `$ref:${label}`, [own.name]: textOf(moved, value) };
  });
}

/** How long before its document a line may lie, in days: work of the weeks that are billed. */
const billedDays = 40;

/** The lines of documents on days on or before theirs, such as hours worked before the invoice. */
export function linesInTime(entity: Entity, rows: Row[], known: KnownRows): Row[] {
  if (!isLine(entity)) return rows;
  const columns = columnsOf(entity);
  const own = columns.find(({ kind }) => kind.startsWith("date"))?.name;
  return rows.map((row, at) => {
    const value = row[own ?? ""];
    const owner = columns
      .flatMap(({ name }) => known.get(String(row[name]).replace("$ref:", "")) ?? [])
      .find((one) => typeof one.row[stepsOf(one.entity).start?.name ?? ""] === "string");
    if (typeof value !== "string" || !owner) return row;
    const day = Date.parse(String(owner.row[stepsOf(owner.entity).start!.name]));
    const before = (day - Date.parse(value)) / dayMs;
    if (before >= 0 && before < billedDays) return row;
    return { ...row, [own!]: textOf(day - ((at * 3) % 14) * dayMs, value) };
  });
}
