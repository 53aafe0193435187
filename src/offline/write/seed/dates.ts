import "server-only";
import { isLike, isVoice } from "../../model/columns";
import { isPersonTable } from "../../lexicon/known";
import { agesOf, type FieldTime, fieldTimeOf, tableTimeOf } from "../../words/days";
import { dayMs, pick, type Scene } from "./scene";

/** Between which days rows lie, seen from today: the first row's and the last one's. */
type Span = readonly [from: number, to: number];
const spans: Record<Exclude<FieldTime, "birth"> | "open", Span> = {
  until: [-8, 330],
  due: [-14, 35],
  closed: [-150, -1],
  since: [-900, -12],
  past: [-165, 0],
  planned: [-60, 45],
  // A date of what nobody knows: a business that has been going on for months, with something ahead.
  open: [-130, 30],
};

/** When a date of a table lies: by the field, or for a plain "date" by what the table's rows are. */
function timeOf(name: string, { entity, noun }: Scene): Exclude<FieldTime, "birth"> | "open" {
  const table = isVoice(entity) || isLike(entity) ? "past" : (tableTimeOf(entity.name) ?? tableTimeOf(noun ?? ""));
  const own = fieldTimeOf(name);
  if (own && own !== "birth") return own === "planned" && table === "past" ? "past" : own;
  return table ?? (isPersonTable(entity) ? "since" : "open");
}

/** A birth lies as far back as what is born gets old. */
function birthOf({ faker, today, entity, noun }: Scene): Date {
  const [min, max] = agesOf(entity.name) ?? agesOf(noun ?? "") ?? [19, 72];
  return faker.date.birthdate({ min, max, mode: "age", refDate: today });
}

/**
 * The day of a field in a sample row. Rows are spread evenly over their span, the earliest first, so that a chart by month
 * shows a business that goes on, and calendars and "next" lists have something to show.
 */
export function dateAround(name: string, scene: Scene): Date {
  if (fieldTimeOf(name) === "birth") return birthOf(scene);
  const { faker, today, at, of } = scene;
  const [from, to] = spans[timeOf(name, scene)];
  const share = (at + faker.number.float({ min: 0.15, max: 0.85 })) / of;
  return new Date(today.getTime() + Math.round(from + (to - from) * share) * dayMs);
}

export function timeAround(name: string, scene: Scene): string {
  const day = dateAround(name, scene);
  const hour = scene.faker.number.int({ min: 8, max: 17 });
  day.setUTCHours(hour, pick([0, 30], scene.at), 0, 0);
  // What has been recorded today was so before now.
  if (timeOf(name, scene) === "past" && day > scene.today) day.setTime(day.getTime() - dayMs);
  return day.toISOString();
}
