import { z } from "zod";
import { fileBytesMax, type SourceFile } from "@/features/files/schema";
import { normalizePath } from "@/features/files/rules";
import { entityNameSchema } from "@/features/entities/schema";
import { applyEdit, type EditFailure } from "./apply";
import { checkEntityFile, writeEntity } from "./entity";
import { readNdjson, readRecords, type RecordBatch } from "./records";
import type { Action } from "./schema";
import { entityNameOf } from "./tag";

export type ActionOutcome = {
  actionId: string;
  type: Action["type"];
  file: string;
  /** `truncated`: the reply ended inside the action, so that it is kept for 'Let's keep going' and not applied. */
  status: "applied" | "unchanged" | "failed" | "truncated";
  /** Why it failed, or what was noticed, in words for a person and for the model's next try. */
  message?: string;
  edit?: EditFailure;
};

const secretSchema = z.object({ secretName: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/), description: z.string().default("") });
const importSchema = z.object({ appId: z.string().min(1), entity: entityNameSchema });

export type SecretRequest = z.infer<typeof secretSchema> & { actionId: string };
export type EntityImport = z.infer<typeof importSchema> & { actionId: string };

export type Staged = {
  /** The bundle with every applied action, by path. */
  files: SourceFile[];
  results: ActionOutcome[];
  secretsRequested: SecretRequest[];
  records: RecordBatch[];
  imports: EntityImport[];
};

/** Said by an action that cannot be applied; the others of its turn go on. */
class Refusal extends Error {
  constructor(message: string, readonly edit?: EditFailure) {
    super(message);
  }
}

type Stage = Omit<Staged, "files" | "results"> & { files: Map<string, string> };

/** Dry-runs a turn's actions, in order, against a bundle. Nothing is stored: the caller writes `files` as one version. */
export function stageActions(files: SourceFile[], actions: Action[]): Staged {
  const stage: Stage = { files: new Map(files.map(({ path, content }) => [path, content])), secretsRequested: [], records: [], imports: [] };
  const results = actions.map((action) => stageAction(stage, action));
  const sorted = [...stage.files].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...stage, files: sorted.map(([path, content]) => ({ path, content })), results };
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
      return put(stage, pathOf(action), action.content);
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
      return addList(action, secretSchema, stage.secretsRequested);
    case "import_entities":
      return addList(action, importSchema, stage.imports);
  }
}

function pathOf(action: Action): string {
  const path = normalizePath(action.file);
  if (!path) throw new Refusal(`The path "${action.file}" is not allowed in an app`);
  return path;
}

/** Stores a file's new text. An entity's file goes through the same check as the entity actions, whichever action wrote it. */
function put(stage: Stage, path: string, content: string): Verdict {
  if (byteLength(content) > fileBytesMax) throw new Refusal(`${path} is larger than ${fileBytesMax / 1_000_000} MB`);
  const fault = path.startsWith("entities/") ? checkEntityFile(path, content) : null;
  if (fault) throw new Refusal(fault);
  const isSame = stage.files.get(path) === content;
  stage.files.set(path, content);
  return { status: isSame ? "unchanged" : "applied", file: path };
}

function edit(stage: Stage, action: Action): Verdict {
  const path = pathOf(action);
  const before = stage.files.get(path);
  const result = applyEdit(before ?? "", action.content);
  if (!result.ok) throw new Refusal(before === undefined ? `${path} does not exist` : `${path}, block ${result.block}: ${result.message}`, result);
  return put(stage, path, result.content);
}

function remove(stage: Stage, action: Action): Verdict {
  const path = pathOf(action);
  if (!stage.files.delete(path)) throw new Refusal(`${path} does not exist`);
  return { status: "applied", file: path };
}

function putEntity(stage: Stage, action: Action): Verdict {
  const name = entityNameOf(action.file);
  const path = `entities/${name}.json`;
  const written = writeEntity(name, action.content, action.permissions, stage.files.get(path));
  if (!written.ok) throw new Refusal(written.message);
  return { ...put(stage, path, written.content), file: name };
}

function addRecords(stage: Stage, action: Action): Verdict {
  const entity = entityNameOf(action.file);
  if (!stage.files.has(`entities/${entity}.json`)) throw new Refusal(`There is no entity ${entity}`);
  const { rows, faults } = readRecords(action.content);
  if (rows.length === 0) throw new Refusal(faults[0] ? `Line ${faults[0].line}: ${faults[0].message}` : "There are no records");
  stage.records.push({ entity, rows, actionId: action.id });
  return { status: "applied", ...(faults.length > 0 ? { message: `${faults.length} of ${rows.length + faults.length} records could not be read` } : {}) };
}

function addList<T>(action: Action, schema: z.ZodType<T>, into: (T & { actionId: string })[]): Verdict {
  const { values, faults } = readNdjson(action.content);
  const items = values.flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  const read = items.map((value) => schema.safeParse(value));
  const good = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (good.length === 0 || good.length < read.length || faults.length > 0) throw new Refusal("The list could not be read");
  into.push(...good.map((item) => ({ ...item, actionId: action.id })));
  return { status: "applied" };
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;
