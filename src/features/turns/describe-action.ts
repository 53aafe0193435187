import { withoutFence } from "./entity";
import { isObject, readItems, type RecordDraft, readRecords } from "@/engines/protocol/records";
import { type Action, type ActionType } from "@/engines/protocol/schema";
import { isText, listOf, orUndefined, shape } from "@/engines/shape";
import { entityNamePattern } from "@/features/rows/limits";

export type CodeLine = { kind: "added" | "removed" | "same" | "gap"; text: string };

const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

/**
 * Diff of a replaced window: common head and tail as context. Windows are short, so the middle is simply shown as
 * removed, then added.
 */
function windowLines(before: string[], after: string[]): CodeLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let foot = 0;
  while (
    foot < before.length - head &&
    foot < after.length - head &&
    before[before.length - 1 - foot] === after[after.length - 1 - foot]
  )
    foot += 1;
  const as = (kind: CodeLine["kind"], lines: string[]): CodeLine[] => lines.map((text) => ({ kind, text }));
  return [
    ...as("same", before.slice(0, head)),
    ...as("removed", before.slice(head, before.length - foot)),
    ...as("added", after.slice(head, after.length - foot)),
    ...as("same", before.slice(before.length - foot)),
  ];
}

/**
 * Parses SEARCH/REPLACE blocks as far as they have streamed. While REPLACE is incomplete, SEARCH is shown as context.
 */
function editLines(content: string): CodeLine[] {
  const lines: CodeLine[] = [];
  let before: string[] = [];
  let after: string[] = [];
  let place: "outside" | "search" | "replace" = "outside";
  for (const line of content.split("\n")) {
    if (/^<{5,9} ?SEARCH/.test(line)) {
      place = "search";
      before = [];
      after = [];
    } else if (place === "search" && /^={5,9}$/.test(line.trim())) place = "replace";
    else if (place === "replace" && /^>{5,9} ?REPLACE/.test(line)) {
      if (lines.length > 0) lines.push({ kind: "gap", text: "" });
      lines.push(...windowLines(before, after));
      place = "outside";
    } else if (place === "search") before.push(line);
    else if (place === "replace") after.push(line);
  }
  if (place !== "outside") {
    if (lines.length > 0) lines.push({ kind: "gap", text: "" });
    // An incomplete block's tail would look deleted: call nothing removed before it ends.
    lines.push(
      ...before.map((text): CodeLine => ({ kind: "same", text })),
      ...after.map((text): CodeLine => ({ kind: "added", text })),
    );
  }
  return lines;
}

/** Lines of an expanded card. Only edits have removed lines. */
export function codeLines({ type, content }: Pick<Action, "type" | "content">): CodeLine[] {
  if (type === "partial_edit") return editLines(content);
  return linesOf(content).map((text) => ({ kind: "same", text }));
}

/** "+12 −3" on a card. Undefined for deletions, records and secrets. */
export function lineCounts(action: Pick<Action, "type" | "content">): { added: number; removed: number } | undefined {
  if (action.type === "partial_edit") {
    const lines = editLines(action.content);
    return {
      added: lines.filter(({ kind }) => kind === "added").length,
      removed: lines.filter(({ kind }) => kind === "removed").length,
    };
  }
  if (action.type === "add_file" || action.type === "edit_file")
    return { added: linesOf(action.content).length, removed: 0 };
  return undefined;
}

const verbs: Record<ActionType, [doing: string, done: string, planned: string]> = {
  add_file: ["Creating", "Created", "Create"],
  edit_file: ["Rewriting", "Rewrote", "Rewrite"],
  partial_edit: ["Editing", "Edited", "Edit"],
  delete_file: ["Deleting", "Deleted", "Delete"],
  add_entity: ["Creating the table", "Created the table", "Create the table"],
  edit_entity: ["Changing the table", "Changed the table", "Change the table"],
  insert_entity_records: ["Adding rows to", "Added rows to", "Add rows to"],
  request_secrets: ["Asking for secrets", "Asked for secrets", "Ask for secrets"],
  import_entities: ["Asking to reuse tables", "Asked to reuse tables", "Ask to reuse tables"],
};

/** "failed": complete but not applicable. "held" and "declined": waits for the builder's OK, or got a no. */
export type ActionState = "in-progress" | "complete" | "truncated" | "failed" | "held" | "declined";

export const actionState = ({ isComplete, isTruncated }: Pick<Action, "isComplete" | "isTruncated">): ActionState =>
  isTruncated ? "truncated" : isComplete ? "complete" : "in-progress";

/** A card's verb: "Creating" while it streams, "Created" afterwards. A cut action did not happen. */
export const actionVerb = (type: ActionType, state: ActionState): string =>
  verbs[type][state === "complete" ? 1 : state === "held" || state === "declined" ? 2 : 0];

type Field = { type?: string; format?: string; enum?: unknown[]; "x-reference"?: string; "x-display"?: string };
const isField = shape<Field>({
  type: orUndefined(isText),
  format: orUndefined(isText),
  enum: orUndefined((value): value is unknown[] => Array.isArray(value)),
  "x-reference": orUndefined(isText),
  "x-display": orUndefined(isText),
});

/** Names of JSON Schema types for people. */
const kindWords: Record<string, string> = {
  number: "number",
  integer: "number",
  boolean: "yes/no",
  array: "list",
  object: "details",
  date: "date",
  "date-time": "date and time",
  email: "email",
  uri: "link",
};

/** Texts that an app's pages show in another way, by their name (shipped/kit/lib/fields.js). */
const nameWords: [RegExp, string][] = [
  [/(?:image|photo|picture|avatar|logo|thumbnail|cover|screenshot)s?(?:_url)?$/, "image"],
  [/(?:^|_)(?:files?|attachments?|pdf)(?:_url)?$/, "file"],
];
const displayWords: Record<string, string> = { image: "image", file: "file", money: "money", rating: "stars" };

function kindWord(
  name: string,
  { type, format, enum: options, "x-reference": target, "x-display": shown }: Field,
): string {
  if (target) return `→ ${target}`;
  if (options) return "choice";
  const plain = kindWords[format ?? type ?? ""];
  return displayWords[shown ?? ""] ?? plain ?? nameWords.find(([pattern]) => pattern.test(name))?.[1] ?? "text";
}

/** Fields of an entity's card; undefined while its JSON is incomplete. */
export function entityFields(content: string): { name: string; kind: string }[] | undefined {
  const body = parseJson(withoutFence(content));
  const fields = isObject(body) && isObject(body["properties"]) ? Object.entries(body["properties"]) : undefined;
  if (!fields?.every((field): field is [string, Field] => isField(field[1]))) return undefined;
  return fields.map(([name, field]) => ({ name, kind: kindWord(name, field) }));
}

/** Number of records in a body so far, and the first few of them. */
export function recordsOf(
  { content, isComplete }: Pick<Action, "content" | "isComplete">,
  shown = 3,
): { count: number; first: Record<string, unknown>[] } {
  // Only a complete body can be parsed; while it grows, count its complete lines.
  const lines = isComplete ? [] : content.split("\n").filter((line) => /^\s*\{.*\}\s*,?\s*$/.test(line));
  const { rows } = readRecords(isComplete ? content : lines.slice(0, shown).join("\n"));
  // Hide ids and references between new records.
  const glance = ({ fields }: RecordDraft) =>
    Object.fromEntries(
      Object.entries(fields).filter(([key, value]) => !key.startsWith("$") && !String(value).startsWith("$ref:")),
    );
  return { count: isComplete ? rows.length : lines.length, first: rows.slice(0, shown).map(glance) };
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** One line of a record for people: its first three texts, numbers and dates. */
export function recordLine(record: Record<string, unknown>): string {
  const words = (value: string | number) => {
    const text = String(value);
    if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}|$)/.test(text) || Number.isNaN(Date.parse(text))) return text;
    return (text.length === 10 ? day : moment).format(new Date(text));
  };
  return Object.values(record)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .filter((value) => value !== "")
    .slice(0, 3)
    .map(words)
    .join(" · ");
}

type ImportedEntity = { appId: string; entity: string };
const areImported = listOf(
  shape<ImportedEntity>({
    appId: (value): value is string => isText(value) && value !== "",
    entity: (value): value is string => isText(value) && entityNamePattern.test(value),
  }),
);

/** Entities that an `import_entities` action wants to copy; none when one is unreadable. */
export function importedEntities(content: string): ImportedEntity[] {
  const { items, isWhole } = readItems(content);
  return isWhole && areImported(items) ? items : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
