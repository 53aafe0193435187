import "server-only";
import { and, asc, desc, eq, gt, gte, isNull, lt, sql } from "drizzle-orm";
import { message, turn, turnEvent } from "@/db/schema/chat";
import { newId } from "@/db/id";
import { sqlState } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { type MessagePart, messageFromEvents } from "./message";

export type MessageRow = typeof message.$inferSelect;
export type TurnRow = typeof turn.$inferSelect;
export type TurnEventRow = typeof turnEvent.$inferSelect;

/** The chat's current messages, oldest first, without replaced ones. */
export async function listMessages(scope: OwnedApp): Promise<MessageRow[]> {
  const { db, appId } = scope;
  const rows = await db
    .select()
    .from(message)
    .where(and(eq(message.appId, appId), isNull(message.replacedAt)))
    .orderBy(asc(message.number));
  return withAnswerSoFar(scope, rows);
}

/** Until its turn ends, what an answer says stands in the turn's events only. */
async function withAnswerSoFar(scope: OwnedApp, rows: MessageRow[]): Promise<MessageRow[]> {
  const last = rows.at(-1);
  if (last?.role !== "assistant" || last.metadata.status !== "running" || !last.turnId) return rows;
  const parts = messageFromEvents(await eventsOf(scope, last.turnId));
  return [...rows.slice(0, -1), { ...last, parts }];
}

/** All events of a turn, in order. */
export async function eventsOf({ db, appId }: OwnedApp, turnId: string): Promise<TurnEventRow[]> {
  return db
    .select()
    .from(turnEvent)
    .where(and(eq(turnEvent.appId, appId), eq(turnEvent.turnId, turnId)))
    .orderBy(asc(turnEvent.number));
}

/** The same without what they say: of a long chat that is most of it. */
export async function listMetadata({ db, appId }: OwnedApp): Promise<Pick<MessageRow, "id" | "metadata">[]> {
  return db
    .select({ id: message.id, metadata: message.metadata })
    .from(message)
    .where(and(eq(message.appId, appId), isNull(message.replacedAt)))
    .orderBy(asc(message.number));
}

/** One page of the chat's current messages (the newest, or those before a number), oldest first. */
export async function pageOfMessages(
  scope: OwnedApp,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<{ items: MessageRow[]; hasEarlier: boolean }> {
  const { db, appId } = scope;
  const rows = await db
    .select()
    .from(message)
    .where(
      and(
        eq(message.appId, appId),
        isNull(message.replacedAt),
        before === undefined ? undefined : lt(message.number, before),
      ),
    )
    .orderBy(desc(message.number))
    .limit(limit + 1);
  const items = await withAnswerSoFar(scope, rows.slice(0, limit).toReversed());
  return { items, hasEarlier: rows.length > limit };
}

/** The chat's first current messages, oldest first. */
export const firstMessages = ({ db, appId }: OwnedApp, limit: number): Promise<MessageRow[]> =>
  db
    .select()
    .from(message)
    .where(and(eq(message.appId, appId), isNull(message.replacedAt)))
    .orderBy(asc(message.number))
    .limit(limit);

export async function findMessage({ db, appId }: OwnedApp, id: string): Promise<MessageRow> {
  const [row] = await db
    .select()
    .from(message)
    .where(and(eq(message.appId, appId), eq(message.id, id), isNull(message.replacedAt)));
  if (!row) throw new AppError("message-not-found");
  return row;
}

/** Removes messages from the chat, from a number on. Their rows are kept, so that undoing a restore finds them. */
export async function replaceMessagesFrom({ db, appId }: OwnedApp, number: number): Promise<void> {
  await db
    .update(message)
    .set({ replacedAt: sql`now()` })
    .where(and(eq(message.appId, appId), gte(message.number, number), isNull(message.replacedAt)));
}

export async function updateMessage(
  { db, appId }: OwnedApp,
  id: string,
  change: { parts?: unknown[]; metadata?: Record<string, unknown> },
): Promise<void> {
  await db
    .update(message)
    .set({
      ...(change.parts && { parts: change.parts }),
      ...(change.metadata && { metadata: sql`${message.metadata} || ${JSON.stringify(change.metadata)}::jsonb` }),
    })
    .where(and(eq(message.appId, appId), eq(message.id, id)));
}

/**
 * Stores what the answer says, ahead of the transaction that ends its turn: on the embedded database everybody waits for
 * that. Locks the turn, so that an answer which was ended elsewhere stays as it is.
 */
export async function storeAnswer({ db, appId }: OwnedApp, row: TurnRow, parts: MessagePart[]): Promise<void> {
  const running = db.$with("running").as(
    db
      .select({ id: turn.id })
      .from(turn)
      .where(and(eq(turn.appId, appId), eq(turn.id, row.id), eq(turn.status, "running")))
      .for("update"),
  );
  await db
    .with(running)
    .update(message)
    .set({ parts })
    .from(running)
    .where(and(eq(message.appId, appId), eq(message.id, row.assistantMessageId)));
}

/**
 * Stores a request with a placeholder for its answer, and the turn. Call it in the transaction that sends the job.
 * @throws turn-running when another turn of this app runs: enforced by a unique index under any race
 */
export async function insertTurn(
  { db, appId }: OwnedApp,
  parts: unknown[],
  metadata: Record<string, unknown>,
): Promise<{ turnId: string; messageId: string }> {
  const [turnId, userMessageId, assistantMessageId] = [newId("t"), newId("m"), newId("m")];
  try {
    await db.insert(turn).values({ appId, id: turnId, status: "running", userMessageId, assistantMessageId });
  } catch (error) {
    if (sqlState(error) === "23505") throw new AppError("turn-running");
    throw error;
  }
  const number = sql<number>`(select coalesce(max(${message.number}), 0) + 1 from ${message} where ${message.appId} = ${appId})`;
  const createdAt = new Date().toISOString();
  const [last] = await db
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.appId, appId), isNull(message.replacedAt)))
    .orderBy(desc(message.number))
    .limit(1);
  await db.insert(message).values({
    appId,
    id: userMessageId,
    number,
    turnId,
    previousId: last?.id ?? null,
    role: "user",
    parts,
    metadata: { ...metadata, createdAt },
  });
  await db.insert(message).values({
    appId,
    id: assistantMessageId,
    number,
    turnId,
    previousId: userMessageId,
    role: "assistant",
    parts: [],
    metadata: { createdAt, status: "running" },
  });
  return { turnId, messageId: userMessageId };
}

export async function findTurn({ db, appId }: OwnedApp, turnId: string): Promise<TurnRow> {
  const [row] = await db
    .select()
    .from(turn)
    .where(and(eq(turn.appId, appId), eq(turn.id, turnId)));
  if (!row) throw new AppError("turn-not-found");
  return row;
}

/** The running turn, else the last one with its result. */
export async function latestTurn({ db, appId }: OwnedApp): Promise<TurnRow | undefined> {
  const [row] = await db
    .select()
    .from(turn)
    .where(eq(turn.appId, appId))
    .orderBy(desc(turn.createdAt), desc(turn.id))
    .limit(1);
  return row;
}

/** Claims a turn: true for one process only, because the first event has a unique key. */
export async function claimTurn({ db, appId }: OwnedApp, turnId: string): Promise<boolean> {
  const claimed = await db
    .insert(turnEvent)
    .values({ appId, turnId, number: 0, event: "start", data: {} })
    .onConflictDoNothing()
    .returning({ number: turnEvent.number });
  return claimed.length === 1;
}

export async function eventsAfter({ db, appId }: OwnedApp, turnId: string, number: number): Promise<TurnEventRow[]> {
  return db
    .select()
    .from(turnEvent)
    .where(and(eq(turnEvent.appId, appId), eq(turnEvent.turnId, turnId), gt(turnEvent.number, number)))
    .orderBy(asc(turnEvent.number))
    .limit(2_000);
}
