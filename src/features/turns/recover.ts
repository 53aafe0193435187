import "server-only";
import { and, asc, eq, exists, lt, or, sql } from "drizzle-orm";
import { turn, turnEvent } from "@/db/schema/chat";
import { mintOwnedApp, type OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { commitTurn } from "./commit";
import { findMessage, type TurnRow, updateMessage } from "./store";
import { TurnLog } from "./log";
import { messageFromEvents, textOf } from "./write-message";

/** A heartbeat older than this belongs to a process that is gone. */
const deadAfterSeconds = 20;

/** Looks for turns of dead processes now and every 20 seconds, since another process may die while this one lives. */
export function watchTurns(platform: Platform): () => void {
  const timer = setInterval(
    () => void recoverTurns(platform).catch((error: unknown) => log("error", "recover-turns", { error })),
    deadAfterSeconds * 1000,
  );
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Ends the turns that a process left running: each is marked stopped, with what it had finished, and can be gone on with.
 * A turn that no process had begun is left to its job, which is still in the queue.
 * @param isBoot at the start of the embedded database's only process, nobody else can be running a turn
 */
export async function recoverTurns({ db, database, env }: Platform, isBoot = false): Promise<number> {
  const began = exists(
    db
      .select({ one: sql`1` })
      .from(turnEvent)
      .where(and(eq(turnEvent.appId, turn.appId), eq(turnEvent.turnId, turn.id))),
  );
  const isOld = lt(turn.heartbeatAt, sql`now() - ${deadAfterSeconds} * interval '1 second'`);
  const isOrphan = isBoot && database.kind === "embedded" ? sql`true` : sql`false`;
  const rows = await db
    .select()
    .from(turn)
    .where(and(eq(turn.status, "running"), began, or(isOld, isOrphan)));
  for (const row of rows) await recover(mintOwnedApp(db, row.appId), row, env.MODEL_PROVIDER !== "offline");
  return rows.length;
}

async function recover(scope: OwnedApp, row: TurnRow, holdsHarm: boolean): Promise<void> {
  const error = "The server stopped in the middle of this answer. What was finished is kept.";
  try {
    const events = await scope.db
      .select()
      .from(turnEvent)
      .where(and(eq(turnEvent.appId, row.appId), eq(turnEvent.turnId, row.id)))
      .orderBy(asc(turnEvent.number));
    const request = await findMessage(scope, row.userMessageId);
    // The events are what people saw, up to the last word; the message itself is only saved whenever an action ends.
    const parts = messageFromEvents(events);
    await commitTurn(scope, row, new TurnLog(scope, row.id, events.at(-1)?.number ?? 0), {
      status: "stopped",
      parts,
      request: textOf(request.parts),
      holdsHarm,
      error,
    });
  } catch (failure) {
    log("error", "recover-turn", { appId: row.appId, turnId: row.id, error: failure });
    await abandon(scope, row, error);
  }
}

/** A turn that cannot be committed must not keep its app from the next one, nor its message waiting for more words. */
async function abandon(scope: OwnedApp, row: TurnRow, error: string): Promise<void> {
  const { db, appId } = scope;
  await updateMessage(scope, row.assistantMessageId, { metadata: { status: "failed", error } });
  await db
    .update(turn)
    .set({ status: "failed", error, finishedAt: sql`now()` })
    .where(and(eq(turn.appId, appId), eq(turn.id, row.id), eq(turn.status, "running")));
  const last = sql<number>`(select coalesce(max(${turnEvent.number}), 0) + 1 from ${turnEvent} where ${turnEvent.appId} = ${appId} and ${turnEvent.turnId} = ${row.id})`;
  await db.insert(turnEvent).values({ appId, turnId: row.id, number: last, event: "done", data: { status: "failed" } });
  await publish(db, `turn:${row.id}`);
}
