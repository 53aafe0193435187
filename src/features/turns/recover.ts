import "server-only";
import { ownedByServer } from "@/api/gates";
import { and, eq, exists, lt, not, sql } from "drizzle-orm";
import type { Database } from "@/db/open";
import { turn, turnEvent } from "@/db/schema/chat";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { findVersion } from "@/features/versions/store";
import { carryOnPlan } from "./carry-on-plan";
import { commitTurn } from "./commit";
import { turnJob } from "./limits";
import { eventsOf, findMessage, type TurnRow, updateMessage } from "./store";
import { TurnLog } from "./log";
import { messageFromEvents, textOf } from "./message";

/** A turn with an older heartbeat belongs to a dead process. */
const deadAfterSeconds = 20;

export const isStale = lt(turn.heartbeatAt, sql`now() - ${deadAfterSeconds} * interval '1 second'`);

/** Looks for orphaned turns now and every 20 seconds, since another process may die while this one lives. */
export function watchTurns(platform: Platform): () => void {
  const look = async () => {
    await recoverTurns(platform);
    await requeueTurns(platform);
  };
  const timer = setInterval(
    () => void look().catch((error: unknown) => log("error", "recover-turns", { error })),
    deadAfterSeconds * 1000,
  );
  timer.unref();
  return () => clearInterval(timer);
}

/** Turns with a stale heartbeat; at boot of the embedded database's only process, all of them. */
const isLost = ({ database }: Platform, isBoot: boolean) =>
  isBoot && database.kind === "embedded" ? sql`true` : isStale;

const isBegun = (db: Database) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(turnEvent)
      .where(and(eq(turnEvent.appId, turn.appId), eq(turnEvent.turnId, turn.id))),
  );

/**
 * Ends orphaned turns as stopped, keeping finished actions, so that they can be continued. Turns never started are left
 * to `requeueTurns`.
 * @param isBoot this process has just started; call it before the queue
 */
export async function recoverTurns(platform: Platform, isBoot = false): Promise<number> {
  const { db } = platform;
  const rows = await db
    .select()
    .from(turn)
    .where(and(eq(turn.status, "running"), isBegun(db), isLost(platform, isBoot)));
  for (const row of rows) await recoverTurn(platform, row);
  return rows.length;
}

/**
 * Requeues turns that no process has started: a process that dies between taking a job and claiming its turn loses the
 * job. A duplicate job is harmless, since a turn is claimed once.
 * @param isBoot this process has just started; call it after the queue
 */
export async function requeueTurns(platform: Platform, isBoot = false): Promise<number> {
  return platform.db.transaction(async (db) => {
    // The conditional update elects one process to send the job.
    const rows = await db
      .update(turn)
      .set({ heartbeatAt: sql`now()` })
      .where(and(eq(turn.status, "running"), not(isBegun(db)), isLost(platform, isBoot)))
      .returning({ appId: turn.appId, turnId: turn.id });
    for (const row of rows) await platform.jobs.send(db, turnJob, row);
    return rows.length;
  });
}

/** Ends an orphaned turn. */
export async function recoverTurn(platform: Platform, row: TurnRow): Promise<void> {
  const scope = ownedByServer(platform.db, row.appId);
  const error = "The server stopped in the middle of this answer. What was finished is kept.";
  try {
    await endTurn(platform, scope, row, error);
  } catch (failure) {
    log("error", "recover-turn", { appId: row.appId, turnId: row.id, error: failure });
    await inTransaction(scope, (owned) => abandon(platform, owned, row, error));
  }
}

/** Commits a turn as stopped with the content of its events. */
export async function endTurn(
  platform: Platform,
  scope: OwnedApp,
  row: TurnRow,
  error: string | undefined,
): Promise<void> {
  const events = await eventsOf(scope, row.id);
  const request = await findMessage(scope, row.userMessageId);
  const { goesBackTo } = (await findMessage(scope, row.assistantMessageId)).metadata;
  await commitTurn(platform, scope, row, new TurnLog(scope, row.id, events.at(-1)?.number ?? 0), {
    status: "stopped",
    parts: messageFromEvents(events),
    request: textOf(request.parts),
    holdsHarm: platform.env.MODEL_PROVIDER !== "offline",
    error,
    isLost: error !== undefined,
    wentBackTo:
      typeof goesBackTo === "string" ? await findVersion(scope, goesBackTo).catch(() => undefined) : undefined,
  });
}

/** A turn that cannot be committed must neither block the app's next turn nor leave its message growing. */
async function abandon(platform: Platform, scope: OwnedApp, row: TurnRow, error: string): Promise<void> {
  const { db, appId } = scope;
  await updateMessage(scope, row.assistantMessageId, { metadata: { status: "failed", error } });
  await db
    .update(turn)
    .set({ status: "failed", error, finishedAt: sql`now()` })
    .where(and(eq(turn.appId, appId), eq(turn.id, row.id), eq(turn.status, "running")));
  const last = sql<number>`(select coalesce(max(${turnEvent.number}), 0) + 1 from ${turnEvent} where ${turnEvent.appId} = ${appId} and ${turnEvent.turnId} = ${row.id})`;
  await db.insert(turnEvent).values({ appId, turnId: row.id, number: last, event: "done", data: { status: "failed" } });
  await carryOnPlan(platform, scope, row, {
    parts: [],
    status: "failed",
    isLost: true,
    hasChanged: false,
    error,
    isCut: false,
    faults: [],
    heldCount: 0,
  });
  await publish(db, `turn:${row.id}`);
}
