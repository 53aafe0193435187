import { z } from "zod";
import { withoutFence } from "./entity";
import { readItems, type RecordDraft, readRecords } from "@/engines/protocol/records";
import { type Action, type ActionType } from "@/engines/protocol/schema";
import { importedEntitySchema } from "./schema";

export type CodeLine = { kind: "added" | "removed" | "same" | "gap"; text: string };

const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

/**
 * The lines of a replaced window, with what stays the same at its head and foot shown once.
 * A window is short, so its middle is shown as removed, then added, which reads well and costs nothing.
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
 * Reads SEARCH/REPLACE blocks as far as they have arrived. While the replacement is still being written, the search
 * lines stand as context.
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
    // The foot of an unfinished block would look deleted, so nothing is called removed before it ends.
    lines.push(
      ...before.map((text): CodeLine => ({ kind: "same", text })),
      ...after.map((text): CodeLine => ({ kind: "added", text })),
    );
  }
  return lines;
}

/** What an expanded card shows, line by line. Only an edit has lines of two kinds. */
export function codeLines({ type, content }: Pick<Action, "type" | "content">): CodeLine[] {
  if (type === "partial_edit") return editLines(content);
  return linesOf(content).map((text) => ({ kind: "same", text }));
}

/** "+12 −3" on a card. Undefined where lines say nothing: deletions, records, secrets. */
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

/**
 * "failed": written to its end, yet it did not fit the app. "held" and "declined": it waits for the builder's OK, or
 * got a no.
 */
export type ActionState = "in-progress" | "complete" | "truncated" | "failed" | "held" | "declined";

export const actionState = ({ isComplete, isTruncated }: Pick<Action, "isComplete" | "isTruncated">): ActionState =>
  isTruncated ? "truncated" : isComplete ? "complete" : "in-progress";

/** What a card says of an action: "Creating" while it streams, "Created" after. A cut action did not happen. */
export const actionVerb = (type: ActionType, state: ActionState): string =>
  verbs[type][state === "complete" ? 1 : state === "held" || state === "declined" ? 2 : 0];

const entityBody = z.object({
  properties: z.record(
    z.string(),
    z.object({
      type: z.string().optional(),
      format: z.string().optional(),
      enum: z.array(z.unknown()).optional(),
      "x-reference": z.string().optional(),
    }),
  ),
});

/** What people call the kinds of JSON Schema. */
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

/** The fields of a table's card, or undefined while its JSON is not whole. */
export function entityFields(content: string): { name: string; kind: string }[] | undefined {
  const body = entityBody.safeParse(parseJson(withoutFence(content)));
  if (!body.success) return undefined;
  return Object.entries(body.data.properties).map(([name, { type, format, enum: options, "x-reference": target }]) => ({
    name,
    kind: target ? `→ ${target}` : options ? "choice" : (kindWords[format ?? type ?? ""] ?? "text"),
  }));
}

/** How many records a body holds, as far as it is written, and the first few of them for a glance. */
export function recordsOf(
  { content, isComplete }: Pick<Action, "content" | "isComplete">,
  shown = 3,
): { count: number; first: Record<string, unknown>[] } {
  // Its end decides how a body is to be read, so that a growing one is counted by its whole lines.
  const lines = isComplete ? [] : content.split("\n").filter((line) => /^\s*\{.*\}\s*,?\s*$/.test(line));
  const { rows } = readRecords(isComplete ? content : lines.slice(0, shown).join("\n"));
  // Links between new records are the assistant's own business.
  const glance = ({ fields }: RecordDraft) =>
    Object.fromEntries(
      Object.entries(fields).filter(([key, value]) => !key.startsWith("$") && !String(value).startsWith("$ref:")),
    );
  return { count: isComplete ? rows.length : lines.length, first: rows.slice(0, shown).map(glance) };
}

/** The entities that an `import_entities` action wants to reuse; none when one of them cannot be read. */
export function importedEntities(content: string): z.infer<typeof importedEntitySchema>[] {
  const { items, isWhole } = readItems(content);
  const list = z.array(importedEntitySchema).safeParse(items);
  return isWhole && list.success ? list.data : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
