import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { analyticsDay, analyticsError, analyticsPart } from "@/db/schema/analytics";
import { type Database, rowsOf } from "@/db/open";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import {
  type DayCounts,
  type Fault,
  faultsMax,
  namesMax,
  otherName,
  type Part,
  type PartKind,
  sessionMinutes,
} from "./schema";

/** A view of a page. `at` in ms. */
export type Hit = {
  appId: string;
  day: string;
  hash: string;
  at: number;
  page: string;
  /** "" for none. */
  referrer: string;
  device: string;
};

/** Adds an app's views to its counters, in one transaction a day. */
export async function writeHits(db: Database, appId: string, hits: Hit[]): Promise<void> {
  for (const [day, own] of Map.groupBy(hits, (hit) => hit.day))
    await db.transaction(async (tx) => {
      const { visitors, sessions } = await writeVisitors(tx, appId, day, own);
      await addToDay(tx, appId, day, { visitors, sessions, views: own.length, errors: 0 });
      await writeParts(tx, appId, day, own);
    });
}

type Sums = { visitors: number; sessions: number; views: number; errors: number };

async function addToDay(db: Database, appId: string, day: string, sums: Sums): Promise<void> {
  const add = (name: keyof Sums) => sql`${analyticsDay[name]} + ${sums[name]}`;
  await db
    .insert(analyticsDay)
    .values({ appId, day, ...sums })
    .onConflictDoUpdate({
      target: [analyticsDay.appId, analyticsDay.day],
      set: { visitors: add("visitors"), sessions: add("sessions"), views: add("views"), errors: add("errors") },
    });
}

/** One statement for all: each row tells whether it is a new visitor, and whether their visit began a session. */
async function writeVisitors(db: Database, appId: string, day: string, hits: Hit[]) {
  const last = new Map<string, number>();
  for (const { hash, at } of hits) last.set(hash, Math.max(at, last.get(hash) ?? 0));
  const seen = [...last].map(([hash, at]) => ({ hash, at: new Date(at).toISOString() }));
  const rows = await rowsOf<{ isNew: boolean; isNewSession: boolean }>(
    db,
    sql`insert into analytics_visitor (app_id, day, hash, seen_at, is_new_session)
        select ${appId}, ${day}::date, v.hash, v.at, true
        from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as v(hash text, at timestamptz) order by v.hash
        on conflict (app_id, day, hash) do update set
          is_new_session = excluded.seen_at - analytics_visitor.seen_at > ${sessionMinutes} * interval '1 minute',
          seen_at = greatest(excluded.seen_at, analytics_visitor.seen_at)
        returning (xmax = 0) as "isNew", is_new_session as "isNewSession"`,
  );
  return {
    visitors: rows.filter(({ isNew }) => isNew).length,
    sessions: rows.filter(({ isNewSession }) => isNewSession).length,
  };
}

async function writeParts(db: Database, appId: string, day: string, hits: Hit[]): Promise<void> {
  const counts = new Map<string, { kind: PartKind; name: string; views: number }>();
  for (const hit of hits)
    for (const [kind, name] of [
      ["page", hit.page],
      ["referrer", hit.referrer],
      ["device", hit.device],
    ] as const) {
      if (name === "") continue;
      const key = `${kind}\n${name}`;
      const known = counts.get(key);
      if (known) known.views += 1;
      else counts.set(key, { kind, name, views: 1 });
    }
  // Which names are new, and whether there is room for them: a robot that makes up pages fills no disk.
  await db.execute(
    sql`with given as (
          select kind, name, sum(views)::int as views
          from jsonb_to_recordset(${JSON.stringify([...counts.values()])}::jsonb) as g(kind text, name text, views int)
          group by kind, name),
        known as (select kind, name from analytics_part where app_id = ${appId} and day = ${day}::date),
        ranked as (
          select given.*, known.name is not null as is_known,
            row_number() over (partition by given.kind, known.name is null order by given.views desc, given.name) as place,
            (select count(*) from known k where k.kind = given.kind) as taken
          from given left join known on known.kind = given.kind and known.name = given.name),
        named as (
          select kind, case when is_known or taken + place <= ${namesMax} then name else ${otherName} end as name, views
          from ranked)
        insert into analytics_part (app_id, day, kind, name, views)
        select ${appId}, ${day}::date, kind, name, sum(views)::int from named group by kind, name order by kind, name
        on conflict (app_id, day, kind, name) do update set views = analytics_part.views + excluded.views`,
  );
}

/** Keeps a fault, or counts it once more. The version is the newest that it was seen in. */
export async function writeFault(
  { db, appId }: VisitedApp,
  fault: Omit<Fault, "count" | "firstAt" | "lastAt">,
): Promise<void> {
  await db.transaction(async (tx) => {
    const set = { ...fault, count: sql`${analyticsError.count} + 1`, lastAt: sql`now()` };
    await tx
      .insert(analyticsError)
      .values({ appId, ...fault })
      .onConflictDoUpdate({ target: [analyticsError.appId, analyticsError.key], set });
    await tx.execute(
      sql`delete from analytics_error where app_id = ${appId} and key in (
            select key from analytics_error where app_id = ${appId} order by last_at desc, key offset ${faultsMax})`,
    );
    const day = new Date().toISOString().slice(0, 10);
    await addToDay(tx, appId, day, { visitors: 0, sessions: 0, views: 0, errors: 1 });
  });
}

export async function listFaults({ db, appId }: OwnedApp): Promise<Fault[]> {
  const rows = await db
    .select()
    .from(analyticsError)
    .where(eq(analyticsError.appId, appId))
    .orderBy(desc(analyticsError.lastAt))
    .limit(faultsMax);
  return rows.map(({ appId: _appId, firstAt, lastAt, ...fault }) => ({
    ...fault,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}

export async function deleteFault({ db, appId }: OwnedApp, key: string): Promise<void> {
  await db.delete(analyticsError).where(and(eq(analyticsError.appId, appId), eq(analyticsError.key, key)));
}

/** Every day from the first to the last, also those on which nothing happened. Runs and sign-ups are counted from their rows. */
export async function countDays({ db, appId }: OwnedApp, from: string, to: string): Promise<DayCounts[]> {
  return rowsOf<DayCounts>(
    db,
    sql`with days as (select d::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') d),
        runs as (select (created_at at time zone 'UTC')::date as day, count(*)::int as runs from tool_run
          where app_id = ${appId} and created_at >= ${from}::date at time zone 'UTC' group by 1),
        people as (select (created_at at time zone 'UTC')::date as day, count(*)::int as people from member
          where app_id = ${appId} and created_at >= ${from}::date at time zone 'UTC' group by 1)
        select days.day::text, coalesce(a.visitors, 0) as visitors, coalesce(a.sessions, 0) as sessions,
          coalesce(a.views, 0) as views, coalesce(runs.runs, 0) as runs, coalesce(people.people, 0) as "signUps",
          coalesce(a.errors, 0) as errors
        from days left join analytics_day a on a.app_id = ${appId} and a.day = days.day
          left join runs on runs.day = days.day left join people on people.day = days.day
        order by days.day`,
  );
}

const partsShown = 10;

/** The names with the most views, of one kind. */
export async function topParts({ db, appId }: OwnedApp, kind: PartKind, from: string, to: string): Promise<Part[]> {
  return rowsOf<Part>(
    db,
    sql`select name, sum(views)::int as views from ${analyticsPart}
        where app_id = ${appId} and day between ${from}::date and ${to}::date and kind = ${kind}
        group by name order by (name = ${otherName}), 2 desc, 1 limit ${partsShown}`,
  );
}
