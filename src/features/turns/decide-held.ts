import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { message } from "@/db/schema/chat";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import type { SourceFile } from "@/shipped/contract";
import { checkInTime } from "@/features/validation/check-in-time";
import { headFiles, writeVersion } from "@/features/versions/store";
import { openEntity } from "./hold";
import { insertRecords } from "./insert-records";
import type { LinkedRow } from "@/engines/protocol/records";
import { type Held, type HeldWork, type StoredHeld, storedHeldSchema } from "./schema";
import { type MessageRow, updateMessage } from "./store";

/** A message's held actions, decided ones included. */
export const heldOf = (metadata: Record<string, unknown>): StoredHeld[] =>
  z
    .array(storedHeldSchema)
    .catch([])
    .parse(metadata.held ?? []);

/** Metadata for display: held work is left out, since hundreds of rows need not be sent twice. */
export const withoutWork = (metadata: Record<string, unknown>): Record<string, unknown> =>
  metadata.held ? { ...metadata, held: heldOf(metadata).map(({ work: _work, ...shown }) => shown) } : metadata;

type Decision = { messageId: string; actionId: string; isAllowed: boolean };

/**
 * Records the builder's decision on a held action, and on a yes does the work as a version of its own. A row lock on
 * the message makes it happen once, whatever two tabs click. Idempotent for the same decision; the opposite one is
 * refused as late.
 * @returns what could not be done, in words
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
    // When all changes of a turn were held, this is its first version.
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

/** Held rows of the same answer: rows allowed first may refer to them. */
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
  // Repair what depended on a deleted file, as after any turn.
  const draft = { kind: "turn" as const, messageId: row.id, userRequest: "", description: words.slice(0, 500) };
  const written = await writeVersion(owned, draft, async (files) => {
    const changed = change(files);
    return (await checkInTime(files, changed)).inTime?.files ?? changed;
  });
  return { versionId: written?.version.id ?? null, notes: [] };
}
