import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp, VisitedApp } from "@/db/scope";

/** Filters ids to the app's people: its members and its builders. */
export const peopleAmong = ({ appId }: OwnedApp | VisitedApp, ids: SQL): SQL =>
  sql`select id from member where app_id = ${appId} and id in (${ids}) union select owner_id from app where id = ${appId} and owner_id in (${ids})
    union select account_id from collaborator where app_id = ${appId} and account_id in (${ids})`;

export type Person = { id: string; email: string };

/** People that a reference may name, for builders only: the owner, collaborators, then members by address. */
export function listPeople({ db, appId }: OwnedApp, limit: number): Promise<Person[]> {
  return rowsOf<Person>(
    db,
    sql`select id, email from (
          select account.id, account.email, 0 as place from app join account on account.id = app.owner_id where app.id = ${appId}
          union all select account.id, account.email, 1 from collaborator join account on account.id = collaborator.account_id
            where collaborator.app_id = ${appId}
          union all select id, email, 2 from member where app_id = ${appId}
        ) people order by place, email limit ${limit}`,
  );
}
