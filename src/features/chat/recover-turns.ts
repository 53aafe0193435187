import "server-only";
import { and, eq, exists, lt, or, sql } from "drizzle-orm";
import { turn, turnEvent } from "@/db/schema/chat";
import { mintOwnedApp } from "@/db/scope";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { commitTurn } from "./commit-turn";
import { findMessage } from "./store";
import { TurnLog } from "./turn-log";
import { type MessagePart, textOf } from "./write-message";

/** A heartbeat older than this belongs to a process that is gone. */
const deadAfterSeconds = 20;

/**
 * Ends the turns that a former process left running: each is marked stopped, with what it had finished, and can be gone on with.
 * A turn that no process had begun is left to its job, which is still in the queue.
 */
export async function recoverTurns({ db, database }: Platform): Promise<number> {
  const began = exists(db.select({ one: sql`1` }).from(turnEvent).where(and(eq(turnEvent.appId, turn.appId), eq(turnEvent.turnId, turn.id))));
  const isOld = lt(turn.heartbeatAt, sql`now() - ${deadAfterSeconds} * interval '1 second'`);
  // The embedded database has one process, which is this one: nobody else can be running a turn.
  const rows = await db.select().from(turn).where(and(eq(turn.status, "running"), began, or(isOld, database.kind === "embedded" ? sql`true` : sql`false`)));
  for (const row of rows) {
    try {
      const scope = mintOwnedApp(db, row.appId);
      const [last] = await db.select({ number: sql<number>`max(${turnEvent.number})` }).from(turnEvent).where(and(eq(turnEvent.appId, row.appId), eq(turnEvent.turnId, row.id)));
      const [answer, request] = await Promise.all([findMessage(scope, row.assistantMessageId), findMessage(scope, row.userMessageId)]);
      const error = "The server stopped in the middle of this answer. What was finished is kept.";
      await commitTurn(scope, row, new TurnLog(scope, row.id, last?.number ?? 0), { status: "stopped", parts: answer.parts as MessagePart[], request: textOf(request.parts), error });
    } catch (error) {
      log("error", "recover-turn", { appId: row.appId, turnId: row.id, error });
    }
  }
  return rows.length;
}
