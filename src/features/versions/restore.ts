import "server-only";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { message, turn } from "@/db/schema/chat";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { needsMessage } from "./rules";
import { findVersion, writeManifest } from "./store";

/**
 * Restores code, schemas, permissions and layout as a new version, so that a restore can itself be undone. Messages
 * after the version's own leave the chat ("messages, which replace the chat from that message on") and stay in the
 * table; a version from before the first message empties the chat. Returns the messages that now stand from that
 * message on. Rows stay as they are; entities/restore-rows.ts restores them too.
 */
export function restoreVersion(
  scope: OwnedApp,
  versionId: string,
  messageId: string | undefined,
): Promise<{ versionId: string | null; messages: (typeof message.$inferSelect)[] }> {
  return inTransaction(scope, async (owned) => {
    const { db, appId } = owned;
    const target = await findVersion(owned, versionId);
    if (needsMessage(target) && !messageId) throw new AppError("no-message-id");
    const [busy] = await db
      .select({ id: turn.id })
      .from(turn)
      .where(and(eq(turn.appId, appId), eq(turn.status, "running")));
    if (busy) throw new AppError("turn-running");
    // A message replaced by an earlier restore comes back with its version.
    const [anchor] = messageId
      ? await db
          .select()
          .from(message)
          .where(and(eq(message.appId, appId), eq(message.id, messageId)))
      : [];
    if (target.messageId !== (anchor?.id ?? null)) throw new AppError("no-message-id");
    const written = await writeManifest(
      owned,
      {
        kind: "restore",
        messageId: target.messageId,
        userRequest: target.userRequest,
        description: `Restored version ${target.number}`,
      },
      target.manifest,
    );
    const stood = new Set((await standing(owned)).map(({ id }) => id));
    await standConversation(owned, target.messageId);
    const messages = await standing(owned);
    // Messages that come back from before the version's own are part of the replacement too.
    const first = messages.findIndex(({ id }) => id === target.messageId || !stood.has(id));
    return { versionId: written?.version.id ?? null, messages: first < 0 ? [] : messages.slice(first) };
  });
}

/** The chat's current messages, oldest first. */
const standing = ({ db, appId }: OwnedApp) =>
  db
    .select()
    .from(message)
    .where(and(eq(message.appId, appId), isNull(message.replacedAt)))
    .orderBy(asc(message.number));

/**
 * The chat as it was when this message was its last; empty for null. Follows previousId, so that it holds for any
 * sequence of restores.
 */
async function standConversation({ db, appId }: OwnedApp, lastId: string | null): Promise<void> {
  const chain = sql`
    with recursive chain as (
      select id, previous_id from message where app_id = ${appId} and id = ${lastId}
      union all
      select m.id, m.previous_id from message m join chain on m.id = chain.previous_id where m.app_id = ${appId}
    ) select id from chain`;
  await db
    .update(message)
    .set({
      replacedAt: sql`case when ${message.id} in (${chain}) then null else coalesce(${message.replacedAt}, now()) end`,
    })
    .where(eq(message.appId, appId));
}
