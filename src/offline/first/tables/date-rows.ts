import "server-only";
import { endsAs } from "../../words/happenings";
import type { Entity } from "../../model/app-model";
import { inferProperty } from "../../model/field-kinds";
import { isEvent, isHappening } from "../../description/plan/happenings";
import type { Made } from "../../description/plan/plan";

const time =
  /(?:^|_)(?:date|day|days|weekday|weekdays|week|time|when|at|month|year|season|since|until|due|start|starts|from|on)(?:_|$)/;
const isTimed = ({ properties }: Entity): boolean =>
  Object.entries(properties).some(
    ([name, value]) =>
      !value["x-reference"] && (value.format?.startsWith("date") === true || time.test(name) || value.title === "Date"),
  );

/** Gives a date to rows of what happens where neither they nor what they are of has a time: "water tests: ph, nitrate", "plays, performances". */
export function dateRows(made: readonly Made[]): void {
  for (const { table, entity } of made) {
    if (!isHappening(table) || isTimed(entity)) continue;
    const targets = Object.values(entity.properties).map((value) => value["x-reference"]);
    const isOfTimed = made.some(
      (one) =>
        targets.includes(one.entity.name) && endsAs("follows", table.noun) && isEvent(one.table) && isTimed(one.entity),
    );
    if (isOfTimed) continue;
    if (endsAs("booked", table.noun)) entity.properties.starts_at = { type: "string", format: "date-time" };
    else entity.properties.date = inferProperty("date", "date");
  }
}
