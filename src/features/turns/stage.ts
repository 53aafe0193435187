import { z } from "zod";
import { fileBytesMax } from "@/features/files/schema";
import { normalizePath, type SourceFile } from "@/shipped/contract";
import { applyEdit, type EditFailure } from "@/engines/protocol/apply";
import { checkEntityFile, writeEntity } from "./entity";
import { type Guard, heldWords, holdPermissions } from "./hold";
import { readItems, readRecords, type RecordBatch } from "@/engines/protocol/records";
import { type Action } from "@/engines/protocol/schema";
import { type HeldWork, importedEntitySchema, requestedSecretSchema } from "./schema";
import { rowsUnasked } from "./limits";
import { entityNameOf } from "@/engines/protocol/tag";

export type ActionOutcome = {
  actionId: string;
  type: Action["type"];
  file: string;
  /**
   * `truncated`: the reply was cut inside the action, which is kept for 'Let's keep going' and not applied.
   * `held`: waits for the builder's OK, wholly or in part.
   */
  status: "applied" | "unchanged" | "failed" | "truncated" | "held";
  /** Why it failed or what was noticed, for people and for the model's retry. */
  message?: string;
  edit?: EditFailure;
};

export type SecretRequest = z.infer<typeof requestedSecretSchema> & { actionId: string };
export type EntityImport = z.infer<typeof importedEntitySchema> & { actionId: string };

export type Staged = {
  /** The bundle with every applied action, by path. */
  files: SourceFile[];
  results: ActionOutcome[];
  secretsRequested: SecretRequest[];
  records: RecordBatch[];
  imports: EntityImport[];
  /** Held actions. Held rows are in `heldRecords`. */
  held: StagedHold[];
  heldRecords: RecordBatch[];
};

/** A held action's description and, except for rows, its work. */
export type StagedHold = { actionId: string; words: string; work?: Exclude<HeldWork, { kind: "records" }> };

/** Thrown by an action that cannot be applied; the turn's other actions continue. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly edit?: EditFailure,
  ) {
    super(message);
  }
}

type Stage = Omit<Staged, "files" | "results"> & {
  files: Map<string, string>;
  original: Map<string, string>;
  guard: Guard | undefined;
};

/**
 * Dry-runs a turn's actions in order against a bundle. Stores nothing: the caller writes `files` as one version.
 * @param guard given to hold harmful actions: wider permissions, deleted files, rows in bulk
 */
export function stageActions(files: SourceFile[], actions: Action[], guard?: Guard): Staged {
  const original = new Map(files.map(({ path, content }) => [path, content]));
  const stage: Stage = {
    files: new Map(original),
    original,
    guard,
    secretsRequested: [],
    records: [],
    imports: [],
    held: [],
    heldRecords: [],
  };
  const results = actions.map((action) => stageAction(stage, action));
  if (guard) holdRecords(stage, guard);
  const waiting = new Set(stage.held.map(({ actionId }) => actionId));
  const settled = (result: ActionOutcome): ActionOutcome => ({
    ...result,
    status: waiting.has(result.actionId) ? "held" : result.status === "held" ? "applied" : result.status,
  });
  const sorted = [...stage.files].sort(([a], [b]) => (a < b ? -1 : 1));
  const { secretsRequested, records, imports, held, heldRecords } = stage;
  return {
    files: sorted.map(([path, content]) => ({ path, content })),
    results: results.map(settled),
    secretsRequested,
    records,
    imports,
    held,
    heldRecords,
  };
}

/** A few rows are normal; many rows for existing entities are held together. */
function holdRecords(stage: Stage, guard: Guard): void {
  const isOld = ({ entity }: RecordBatch) =>
    stage.original.has(`entities/${entity}.json`) || guard.entitiesWithRows.has(entity);
  const old = stage.records.filter(isOld);
  if (old.reduce((sum, { rows }) => sum + rows.length, 0) <= rowsUnasked) return;
  stage.heldRecords = old;
  stage.records = stage.records.filter((batch) => !isOld(batch));
  stage.held.push(
    ...old.map(({ actionId, entity, rows }) => ({ actionId, words: heldWords.records(entity, rows.length) })),
  );
}

function stageAction(stage: Stage, action: Action): ActionOutcome {
  const outcome = { actionId: action.id, type: action.type, file: action.file };
  if (action.isTruncated || !action.isComplete) return { ...outcome, status: "truncated" };
  try {
    return { ...outcome, ...run(stage, action) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...outcome, status: "failed", message: error.message, ...(error.edit ? { edit: error.edit } : {}) };
  }
}

type Verdict = Pick<ActionOutcome, "status" | "message"> & { file?: string };

function run(stage: Stage, action: Action): Verdict {
  switch (action.type) {
    case "add_file":
    case "edit_file":
      return put(stage, action, pathOf(action), action.content);
    case "partial_edit":
      return edit(stage, action);
    case "delete_file":
      return remove(stage, action);
    case "add_entity":
    case "edit_entity":
      return putEntity(stage, action);
    case "insert_entity_records":
      return addRecords(stage, action);
    case "request_secrets":
      return addList(action, requestedSecretSchema, stage.secretsRequested);
    case "import_entities":
      return addList(action, importedEntitySchema, stage.imports);
  }
}

function pathOf(action: Action): string {
  const path = normalizePath(action.file);
  if (!path) throw new Refusal(`The path "${action.file}" is not allowed in an app`);
  return path;
}

/** Stores a file's new text. Entity files are validated like entity actions, whichever action wrote them. */
function put(stage: Stage, action: Action, path: string, given: string): Verdict {
  if (byteLength(given) > fileBytesMax) throw new Refusal(`${path} is larger than ${fileBytesMax / 1_000_000} MB`);
  const fault = path.startsWith("entities/") ? checkEntityFile(path, given) : null;
  if (fault) throw new Refusal(fault);
  // Emptying a file counts as deleting it; a file that is written again after its deletion needs no confirmation.
  if (given.trim() === "" && mustAskToDelete(stage, path)) return hold(stage, action, path);
  stage.held = stage.held.filter(({ work }) => work?.kind !== "delete" || work.path !== path);
  const content = path.startsWith("entities/") ? narrowed(stage, action, path, given) : given;
  const isSame = stage.files.get(path) === content;
  stage.files.set(path, content);
  return { status: isSame ? "unchanged" : "applied", file: path };
}

function edit(stage: Stage, action: Action): Verdict {
  const path = pathOf(action);
  const before = stage.files.get(path);
  const result = applyEdit(before ?? "", action.content);
  if (!result.ok)
    throw new Refusal(
      before === undefined ? `${path} does not exist` : `${path}, block ${result.block}: ${result.message}`,
      result,
    );
  return put(stage, action, path, result.content);
}

/** The entity file with its previous permissions when the new ones are wider; those are held. */
function narrowed({ guard, original, held }: Stage, action: Action, path: string, content: string): string {
  if (!guard) return content;
  const found = holdPermissions(guard, path, original.get(path), content);
  if (!found) return content;
  held.push({ actionId: action.id, words: found.words, work: found.work });
  return found.content;
}

/** Files created by this turn may be deleted without confirmation. */
const mustAskToDelete = ({ guard, original, files }: Stage, path: string): boolean =>
  guard !== undefined && files.has(path) && (original.get(path) ?? "").trim() !== "";

function hold(stage: Stage, action: Action, path: string): Verdict {
  stage.held.push({ actionId: action.id, words: heldWords.delete(path), work: { kind: "delete", path } });
  return { status: "held", file: path };
}

function remove(stage: Stage, action: Action): Verdict {
  const path = pathOf(action);
  if (mustAskToDelete(stage, path)) return hold(stage, action, path);
  if (!stage.files.delete(path)) throw new Refusal(`${path} does not exist`);
  return { status: "applied", file: path };
}

function putEntity(stage: Stage, action: Action): Verdict {
  const name = entityNameOf(action.file);
  const path = `entities/${name}.json`;
  const written = writeEntity(name, action.content, action.permissions, stage.files.get(path));
  if (!written.ok) throw new Refusal(written.message);
  return { ...put(stage, action, path, written.content), file: name };
}

function addRecords(stage: Stage, action: Action): Verdict {
  const entity = entityNameOf(action.file);
  if (!stage.files.has(`entities/${entity}.json`)) throw new Refusal(`There is no table ${entity}`);
  const { rows, faults } = readRecords(action.content);
  if (rows.length === 0)
    throw new Refusal(faults[0] ? `Line ${faults[0].line}: ${faults[0].message}` : "There are no rows");
  stage.records.push({ entity, rows, actionId: action.id });
  return {
    status: "applied",
    ...(faults.length > 0
      ? { message: `${faults.length} of ${rows.length + faults.length} rows could not be read` }
      : {}),
  };
}

function addList<T>(action: Action, schema: z.ZodType<T>, into: (T & { actionId: string })[]): Verdict {
  const { items, isWhole } = readItems(action.content);
  const read = items.map((value) => schema.safeParse(value));
  const good = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (good.length === 0 || good.length < read.length || !isWhole) throw new Refusal("The list could not be read");
  into.push(...good.map((item) => ({ ...item, actionId: action.id })));
  return { status: "applied" };
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;
