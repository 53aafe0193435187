import "server-only";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { schedule, triggerEvent, webhook } from "@/db/schema/trigger";
import { newId } from "@/db/id";
import { type Database, rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import type { Sealer } from "@/engines/sealing";
import { newToken, tokenHash } from "@/engines/token";
import type { SourceFile } from "@/shipped/contract";
import { AppError } from "@/errors";
import { nextRuns } from "./cron";
import { schedulesOf } from "./read-config";
import { eventsKept, eventsShown, type TriggerEvent } from "./schema";

export type ScheduleRow = typeof schedule.$inferSelect;

/**
 * Makes the schedules of what is published those of these files, none for an unpublished app. Call it in the transaction
 * that publishes. A schedule that stays as it was keeps its next time.
 */
export async function setSchedules({ db, appId }: Pick<OwnedApp, "db" | "appId">, files: SourceFile[]): Promise<void> {
  const before = await db.select().from(schedule).where(eq(schedule.appId, appId));
  const wanted = schedulesOf(files).filter(({ problem }) => !problem);
  if (before.length === 0 && wanted.length === 0) return;
  await db.delete(schedule).where(eq(schedule.appId, appId));
  const now = new Date();
  const rows = wanted.flatMap(({ function: name, cron, timeZone }) => {
    const kept = before.find((one) => one.function === name && one.cron === cron && one.timeZone === timeZone);
    const nextAt = kept?.nextAt ?? nextRuns(cron, timeZone, now, 1)[0];
    return nextAt ? [{ appId, function: name, cron, timeZone, nextAt }] : [];
  });
  if (rows.length > 0) await db.insert(schedule).values(rows);
  await publish(db, "schedules");
}

export async function findSchedule({ db, appId }: OwnedApp, name: string): Promise<ScheduleRow | undefined> {
  const [row] = await db
    .select()
    .from(schedule)
    .where(and(eq(schedule.appId, appId), eq(schedule.function, name)));
  return row;
}

/** When the next schedule of any app is due; undefined while there is none. */
export async function nextDue(db: Database): Promise<Date | undefined> {
  const [row] = await rowsOf<{ at: string | Date | null }>(db, sql`select min(next_at) as at from schedule`);
  return row?.at ? new Date(row.at) : undefined;
}

export const dueSchedules = (db: Database, now: Date): Promise<ScheduleRow[]> =>
  db.select().from(schedule).where(lte(schedule.nextAt, now)).orderBy(schedule.nextAt).limit(100);

/**
 * Takes one tick: of all servers, one gets it.
 * @param next when it runs again; undefined ends the schedule
 */
export async function takeTick(db: Database, row: ScheduleRow, next: Date | undefined): Promise<boolean> {
  const same = and(eq(schedule.appId, row.appId), eq(schedule.function, row.function), eq(schedule.nextAt, row.nextAt));
  const taken = next
    ? await db.update(schedule).set({ nextAt: next }).where(same).returning({ appId: schedule.appId })
    : await db.delete(schedule).where(same).returning({ appId: schedule.appId });
  return taken.length > 0;
}

const contextOf = (appId: string, name: string) => `webhook:${appId}:${name}`;

/** The token of a function's webhook; undefined where there is none. */
export async function findHookToken(
  { db, appId }: OwnedApp,
  sealer: Sealer,
  name: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ sealed: webhook.sealed })
    .from(webhook)
    .where(and(eq(webhook.appId, appId), eq(webhook.function, name)));
  return row && sealer.open(row.sealed, contextOf(appId, name));
}

/** Makes a function's webhook, or gives it another address: the one before leads nowhere. */
export async function writeHook({ db, appId }: OwnedApp, sealer: Sealer, name: string): Promise<string> {
  const token = newToken();
  const values = { tokenHash: tokenHash(token), sealed: sealer.seal(token, contextOf(appId, name)) };
  await db
    .insert(webhook)
    .values({ appId, function: name, ...values })
    .onConflictDoUpdate({ target: [webhook.appId, webhook.function], set: values });
  return token;
}

export async function deleteHook({ db, appId }: OwnedApp, name: string): Promise<void> {
  const gone = await db
    .delete(webhook)
    .where(and(eq(webhook.appId, appId), eq(webhook.function, name)))
    .returning({ name: webhook.function });
  if (gone.length === 0) throw new AppError("webhook-not-found");
}

/** The function behind a token of this very app. */
export async function functionOfHook(db: Database, appId: string, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: webhook.function })
    .from(webhook)
    .where(and(eq(webhook.appId, appId), eq(webhook.tokenHash, tokenHash(token))));
  return row?.name;
}

/** Notes what ran. The oldest go, so that nobody fills the database by calling a webhook. */
export async function noteEvent(
  { db, appId }: { db: Database; appId: string },
  event: Pick<TriggerEvent, "kind" | "function"> & Partial<Pick<TriggerEvent, "status" | "durationMs" | "detail">>,
): Promise<void> {
  await db.insert(triggerEvent).values({ ...event, appId, id: newId("t"), detail: (event.detail ?? "").slice(0, 500) });
  await db.execute(sql`delete from ${triggerEvent} where app_id = ${appId} and at <
    (select at from ${triggerEvent} where app_id = ${appId} order by at desc offset ${eventsKept} limit 1)`);
}

/** The newest events of a function, newest first; mails are the app's. */
export async function listEvents({ db, appId }: OwnedApp, name: string): Promise<TriggerEvent[]> {
  const rows = await db
    .select()
    .from(triggerEvent)
    .where(and(eq(triggerEvent.appId, appId), sql`${triggerEvent.function} in (${name}, '')`))
    .orderBy(desc(triggerEvent.at))
    .limit(eventsShown);
  return rows.map(({ appId: _appId, at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** What a call without a visitor needs of its app. */
export async function findApp(db: Database, appId: string) {
  const [row] = await db.select().from(app).where(eq(app.id, appId));
  return row;
}
