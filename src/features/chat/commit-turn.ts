import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { turn } from "@/db/schema/chat";
import { newId } from "@/db/id";
import { inTransaction, type OwnedApp } from "@/db/scope";
import type { ModelUsage } from "@/engines/model/schema";
import { entitiesIn } from "@/features/entities/schemas";
import { addRows } from "@/features/entities/store";
import { withoutSystemFields } from "@/features/entities/validate-row";
import { type CheckedTurn, checkTurn } from "@/features/validation/check-turn";
import { writeVersion } from "@/features/versions/store";
import { linkRecords } from "./records";
import type { Action } from "./schema";
import { bookUsage } from "./spend";
import { type ActionOutcome, stageActions, type Staged } from "./stage";
import { type TurnRow, updateMessage } from "./store";
import type { TurnLog } from "./turn-log";
import { actionsOf, cutOpenActions, type MessagePart } from "./write-message";

export type Ending = {
  status: "done" | "stopped" | "failed";
  parts: MessagePart[];
  usage?: ModelUsage | undefined;
  error?: string | undefined;
  /** What the builder asked for, for the version's line in the history. */
  request: string;
  metadata?: Record<string, unknown>;
};

/**
 * Ends a turn in one transaction: one version with every finished action, the rows it brought, the message as it stands, and the turn's status.
 * What was finished is kept even when the turn was stopped or failed, so that the chat never claims what the app does not have.
 */
export async function commitTurn(scope: OwnedApp, row: TurnRow, log: TurnLog, ending: Ending): Promise<void> {
  await log.hold();
  await inTransaction(scope, async (owned) => {
    const [still] = await owned.db
      .update(turn)
      .set({ status: ending.status, error: ending.error ?? null, finishedAt: sql`now()` })
      .where(and(eq(turn.appId, owned.appId), eq(turn.id, row.id), eq(turn.status, "running")))
      .returning({ id: turn.id });
    // Somebody else ended it: a restart after this process was thought dead.
    if (!still) return;
    let parts = cutOpenActions(ending.parts);
    const applied = await applyActions(owned, row, actionsOf(parts), ending.request);
    const note = noteOf(applied);
    if (note) {
      parts = [...parts, { type: "text", text: note }];
      log.emit("text", { text: note });
    }
    if (applied.versionId) log.emit("version", { versionId: applied.versionId, changes: applied.changes });
    if (ending.usage) log.emit("usage", ending.usage);
    if (ending.error) log.emit("error", { message: ending.error });
    log.emit("done", { status: ending.status });
    const metadata = {
      ...ending.metadata,
      status: ending.status,
      ...(applied.versionId && { versionId: applied.versionId }),
      ...(ending.usage && { usage: ending.usage }),
      ...(ending.error && { error: ending.error }),
      ...(applied.checked && { validation: { fixed: applied.checked.fixed, issues: applied.checked.issues.slice(0, 100) } }),
      results: applied.results.map(({ actionId, status, message }) => ({ actionId, status, ...(message && { message }) })),
    };
    await updateMessage(owned, row.assistantMessageId, { parts, metadata });
    if (ending.usage && ending.status !== "failed") await bookUsage(owned, row.id, ending.usage);
    await log.flush(owned);
  });
}

type Applied = { versionId?: string; checked?: CheckedTurn | undefined; changes: number; results: ActionOutcome[]; refusedRows: string[]; unknownLabels: string[] };

async function applyActions(owned: OwnedApp, row: TurnRow, actions: Action[], request: string): Promise<Applied> {
  let staged: Staged | undefined;
  let checked: CheckedTurn | undefined;
  const description = actions.map(({ title }) => title).filter(Boolean).slice(0, 20).join(", ").slice(0, 500);
  const written = await writeVersion(owned, { kind: "turn", messageId: row.assistantMessageId, userRequest: request.slice(0, 2_000), description }, (files) => {
    // Staged again on the files as they are now: somebody may have edited code while the assistant worked.
    staged = stageActions(files, actions);
    checked = checkTurn(files, staged.files);
    return checked.files;
  });
  const rows = await insertRecords(owned, staged!);
  return { ...(written && { versionId: written.version.id, checked }), changes: written?.changes.length ?? 0, results: staged!.results, ...rows };
}

/** Rows that the assistant brings: checked like anybody's, the ones that do not fit are left out and named. */
async function insertRecords(owned: OwnedApp, staged: Staged): Promise<{ refusedRows: string[]; unknownLabels: string[] }> {
  const { batches, unknown } = linkRecords(staged.records, () => newId("r"));
  const { entities } = entitiesIn(staged.files);
  const refusedRows: string[] = [];
  for (const { entity: name, rows } of batches) {
    const entity = entities.get(name);
    if (!entity) continue;
    const good = rows.filter(({ fields }, index) => {
      const faults = entity.validate(fields);
      const [first] = Object.entries(faults ?? {});
      if (first) refusedRows.push(`${name}, record ${index + 1}: ${first[0]} ${first[1]}`);
      return !faults;
    });
    if (good.length === 0) continue;
    await addRows({ scope: owned, entity, actor: null }, good.map(({ id, fields }) => ({ id, data: withoutSystemFields(fields) })), newId("c"));
  }
  return { refusedRows, unknownLabels: unknown };
}

/** What a person should know about: faults that were mended, actions that could not be done. Empty when all went well. */
function noteOf({ results, refusedRows, unknownLabels, checked }: Applied): string {
  const fixed = [...new Set(checked?.fixed.map(({ description, path }) => `${description} (${path})`))];
  const lines = [
    ...results.filter(({ status }) => status === "failed").map(({ message }) => message ?? "An action could not be applied"),
    ...refusedRows.slice(0, 5),
    ...(refusedRows.length > 5 ? [`${refusedRows.length - 5} more records did not fit`] : []),
    ...(unknownLabels.length > 0 ? [`No record is called ${unknownLabels.slice(0, 5).join(", ")}`] : []),
  ];
  const list = (heading: string, items: string[]) => (items.length === 0 ? "" : `\n\n${heading}:\n${items.map((item) => `- ${item}`).join("\n")}\n`);
  return list("Fixed by itself", fixed) + list("Not applied", lines);
}
