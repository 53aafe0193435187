import "server-only";
import { sql } from "drizzle-orm";
import type { Platform } from "@/engines/platform";
import { dropSalts } from "./collect";
import { oldNamesMax, otherName } from "./schema";

/** Days that keep all of their names. */
const wholeDays = 30;

/**
 * The nightly job: names of days that are older than a month are folded to the most seen ones, and the salts of former
 * days are thrown away. A week of days at a time, so that a job that did not run for long catches up.
 */
export async function rollUp(platform: Platform): Promise<void> {
  await dropSalts(platform);
  await platform.db.execute(
    sql`with old as (
          select app_id, day, kind, name, views,
            row_number() over (partition by app_id, day, kind order by (name = ${otherName}), views desc, name) as place
          from analytics_part where day between current_date - ${wholeDays + 7}::int and current_date - ${wholeDays}::int),
        gone as (
          delete from analytics_part p using old
          where old.place > ${oldNamesMax} and old.name <> ${otherName} and p.app_id = old.app_id and p.day = old.day
            and p.kind = old.kind and p.name = old.name
          returning p.app_id, p.day, p.kind, p.views)
        insert into analytics_part (app_id, day, kind, name, views)
        select app_id, day, kind, ${otherName}, sum(views)::int from gone group by app_id, day, kind
        on conflict (app_id, day, kind, name) do update set views = analytics_part.views + excluded.views`,
  );
}
