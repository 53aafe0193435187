import "server-only";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { toolRun } from "@/db/schema/run";
import { newId } from "@/db/id";
import type { OwnedApp } from "@/db/scope";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { runJob } from "./schema";
import { ofRun, type RunRow } from "./store";

/** A heartbeat older than this belongs to a process that is gone. */
const deadAfterSeconds = 20;
/** A run that ends its process each time it is tried must not do so for ever. */
const attemptsMax = 4;

const isStale = lt(toolRun.heartbeatAt, sql`now() - ${deadAfterSeconds} * interval '1 second'`);

export type Claimed = { row: RunRow; runner: string };

/** The run, for the one process that may run it: nobody runs it yet, or whoever did is gone. */
export async function claimRun({ db, appId }: OwnedApp, runId: string): Promise<Claimed | undefined> {
  const runner = newId("x");
  const isFree = or(eq(toolRun.status, "queued"), and(eq(toolRun.status, "streaming"), isStale));
  const [row] = await db
    .update(toolRun)
    .set({ status: "streaming", runner, attempts: sql`${toolRun.attempts} + 1`, heartbeatAt: sql`now()` })
    .where(and(ofRun({ appId }, runId), isFree))
    .returning();
  return row && { row: row as unknown as RunRow, runner };
}

/** Looks for runs of dead processes every 20 seconds, since another process may die while this one lives. */
export function watchRuns(platform: Platform): () => void {
  const look = () => void requeueRuns(platform).catch((error: unknown) => log("error", "requeue-runs", { error }));
  const timer = setInterval(look, deadAfterSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Hands runs that no living process has to the queue again; they go on with the blocks that are not answered yet. One
 * that was tried too often has failed.
 * @param isBoot this process has just started: on the embedded database nobody else can be running anything
 */
export async function requeueRuns(platform: Platform, isBoot = false): Promise<number> {
  const isLost = isBoot && platform.database.kind === "embedded" ? sql`true` : isStale;
  return platform.db.transaction(async (db) => {
    const isOpen = sql`${toolRun.status} in ('queued', 'streaming')`;
    await db
      .update(toolRun)
      .set({
        status: "failed",
        error: "The server stopped several times in the middle of this result",
        finishedAt: sql`now()`,
      })
      .where(and(isOpen, isLost, sql`${toolRun.attempts} >= ${attemptsMax}`));
    // Whichever process touches a run sends its job. A queued status lets the next runner claim it at once.
    const rows = await db
      .update(toolRun)
      .set({ heartbeatAt: sql`now()`, runner: null, status: "queued" })
      .where(and(isOpen, isLost))
      .returning({ appId: toolRun.appId, runId: toolRun.id });
    for (const row of rows) await platform.jobs.send(db, runJob, row);
    return rows.length;
  });
}
