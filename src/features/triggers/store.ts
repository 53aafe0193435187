import "server-only";
import { and, desc, eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { schedule, schedulePause, triggerEvent, webhook } from "@/db/schema/trigger";
import { newId } from "@/db/id";
import { type Database, rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import type { Sealer } from "@/engines/sealing";
import { newToken, tokenHash } from "@/engines/token";
import type { SourceFile } from "@/shipped/contract";
import { AppError } from "@/errors";
import { nextRuns } from "./cron";
import { schedulesOf } from "./read-config";
import { eventsKept, eventsShown, logMax, type TriggerEvent } from "./schema";

export type ScheduleRow = typeof schedule.$inferSelect;

/**
 * Makes the schedules of what is published those of these files, none for an unpublished app. Call it in the transaction
 * that publishes. A schedule that stays as it was keeps its next time.
 */
export async function setSchedules({ db, appId }: Pick<OwnedApp, "db" | "appId">, files: SourceFile[]): Promise<void> {
  const before = await db.select().from(schedule).where(eq(schedule.appId, appId));
  const paused = await pausedFunctions({ db, appId });
  const wanted = schedulesOf(files).filter((one) => !one.problem && !paused.has(one.function));
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

export async function pausedFunctions({ db, appId }: Pick<OwnedApp, "db" | "appId">): Promise<Set<string>> {
  const rows = await db.select().from(schedulePause).where(eq(schedulePause.appId, appId));
  return new Set(rows.map((row) => row.function));
}

/** Pauses a function's schedule or ends that. @param files of the published version, none while there is none */
export function setPaused(scope: OwnedApp, name: string, isPaused: boolean, files: SourceFile[]): Promise<void> {
  return inTransaction(scope, async (owned) => {
    const { db, appId } = owned;
    // A publication rewrites the schedules too.
    await db.select({ id: app.id }).from(app).where(eq(app.id, appId)).for("update");
    if (isPaused) await db.insert(schedulePause).values({ appId, function: name }).onConflictDoNothing();
    else await db.delete(schedulePause).where(and(eq(schedulePause.appId, appId), eq(schedulePause.function, name)));
    await setSchedules(owned, files);
  });
}

export const listSchedules = ({ db, appId }: OwnedApp): Promise<ScheduleRow[]> =>
  db.select().from(schedule).where(eq(schedule.appId, appId));

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

/** The tokens of an app's webhooks, by function. */
export async function hookTokens({ db, appId }: OwnedApp, sealer: Sealer): Promise<Map<string, string>> {
  const rows = await db.select().from(webhook).where(eq(webhook.appId, appId));
  return new Map(rows.map((row) => [row.function, sealer.open(row.sealed, contextOf(appId, row.function))]));
}

/**
 * Makes a function's webhook, or gives it another address: the one before leads nowhere.
 * @param token of a webhook that was deleted and comes back
 */
export async function writeHook(
  { db, appId }: OwnedApp,
  sealer: Sealer,
  name: string,
  token = newToken(),
): Promise<string> {
  const values = { tokenHash: tokenHash(token), sealed: sealer.seal(token, contextOf(appId, name)) };
  await db
    .insert(webhook)
    .values({ appId, function: name, ...values })
    .onConflictDoUpdate({ target: [webhook.appId, webhook.function], set: values });
  return token;
}

/** @returns its sealed token, by which `restoreHook` brings the same address back */
export async function deleteHook({ db, appId }: OwnedApp, name: string): Promise<string> {
  const [gone] = await db
    .delete(webhook)
    .where(and(eq(webhook.appId, appId), eq(webhook.function, name)))
    .returning({ sealed: webhook.sealed });
  if (!gone) throw new AppError("webhook-not-found");
  return gone.sealed;
}

/** @throws webhook-not-found for a token of another app or function, or a made up one */
export async function restoreHook(scope: OwnedApp, sealer: Sealer, name: string, sealed: string): Promise<string> {
  let token: string;
  try {
    token = sealer.open(sealed, contextOf(scope.appId, name));
  } catch {
    throw new AppError("webhook-not-found");
  }
  return writeHook(scope, sealer, name, token);
}

/** The function behind a token of this very app. */
export async function functionOfHook(db: Database, appId: string, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: webhook.function })
    .from(webhook)
    .where(and(eq(webhook.appId, appId), eq(webhook.tokenHash, tokenHash(token))));
  return row?.name;
}

/** Notes what ran. The oldest go, so that nobody fills the database by calling a webhook. @returns its id */
export async function noteEvent(
  { db, appId }: { db: Database; appId: string },
  event: Pick<TriggerEvent, "kind" | "function"> & Partial<Pick<TriggerEvent, "status" | "durationMs" | "detail">>,
): Promise<string> {
  const id = newId("t");
  await db.insert(triggerEvent).values({ ...event, appId, id, detail: (event.detail ?? "").slice(0, 500) });
  await db.execute(sql`delete from ${triggerEvent} where app_id = ${appId} and at <
    (select at from ${triggerEvent} where app_id = ${appId} order by at desc offset ${eventsKept} limit 1)`);
  return id;
}

/** Adds what was logged during an event. */
export async function noteLog({ db, appId }: { db: Database; appId: string }, id: string, log: string): Promise<void> {
  await db
    .update(triggerEvent)
    .set({ log: log.slice(0, logMax) })
    .where(and(eq(triggerEvent.appId, appId), eq(triggerEvent.id, id)));
}

/** The newest events of each of these functions, newest first; mails are the app's. */
export async function listEvents({ db, appId }: OwnedApp, names: string[]): Promise<TriggerEvent[]> {
  const rank = sql`row_number() over (partition by ${triggerEvent.function} order by ${triggerEvent.at} desc)`;
  const newest = db
    .select({ id: triggerEvent.id, rank: sql<number>`${rank}`.as("rank") })
    .from(triggerEvent)
    .where(and(eq(triggerEvent.appId, appId), inArray(triggerEvent.function, [...names, ""])))
    .as("newest");
  const rows = await db
    .select(getTableColumns(triggerEvent))
    .from(triggerEvent)
    .innerJoin(newest, eq(newest.id, triggerEvent.id))
    .where(and(eq(triggerEvent.appId, appId), lte(newest.rank, eventsShown)))
    .orderBy(desc(triggerEvent.at));
  return rows.map(({ appId: _appId, at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** What a call without a visitor needs of its app. */
export async function findApp(db: Database, appId: string) {
  const [row] = await db.select().from(app).where(eq(app.id, appId));
  return row;
}
