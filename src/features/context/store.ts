import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import type { PastChange } from "./history";

/** How many versions a prompt looks back on. */
const versionsMax = 60;

/** What the last versions changed, newest first: files that are new or differ from the version before. */
export async function readPastChanges({ db, appId }: OwnedApp): Promise<PastChange[]> {
  return rowsOf<PastChange>(
    db,
    sql`
    with newest as (select id, number, user_request from version where app_id = ${appId} order by number desc limit ${versionsMax + 1}),
    steps as (select id, number, user_request, lag(id) over (order by number) as before_id from newest)
    select steps.user_request as request, array_agg(now_file.path order by now_file.path) as paths
    from steps
    join version_file now_file on now_file.app_id = ${appId} and now_file.version_id = steps.id
    left join version_file old_file on old_file.app_id = ${appId} and old_file.version_id = steps.before_id and old_file.path = now_file.path
    where old_file.hash is distinct from now_file.hash and (steps.before_id is not null or steps.number = (select min(number) from version where app_id = ${appId}))
    group by steps.id, steps.number, steps.user_request
    order by steps.number desc`,
  );
}
