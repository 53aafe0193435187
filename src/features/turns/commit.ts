import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { turn } from "@/db/schema/chat";
import type { SourceFile } from "@/shipped/contract";
import { newId } from "@/db/id";
import { inTransaction, type OwnedApp } from "@/db/scope";
import type { ModelUsage } from "@/engines/model/schema";
import type { Platform } from "@/engines/platform";
import { entitiesWithRows } from "@/features/rows/read";
import { withoutRepeats } from "@/features/rows/unique-fields";
import type { CheckedTurn } from "@/features/validation/check-turn";
import { checkInTime, type TimedCheck } from "@/features/validation/check-in-time";
import { keepMounted } from "@/features/validation/mount-pages";
import { changesBetween } from "@/features/versions/rules";
import { headFiles, storeAhead, type VersionRow, writeVersion } from "@/features/versions/store";
import { carryOnPlan } from "./carry-on-plan";
import type { Fault, Work } from "./check-work";
import { checkLater, type Late, reportLate } from "./report-late";
import { followName } from "./follow-name";
import { followSignup } from "./follow-signup";
import { type Guard, namedEntities } from "./hold";
import { insertRecords } from "./insert-records";
import { linkRecords } from "@/engines/protocol/records";
import type { Action, ActionType } from "@/engines/protocol/schema";
import type { StoredHeld } from "./schema";
import { bookUsage } from "@/features/usage/spend";
import { type ActionOutcome, stageActions, type Staged } from "./stage";
import { storeAnswer, type TurnRow, updateMessage } from "./store";
import type { TurnLog } from "./log";
import { actionsOf, cutOpenParts, type MessagePart } from "./message";

export type Ending = {
  status: "done" | "stopped" | "failed";
  parts: MessagePart[];
  /** Usage to book. */
  usage?: ModelUsage | undefined;
  error?: string | undefined;
  /** Its process died: nobody stopped it. */
  isLost?: boolean;
  /** The answer is incomplete: cut inside an action or in prose. */
  isCut?: boolean;
  /** The version that an undo was told of (`wentBackTo` in rules.ts of versions). */
  wentBackTo?: Pick<VersionRow, "number" | "manifest"> | undefined;
  /** The builder's request, for the version's entry in the history. */
  request: string;
  /**
   * Whether harmful actions are held. False for the offline builder, which follows the builder's words only, so that
   * rows, files and pages cannot inject instructions.
   */
  holdsHarm: boolean;
  metadata?: Record<string, unknown>;
  /** The check of the answer's work, with what stays open. */
  work?: Work | undefined;
};

/**
 * Ends a turn in one transaction: one version of all finished actions, the rows, the message, and the turn's status.
 * Finished actions are kept even when the turn was stopped or failed, so that the chat never claims what the app does
 * not have. The next step of a plan begins in the same transaction.
 */
export async function commitTurn(
  platform: Platform,
  scope: OwnedApp,
  row: TurnRow,
  log: TurnLog,
  ending: Ending,
): Promise<void> {
  await log.hold();
  const said = cutOpenParts(ending.parts);
  await storeAnswer(scope, row, said);
  const early = await checkEarly(scope, ending);
  let late: Late | undefined;
  await inTransaction(scope, async (owned) => {
    const [still] = await owned.db
      .update(turn)
      .set({ status: ending.status, error: ending.error ?? null, finishedAt: sql`now()` })
      .where(and(eq(turn.appId, owned.appId), eq(turn.id, row.id), eq(turn.status, "running")))
      .returning({ id: turn.id });
    // The turn was ended elsewhere: recovered while this process seemed dead.
    if (!still) return;
    const applied = await applyActions(platform, owned, row, actionsOf(said), { ...ending, early });
    late = applied.late;
    const open = ending.work?.faults.filter(({ place }) => place !== "") ?? [];
    const note = noteOf(applied, open);
    const parts: MessagePart[] = note ? [...said, { type: "text", text: note }] : said;
    if (note) log.emit("text", { text: note });
    if (applied.versionId) log.emit("version", { versionId: applied.versionId, changes: applied.changes });
    // Book this turn's cost before the next one can begin.
    if (ending.usage) await bookUsage(owned, row.id, ending.usage);
    if (ending.usage) log.emit("usage", ending.usage);
    if (ending.error) log.emit("error", { message: ending.error });
    log.emit("done", { status: ending.status });
    const metadata = {
      ...ending.metadata,
      status: ending.status,
      ...(applied.versionId && { versionId: applied.versionId }),
      ...(applied.wentBackTo !== undefined && { wentBackTo: applied.wentBackTo }),
      ...(ending.usage && { usage: ending.usage }),
      ...(ending.error && { error: ending.error }),
      ...(ending.isCut && { isCut: true }),
      ...(applied.checked && {
        validation: { fixed: applied.checked.fixed, issues: applied.checked.issues.slice(0, 100) },
      }),
      ...(open.length > 0 && { openFaults: open }),
      ...(applied.held.length > 0 && { held: applied.held }),
      results: applied.results.map(({ actionId, status, message }) => ({
        actionId,
        status,
        ...(message && { message }),
      })),
    };
    await updateMessage(owned, row.assistantMessageId, { ...(note && { parts }), metadata });
    await log.flush(owned);
    await carryOnPlan(platform, owned, row, {
      parts,
      status: ending.status,
      isLost: ending.isLost ?? false,
      versionId: applied.versionId,
      hasChanged: applied.versionId !== undefined || applied.results.some(({ status }) => status === "applied"),
      error: ending.error,
      isCut: (ending.isCut ?? false) || actionsOf(parts).some(({ isTruncated }) => isTruncated),
      faults: [...refusals(applied), ...open.map(({ message, place }) => `${message} (${place})`)],
      heldCount: applied.held.length + actionsOf(parts).filter(({ type }) => asksPerson.has(type)).length,
    });
  });
  if (late) void reportLate(scope, row.assistantMessageId, late);
}

/** Checks and stores what the turn makes of the app as it is now, before the transaction that others would wait for. */
async function checkEarly(scope: OwnedApp, { parts, request, holdsHarm }: Ending): Promise<Early | undefined> {
  const actions = actionsOf(cutOpenParts(parts));
  if (actions.length === 0) return undefined;
  const guard = await guardOf(scope, actions, { request, holdsHarm });
  const { files: before } = await headFiles(scope);
  const { files: after } = stageActions(before, actions, guard);
  const check = await checkInTime(before, after);
  const known = new Set(before.map(({ content }) => content));
  const made = (check.inTime?.files ?? after).map(({ content }) => content).filter((content) => !known.has(content));
  await storeAhead(scope, made);
  return { before, after, ...check };
}

const guardOf = async (
  scope: OwnedApp,
  actions: Action[],
  { request, holdsHarm }: Pick<Ending, "request" | "holdsHarm">,
): Promise<Guard | undefined> =>
  holdsHarm ? { request, entitiesWithRows: await entitiesWithRows(scope, namedEntities(actions)) } : undefined;

/** A check of the turn's files; it holds for the version if the app was not edited meanwhile. */
type Early = TimedCheck & { before: SourceFile[]; after: SourceFile[] };

const isSame = (one: SourceFile[], other: SourceFile[]): boolean =>
  one.length === other.length &&
  one.every(({ path, content }, index) => other[index]!.path === path && other[index]!.content === content);

type Applied = {
  versionId?: string;
  /** Number of the version at which the next undo goes on. */
  wentBackTo?: number | undefined;
  checked?: CheckedTurn | undefined;
  /** The check that was not ready. */
  late?: Late | undefined;
  changes: number;
  results: ActionOutcome[];
  held: StoredHeld[];
  /** Fields that could not become unique, with their repeated values. */
  notUnique: string[];
  refusedRows: string[];
  unknownLabels: string[];
};

async function applyActions(
  { env }: Platform,
  owned: OwnedApp,
  row: TurnRow,
  actions: Action[],
  { request, holdsHarm, work, wentBackTo, status, early }: Ending & { early: Early | undefined },
): Promise<Applied> {
  let staged: Staged | undefined;
  let unique: Awaited<ReturnType<typeof withoutRepeats>> | undefined;
  let checked: CheckedTurn | undefined;
  let late: Late | undefined;
  const guard = await guardOf(owned, actions, { request, holdsHarm });
  const description = actions
    .map(({ title }) => title)
    .filter(Boolean)
    .slice(0, 20)
    .join(", ")
    .slice(0, 500);
  const written = await writeVersion(
    owned,
    { kind: "turn", messageId: row.assistantMessageId, userRequest: request.slice(0, 2_000), description },
    async (files) => {
      // Stage again on the current files: somebody may have edited code meanwhile.
      staged = stageActions(files, actions, guard);
      const isEarly = early && isSame(early.before, files) && isSame(early.after, staged.files);
      checked = isEarly ? early.inTime : undefined;
      // Files that somebody has edited since are checked behind the transaction.
      if (early) late = { files: staged.files, later: isEarly ? early.later : checkLater(files, staged.files) };
      unique = await withoutRepeats(owned, checked?.files ?? staged.files);
      await followName(owned, files, unique.files, request);
      await followSignup(env, owned, files, unique.files);
      return unique.files;
    },
  );
  if (written && work?.mounted && isSame(work.files, checked?.files ?? staged!.files))
    keepMounted(written.version.id, work.mounted);
  const { records, heldRecords, held, results } = staged!;
  // Link both together: a row that is not held may refer to one that is.
  const { batches, unknown } = linkRecords([...records, ...heldRecords], () => newId("r"));
  const isHeld = new Set(heldRecords.map(({ actionId }) => actionId));
  const now = batches.filter(({ actionId }) => !isHeld.has(actionId));
  const waiting = batches.filter(({ actionId }) => isHeld.has(actionId));
  const refusedRows = await insertRecords(owned, unique!.files, now, waiting);
  const rowsOf = new Map(
    batches.map(({ actionId, entity, rows }) => [actionId, { kind: "records" as const, entity, rows }]),
  );
  return {
    ...(written && { versionId: written.version.id, checked, ...(!checked && { late }) }),
    ...(written && wentBackTo && { wentBackTo: nextUndoAt(written.version, wentBackTo, status) }),
    changes: written?.changes.length ?? 0,
    results,
    held: held.flatMap(({ actionId, words, work = rowsOf.get(actionId) }): StoredHeld[] =>
      work ? [{ actionId, kind: work.kind, words, state: "waiting", work }] : [],
    ),
    notUnique: unique!.notes,
    refusedRows,
    unknownLabels: unknown,
  };
}

/**
 * Where the next undo goes on: at the version that this one has brought back; at the one before an undo that was cut,
 * which is done once more; nowhere if it was done with another change, which is then taken back itself.
 */
function nextUndoAt(
  written: Pick<VersionRow, "number" | "manifest">,
  target: Pick<VersionRow, "number" | "manifest">,
  status: Ending["status"],
): number | undefined {
  if (hasSameFiles(written, target)) return target.number;
  return status === "done" ? undefined : written.number - 1;
}

const hasSameFiles = (one: Pick<VersionRow, "manifest">, other: Pick<VersionRow, "manifest">): boolean =>
  changesBetween(new Map(Object.entries(one.manifest)), new Map(Object.entries(other.manifest))).length === 0;

/** Actions whose card asks the person for something, without which later steps of a plan may not work. */
const asksPerson = new Set<ActionType>(["request_secrets", "import_entities"]);

/** What was not applied, in words. */
const refusals = ({ results, notUnique, refusedRows, unknownLabels }: Applied): string[] => [
  ...results
    .filter(({ status }) => status === "failed")
    .map(({ message }) => message ?? "An action could not be applied"),
  ...notUnique,
  ...refusedRows.slice(0, 5),
  ...(refusedRows.length > 5 ? [`${refusedRows.length - 5} more records did not fit`] : []),
  ...(unknownLabels.length > 0 ? [`No row is called ${unknownLabels.slice(0, 5).join(", ")}`] : []),
];

/** What a person should know: faults repaired, actions that failed. Empty when all went well. */
function noteOf(applied: Applied, open: Fault[]): string {
  const fixed = [...new Set(applied.checked?.fixed.map(({ description, path }) => `${description} (${path})`))];
  const list = (heading: string, items: string[]) =>
    items.length === 0 ? "" : `\n\n${heading}:\n${items.map((item) => `- ${item}`).join("\n")}\n`;
  const still = open.map(({ message, place }) => `${message} (${place})`);
  return list("Fixed by itself", fixed) + list("Not applied", refusals(applied)) + list("Still open", still);
}
