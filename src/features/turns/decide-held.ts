import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { message } from "@/db/schema/chat";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import type { SourceFile } from "@/shipped/contract";
import { checkTurn } from "@/features/validation/check-turn";
import { headFiles, writeVersion } from "@/features/versions/store";
import { openEntity } from "./hold";
import { insertRecords } from "./insert-records";
import type { LinkedRow } from "@/engines/protocol/records";
import { type Held, type HeldWork, type StoredHeld, storedHeldSchema } from "./schema";
import { type MessageRow, updateMessage } from "./store";

/** The actions of a message that waited or wait. */
export const heldOf = (metadata: Record<string, unknown>): StoredHeld[] =>
  z
    .array(storedHeldSchema)
    .catch([])
    .parse(metadata.held ?? []);

/** A message's metadata as it is shown: what waits by its words; hundreds of rows need not travel twice. */
export const withoutWork = (metadata: Record<string, unknown>): Record<string, unknown> =>
  metadata.held ? { ...metadata, held: heldOf(metadata).map(({ work: _work, ...shown }) => shown) } : metadata;

type Decision = { messageId: string; actionId: string; isAllowed: boolean };

/**
 * Records the builder's word on a held action and, when it is a yes, does the work as a version of its own. Once,
 * whatever two tabs click: the message's row is locked meanwhile. The same word again changes nothing; the other word
 * comes too late.
 * @returns what the work could not do, in words
 */
export function decideHeld(
  scope: OwnedApp,
  { messageId, actionId, isAllowed }: Decision,
): Promise<Held & { versionId: string | null; notes: string[] }> {
  return inTransaction(scope, async (owned) => {
    const [row] = await owned.db
      .select()
      .from(message)
      .where(and(eq(message.appId, owned.appId), eq(message.id, messageId), isNull(message.replacedAt)))
      .for("update");
    const all = heldOf(row?.metadata ?? {});
    const held = all.find((one) => one.actionId === actionId);
    if (!row || !held) throw new AppError("message-not-found");
    const { work, ...shown } = held;
    const state = isAllowed ? "allowed" : "declined";
    if (held.state === state) return { ...shown, versionId: null, notes: [] };
    if (held.state !== "waiting") throw new AppError("held-decided", { state: held.state });
    const done = isAllowed
      ? await doWork(owned, row, held.words, work, recordsWaiting(all, held))
      : { versionId: null, notes: [] };
    // A turn whose every change waited has no version of its own yet.
    const isFirst = done.versionId !== null && row.metadata.versionId === undefined;
    await updateMessage(owned, messageId, {
      metadata: {
        held: all.map((one) => (one === held ? { ...one, state } : one)),
        ...(isFirst && { versionId: done.versionId }),
      },
    });
    return { ...shown, state, ...done };
  });
}

/** Rows of the same answer that still wait: what is allowed first may refer to them. */
const recordsWaiting = (all: StoredHeld[], decided: StoredHeld) =>
  all.flatMap((one) => (one !== decided && one.state === "waiting" && one.work.kind === "records" ? [one.work] : []));

async function doWork(
  owned: OwnedApp,
  row: MessageRow,
  words: string,
  work: HeldWork,
  waiting: { entity: string; rows: LinkedRow[] }[],
): Promise<{ versionId: string | null; notes: string[] }> {
  if (work.kind === "records")
    return { versionId: null, notes: await insertRecords(owned, (await headFiles(owned)).files, [work], waiting) };
  const change = (files: SourceFile[]): SourceFile[] =>
    work.kind === "delete" ? files.filter(({ path }) => path !== work.path) : openEntity(files, work);
  // What stood on a deleted file is mended as after any turn.
  const draft = { kind: "turn" as const, messageId: row.id, userRequest: "", description: words.slice(0, 500) };
  const written = await writeVersion(owned, draft, (files) => checkTurn(files, change(files)).files);
  return { versionId: written?.version.id ?? null, notes: [] };
}
