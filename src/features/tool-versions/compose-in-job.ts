import "server-only";
import { and, eq, lt, sql } from "drizzle-orm";
import { ownedByServer } from "@/api/gates";
import type { Account } from "@/api/actor";
import { newId } from "@/db/id";
import { account } from "@/db/schema/account";
import { app, toolComposition } from "@/db/schema/app";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { isAdmin } from "@/features/account/rules";
import { standingOf } from "@/features/plans/store";
import { composeTool } from "@/features/tools/compose/compose-tool";
import { composeJob, type Composition } from "./schema";
import { currentTool, replaceTool } from "./store";

const heartbeatMs = 5_000;
/** A heartbeat older than this belongs to a process that is gone. */
const deadAfterSeconds = 20;
/** A sentence that ends its process each time must not do so for ever. */
const attemptsMax = 3;

type ToolRef = { appId: string; toolId: string };
const ofTool = ({ appId, toolId }: ToolRef) =>
  and(eq(toolComposition.appId, appId), eq(toolComposition.toolId, toolId));
const isOpen = sql`${toolComposition.status} in ('queued', 'running')`;
const isStale = lt(toolComposition.heartbeatAt, sql`now() - ${deadAfterSeconds} * interval '1 second'`);
const topicOf = (id: string) => `composition:${id}` as const;

/**
 * Hands a sentence to the queue: what a model makes of it does not depend on who is still looking.
 * @throws tool-composing while the tool is being made already
 */
export function beginComposition(
  { jobs }: Platform,
  scope: OwnedApp,
  asker: Account,
  { toolId = "", sentence }: { toolId?: string | undefined; sentence: string },
): Promise<void> {
  return inTransaction(scope, async ({ db, appId }) => {
    const fresh = { id: newId("c"), askedBy: asker.id, sentence, status: "queued" as const };
    const [row] = await db
      .insert(toolComposition)
      .values({ appId, toolId, ...fresh })
      .onConflictDoUpdate({
        target: [toolComposition.appId, toolComposition.toolId],
        set: { ...fresh, error: null, runner: null, attempts: 0, heartbeatAt: sql`now()`, createdAt: sql`now()` },
        setWhere: sql`not (${isOpen})`,
      })
      .returning({ id: toolComposition.id });
    if (!row) throw new AppError("tool-composing");
    await jobs.send(db, composeJob, { appId, toolId });
  });
}

/** The latest making of a tool, or null where a model has made none. */
export async function findComposition({ db, appId }: OwnedApp, toolId = ""): Promise<Composition | null> {
  const [row] = await db.select().from(toolComposition).where(ofTool({ appId, toolId }));
  if (!row) return null;
  const { id, sentence, status, error, createdAt } = row;
  return { compositionId: id, sentence, status, error, createdAt: createdAt.toISOString() };
}

/** Ends an open making; the tool stays as it is. */
export async function stopComposition({ db, appId }: OwnedApp, toolId = ""): Promise<void> {
  const [row] = await db
    .delete(toolComposition)
    .where(and(ofTool({ appId, toolId }), isOpen))
    .returning({ id: toolComposition.id });
  if (row) await publish(db, topicOf(row.id), "stop");
}

/** The account that pays for a tool, with the role of whoever asked. */
async function payerOf({ db, env }: Platform, appId: string, askedBy: string): Promise<Account> {
  const [owner] = await db
    .select({ account })
    .from(app)
    .innerJoin(account, eq(account.id, app.ownerId))
    .where(eq(app.id, appId));
  const [asker] = await db.select().from(account).where(eq(account.id, askedBy));
  if (!owner || !asker || asker.disabledAt) throw new AppError("not-allowed");
  return { ...owner.account, isAdmin: isAdmin(asker, env.ADMIN_EMAILS) };
}

/** Makes a tool of its sentence, and stores it as a version. One that another process has, or that is over, is left alone. */
export async function runComposition(platform: Platform, { appId, toolId }: ToolRef): Promise<void> {
  const { db, events } = platform;
  const runner = newId("x");
  const [row] = await db
    .update(toolComposition)
    .set({ status: "running", runner, attempts: sql`${toolComposition.attempts} + 1`, heartbeatAt: sql`now()` })
    .where(and(ofTool({ appId, toolId }), sql`(${toolComposition.status} = 'queued' or (${isOpen} and ${isStale}))`))
    .returning();
  if (!row) return;
  const mine = and(ofTool({ appId, toolId }), eq(toolComposition.runner, runner));
  const stop = new AbortController();
  const unsubscribe = events.subscribe(topicOf(row.id), () => stop.abort());
  const beat = async () => {
    const kept = await db
      .update(toolComposition)
      .set({ heartbeatAt: sql`now()` })
      .where(mine)
      .returning();
    if (kept.length === 0) stop.abort();
  };
  const heartbeat = setInterval(
    () => void beat().catch((error: unknown) => log("warn", "compose-heartbeat", { error })),
    heartbeatMs,
  );
  try {
    await make(platform, ownedByServer(db, appId), row, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted && !(error instanceof AppError)) log("error", "compose-tool", { appId, toolId, error });
    const words = error instanceof AppError ? error.message : new AppError("internal").message;
    await db.update(toolComposition).set({ status: "failed", error: words, runner: null }).where(mine);
  } finally {
    clearInterval(heartbeat);
    unsubscribe();
  }
}

type Row = typeof toolComposition.$inferSelect;

async function make(platform: Platform, owned: OwnedApp, row: Row, signal: AbortSignal): Promise<void> {
  const { appId, sentence, askedBy } = row;
  const toolId = row.toolId || undefined;
  const payer = await payerOf(platform, appId, askedBy);
  const { title, definition: before } = await currentTool(owned, toolId);
  const current = before.fields?.length || before.blocks?.length ? { header: title, definition: before } : undefined;
  const { header, definition, notes } = await composeTool(platform, payer, { sentence, current, appId, signal });
  signal.throwIfAborted();
  await inTransaction(owned, async (scope) => {
    // Stopped or taken over in the last moment: nothing is stored.
    const done = await scope.db
      .update(toolComposition)
      .set({ status: "done", error: null, runner: null })
      .where(and(ofTool(row), eq(toolComposition.runner, row.runner!)))
      .returning();
    if (done.length === 0) return;
    // What was edited by hand meanwhile is kept as a version of its own.
    const entry = { kind: "composed" as const, request: sentence, notes };
    await replaceTool(scope, standingOf(platform.env, payer), toolId, { title: header, definition }, entry);
  });
}

/** Looks for compositions of dead processes every 20 seconds, since another process may die while this one lives. */
export function watchCompositions(platform: Platform): () => void {
  const look = () =>
    void requeueCompositions(platform).catch((error: unknown) => log("error", "requeue-compositions", { error }));
  const timer = setInterval(look, deadAfterSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Hands compositions that no living process has to the queue again; one that was tried too often has failed.
 * @param isBoot this process has just started: on the embedded database nobody else can be making anything
 */
export async function requeueCompositions(platform: Platform, isBoot = false): Promise<number> {
  const isLost = isBoot && platform.database.kind === "embedded" ? sql`true` : isStale;
  return platform.db.transaction(async (db) => {
    await db
      .update(toolComposition)
      .set({ status: "failed", error: "The server stopped several times while this tool was made", runner: null })
      .where(and(isOpen, isLost, sql`${toolComposition.attempts} >= ${attemptsMax}`));
    const rows = await db
      .update(toolComposition)
      .set({ status: "queued", runner: null, heartbeatAt: sql`now()` })
      .where(and(isOpen, isLost))
      .returning({ appId: toolComposition.appId, toolId: toolComposition.toolId });
    for (const row of rows) await platform.jobs.send(db, composeJob, row);
    return rows.length;
  });
}
