import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { AppError } from "@/errors";
import { isBusy, startOf } from "./check-overlap";
import { knownFilter } from "./check-query";
import { seenBy } from "./field-rights";
import { compileFilter } from "./query";
import { refusal, type Rows } from "./read";
import type { Reach } from "./rules";

const daysMax = 62;
const timesMax = 5_000;

export type Taken = { minutes: number; starts: string[] };

/**
 * When a table that books times (`x-noOverlap`) is taken, for whoever may book: times and nothing else, so that a
 * stranger can choose a free one without learning who has the others.
 * @param options.per values of the fields within which times are apart, such as a stylist: the times of that one
 */
export async function takenTimes(
  rows: Rows,
  reaches: Record<"read" | "create", Reach>,
  { from, to, per = {} }: { from: string; to: string; per?: Record<string, string> | undefined },
): Promise<Taken> {
  if (reaches.create === "nothing" && reaches.read === "nothing") throw refusal(rows.actor);
  const { slot, schema } = rows.entity;
  if (!slot) throw new AppError("invalid-query", undefined, `${rows.entity.name} does not book times`);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(start) || Number.isNaN(end) || end < start || end - start > daysMax * 86_400_000)
    throw new AppError("invalid-query", undefined, `Ask for times from one moment to another, at most ${daysMax} days`);
  const other = Object.keys(per).find((name) => !slot.per.includes(name));
  if (other !== undefined)
    throw new AppError(
      "invalid-query",
      undefined,
      `Times of ${rows.entity.name} are not apart by "${other.slice(0, 60)}"`,
    );
  const row = sql`entity_row`;
  const found = await rowsOf<{ start: Date | string }>(
    rows.scope.db,
    sql`select distinct ${startOf(row, slot)} as start from entity_row
        where app_id = ${rows.scope.appId} and entity = ${rows.entity.name} and ${isBusy(row, slot)} and ${compileFilter(knownFilter(seenBy(rows), per), schema)}
          and ${startOf(row, slot)} > ${new Date(start - slot.minutes * 60_000).toISOString()}::timestamptz
          and ${startOf(row, slot)} < ${new Date(end).toISOString()}::timestamptz
        order by start limit ${timesMax}`,
  );
  return { minutes: slot.minutes, starts: found.map(({ start: at }) => new Date(at).toISOString()) };
}
