import "server-only";
import { and, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { newId } from "@/db/id";
import type { Database } from "@/db/open";
import { contextItem } from "@/db/schema/source";
import type { OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { attemptsMax, retrySeconds } from "./rules";
import { type Stage, syncJob } from "./schema";
import { asNew, type ItemRow, ofItem, topicOf } from "./store";

/** A runner that has said nothing for this long is gone. */
const deadAfterSeconds = 20;
const watchMs = 5_000;
const heartbeatMs = 5_000;
/** Items that one look hands to the queue. */
const batchMax = 200;

/** What lies elsewhere and changes there is read again this often. A site is read again when its owner says so. */
const resyncHours = 24;
export const isScheduled = ({ source }: ItemRow): boolean => source === "cloud_drive" || source === "note_workspace";
export const nextTurn = sql`now() + ${resyncHours} * interval '1 hour'`;

const isOpen = inArray(contextItem.status, ["unsynced", "pending", "running"]);
const isStale = lt(contextItem.heartbeatAt, sql`now() - ${deadAfterSeconds} * interval '1 second'`);
const isDue = lte(contextItem.dueAt, sql`now()`);
/** Not sent to the queue since it came, or since its next try is due; or so long ago that its job may be lost. */
const isUnheard = or(
  isNull(contextItem.heartbeatAt),
  lt(contextItem.heartbeatAt, contextItem.dueAt),
  lt(contextItem.heartbeatAt, sql`now() - interval '60 seconds'`),
);

/** The item is no longer this runner's: it was deleted, begun anew, or another process took it up. */
export class ItemLost extends Error {}

/** The item, for the one process that may sync it: nobody does, or whoever did is gone. */
export async function claimItem({ db, appId }: OwnedApp, id: string): Promise<ItemRow | undefined> {
  const [row] = await db
    .update(contextItem)
    .set({ status: "running", runner: newId("p"), heartbeatAt: sql`now()`, attempts: sql`${contextItem.attempts} + 1` })
    .where(and(ofItem({ appId }, id), isOpen, isDue, or(isNull(contextItem.runner), isStale)))
    .returning();
  if (!row) return undefined;
  await publish(db, topicOf(appId));
  return row;
}

const mine = (row: ItemRow) =>
  and(ofItem(row, row.id), eq(contextItem.runner, row.runner!), eq(contextItem.revision, row.revision));

type Change = Partial<{ [Field in keyof ItemRow]: ItemRow[Field] | ReturnType<typeof sql> }>;

/** Writes what the runner found. @throws ItemLost */
export async function writeItem(db: Database, row: ItemRow, change: Change): Promise<ItemRow> {
  const [written] = await db
    .update(contextItem)
    .set({ heartbeatAt: sql`now()`, ...change })
    .where(mine(row))
    .returning();
  if (!written) throw new ItemLost();
  return written;
}

/** The next stage of the time line. @throws ItemLost */
export async function enterStage({ db }: Platform, row: ItemRow, stage: Stage): Promise<void> {
  const entry = JSON.stringify([{ stage, at: new Date().toISOString() }]);
  await writeItem(db, row, {
    stage,
    stageTimes: sql`${contextItem.stageTimes} || ${entry}::jsonb`,
    done: null,
    total: null,
  });
  await publish(db, topicOf(row.appId));
}

/** Ends a sync in words. An item that has chunks from before keeps them. */
export async function failItem(
  { db }: Platform,
  row: ItemRow,
  error: string,
  status: "error" | "usage_limit_reached" = "error",
): Promise<void> {
  // What was synced once is tried again with its next turn: a drive that was disconnected may be connected by then.
  const nextSyncAt = isScheduled(row) && row.lastSyncedAt !== null ? nextTurn : null;
  await writeItem(db, row, { status, error, runner: null, done: null, total: null, nextSyncAt });
  await publish(db, topicOf(row.appId));
}

/** Lets go of an item for a while: the next try begins by itself. After too many tries it has failed. */
export async function retryItem(platform: Platform, row: ItemRow, words: string, afterSeconds?: number): Promise<void> {
  if (row.attempts >= attemptsMax) return failItem(platform, row, words);
  const seconds = afterSeconds ?? retrySeconds(row.attempts);
  await writeItem(platform.db, row, {
    status: "pending",
    stage: "queued",
    error: words,
    runner: null,
    dueAt: sql`now() + ${seconds} * interval '1 second'`,
  });
  await publish(platform.db, topicOf(row.appId));
}

/** Says while the work lasts that its process is alive. */
export function keepAlive({ db }: Platform, row: ItemRow): () => void {
  const beat = () =>
    db
      .update(contextItem)
      .set({ heartbeatAt: sql`now()` })
      .where(mine(row));
  const timer = setInterval(
    () => void beat().catch((error: unknown) => log("warn", "sync-heartbeat", { error })),
    heartbeatMs,
  );
  return () => clearInterval(timer);
}

/**
 * Hands to the queue what waits for its sync: items that are due, whose runner is gone, and those to be synced again by
 * their schedule. One that ended its process each time has failed.
 * @param isBoot at the start of the embedded database's only process, every runner is gone
 */
export async function requeueItems(platform: Platform, isBoot = false): Promise<number> {
  const { db, database, jobs } = platform;
  const isLost = isBoot && database.kind === "embedded" ? sql`true` : isStale;
  await db
    .update(contextItem)
    .set({ status: "error", error: "The server stopped several times while it synced this. Try again.", runner: null })
    .where(and(eq(contextItem.status, "running"), isLost, sql`${contextItem.attempts} >= ${attemptsMax}`));
  await db
    .update(contextItem)
    .set({ ...asNew, status: "pending", nextSyncAt: null })
    .where(and(lte(contextItem.nextSyncAt, sql`now()`), sql`not ${isOpen}`));
  const isWaiting = and(isNull(contextItem.runner), isDue, isBoot ? sql`true` : isUnheard);
  return db.transaction(async (tx) => {
    const open = tx
      .select({ id: contextItem.id })
      .from(contextItem)
      .where(and(isOpen, or(isWaiting, and(isNotNull(contextItem.runner), isLost))))
      .limit(batchMax)
      .for("update", { skipLocked: true });
    const status = sql`case when ${contextItem.status} = 'running' then 'pending' else ${contextItem.status} end`;
    const rows = await tx
      .update(contextItem)
      .set({ runner: null, status, heartbeatAt: sql`now()` })
      .where(inArray(contextItem.id, open))
      .returning({ appId: contextItem.appId, itemId: contextItem.id });
    for (const row of rows) await jobs.send(tx, syncJob, row);
    return rows.length;
  });
}

/** Looks every 5 seconds, so that a try whose time has come is made soon. */
export function watchItems(platform: Platform): () => void {
  const look = () => void requeueItems(platform).catch((error: unknown) => log("error", "requeue-items", { error }));
  const timer = setInterval(look, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}
