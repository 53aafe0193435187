import "server-only";
import { and, asc, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm";
import { toolRun, toolRunEvent } from "@/db/schema/run";
import { newId } from "@/db/id";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { AppError } from "@/errors";
import type { Progress, RunEvent } from "./rules";
import { foldRun } from "./rules";
import type { FieldValue, RunBlock, RunDefinition, RunEventName, RunSettings } from "./schema";

type Scope = OwnedApp | VisitedApp;
type Row = typeof toolRun.$inferSelect;

/** A run as its row has it. What its columns hold as JSON was written by `insertRun` and the runner alone. */
export type RunRow = Omit<Row, "definition" | "settings" | "blocks" | "fields"> & {
  definition: RunDefinition;
  settings: RunSettings & { isFresh?: boolean };
  blocks: RunBlock[];
  fields: Record<string, FieldValue>;
};

const asRow = (row: Row): RunRow => row as unknown as RunRow;

type NewRun = Pick<RunRow, "visitor" | "input" | "fields" | "definition" | "settings" | "fingerprint" | "credits">;

/** Stores a run with its blocks unanswered. Call it in a transaction with sending the job. */
export async function insertRun({ db, appId }: Scope, run: NewRun): Promise<string> {
  const id = newId("r");
  const blocks = run.definition.blocks.map(({ id: blockId, type, title, validation }): RunBlock => ({
    id: blockId,
    type,
    title,
    status: "waiting",
    text: "",
    ...(validation !== undefined && { validation: { status: "pending" as const } }),
  }));
  await db.insert(toolRun).values({ appId, id, toolId: run.definition.toolId, ...run, blocks });
  return id;
}

/** @throws run-not-found */
export async function findRun({ db, appId }: Scope, id: string): Promise<RunRow> {
  const [row] = await db
    .select()
    .from(toolRun)
    .where(and(eq(toolRun.appId, appId), eq(toolRun.id, id)));
  if (!row) throw new AppError("run-not-found");
  return asRow(row);
}

export const ofRun = ({ appId }: Pick<Scope, "appId">, id: string) => and(eq(toolRun.appId, appId), eq(toolRun.id, id));

export async function eventsAfter({ db, appId }: Scope, runId: string, number: number) {
  return db
    .select()
    .from(toolRunEvent)
    .where(and(eq(toolRunEvent.appId, appId), eq(toolRunEvent.runId, runId), gt(toolRunEvent.number, number)))
    .orderBy(asc(toolRunEvent.number))
    .limit(2_000);
}

/** How far a run is: until it is over, the events since `baseEvent` say more than its row. */
export async function progressOf(scope: Scope, row: RunRow): Promise<{ progress: Progress; lastEvent: number }> {
  const { status, blocks, error } = row;
  const progress: Progress = { status, stage: null, blocks, error };
  let lastEvent = row.baseEvent;
  if (status !== "streaming" && status !== "queued") return { progress, lastEvent };
  let folded = progress;
  for (;;) {
    const events = await eventsAfter(scope, row.id, lastEvent);
    folded = foldRun(
      folded,
      events.map(({ event, data }): RunEvent => ({ event: event as RunEventName, data })),
    );
    lastEvent = events.at(-1)?.number ?? lastEvent;
    if (events.length < 2_000) return { progress: folded, lastEvent };
  }
}

/** A visitor's results of one tool, the newest first. `before` is the id of the last one of the page before. */
export async function listRuns(
  { db, appId }: Scope,
  { visitor, toolId, before, limit }: { visitor: string; toolId: string; before?: string | undefined; limit: number },
): Promise<RunRow[]> {
  const last = before
    ? (await db.select({ at: toolRun.createdAt }).from(toolRun).where(ofRun({ appId }, before)))[0]
    : undefined;
  const after =
    last && or(lt(toolRun.createdAt, last.at), and(eq(toolRun.createdAt, last.at), lt(toolRun.id, before!)));
  const rows = await db
    .select()
    .from(toolRun)
    .where(and(eq(toolRun.appId, appId), eq(toolRun.visitor, visitor), eq(toolRun.toolId, toolId), after))
    .orderBy(desc(toolRun.createdAt), desc(toolRun.id))
    .limit(limit);
  return rows.map(asRow);
}

const similarHours = 24;

/** The visitor's latest finished run that asked the same of the same tool. */
export async function findSimilar({ db, appId }: Scope, row: RunRow): Promise<RunRow | undefined> {
  const [found] = await db
    .select()
    .from(toolRun)
    .where(
      and(
        eq(toolRun.appId, appId),
        eq(toolRun.visitor, row.visitor),
        eq(toolRun.fingerprint, row.fingerprint),
        eq(toolRun.status, "finished"),
        sql`${toolRun.createdAt} > now() - ${similarHours} * interval '1 hour'`,
        lt(toolRun.createdAt, row.createdAt),
      ),
    )
    .orderBy(desc(toolRun.createdAt))
    .limit(1);
  return found && asRow(found);
}

/**
 * Opens blocks of a run that is over once more: it is queued again, with their answers gone.
 * @throws run-busy
 */
export async function reopenRun(scope: Scope, row: RunRow, blockIds: ReadonlySet<string>): Promise<void> {
  const blocks = row.blocks.map((block): RunBlock => {
    if (!blockIds.has(block.id)) return block;
    const { id, type, title, validation } = block;
    return { id, type, title, status: "waiting", text: "", ...(validation && { validation: { status: "pending" } }) };
  });
  const [opened] = await scope.db
    .update(toolRun)
    .set({
      blocks,
      status: "queued",
      error: null,
      attempts: 0,
      runner: null,
      stopRequestedAt: null,
      finishedAt: null,
      settings: { ...row.settings, isFresh: true },
      heartbeatAt: sql`now()`,
    })
    .where(and(ofRun(scope, row.id), inArray(toolRun.status, ["finished", "failed", "stopped"])))
    .returning({ id: toolRun.id });
  if (!opened) throw new AppError("run-busy");
}

/** Replaces one block's text, as its visitor edited it. @throws run-busy */
export async function editBlock(scope: Scope, row: RunRow, block: RunBlock): Promise<void> {
  const blocks = row.blocks.map((one) => (one.id === block.id ? block : one));
  const [changed] = await scope.db
    .update(toolRun)
    .set({ blocks })
    .where(and(ofRun(scope, row.id), inArray(toolRun.status, ["finished", "failed", "stopped"])))
    .returning({ id: toolRun.id });
  if (!changed) throw new AppError("run-busy");
}

export async function deleteRun(scope: Scope, id: string): Promise<void> {
  const { db, appId } = scope;
  await db.delete(toolRun).where(ofRun(scope, id));
  await db.delete(toolRunEvent).where(and(eq(toolRunEvent.appId, appId), eq(toolRunEvent.runId, id)));
}
