import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { AppModel, Entity, SourceFile } from "../model/app-model";
import { accessOf, usualOpening } from "../model/app-model";
import { type Draft, manyOf } from "../draft/draft";
import { apartBy } from "./asked";
import { blocksFor, hunksBetween } from "./lines";
import { sampleRows } from "./seed/seed";
import { writeApp } from "./app";

/** One action tag to stream. */
export type Change = {
  type:
    | "add_file"
    | "edit_file"
    | "partial_edit"
    | "delete_file"
    | "add_entity"
    | "edit_entity"
    | "insert_entity_records"
    | "request_secrets"
    | "import_entities";
  file: string;
  title: string;
  body: string;
  read?: string;
  write?: string;
};

export type Changes = { changes: Change[]; notes: string[] };

/**
 * What each booking is kept apart by: as the table has it, by hand or from an earlier version of Joinery, unless this
 * change is what makes it another one. Rows without a newly required field could not be saved any more.
 */
function keptApartBy(before: AppModel, after: AppModel, entity: Entity): string[] {
  const listed = (field: string | undefined) => (field ? [field] : []);
  const now = listed(apartBy(after, entity));
  const earlier = before.entities.find(({ name }) => name === entity.name);
  const standing = earlier?.["x-noOverlap"];
  if (!earlier || !standing) return now;
  return isDeepStrictEqual(listed(apartBy(before, earlier)), now) ? (standing.per ?? []) : now;
}

/** Has the server refuse overlapping bookings, which also holds for two concurrent browsers. */
function keepSlotsApart(before: AppModel, model: AppModel): AppModel {
  const booked = new Map(
    model.pages.flatMap(({ form, entity, field, opening = usualOpening }) =>
      form === "slots" && field ? [[entity, { field, minutes: opening.minutes }]] : [],
    ),
  );
  const entities = model.entities.map((entity): Entity => {
    const { field = "", minutes = 0 } = booked.get(entity.name) ?? {};
    if (!entity.properties[field]) return entity;
    const status = Object.entries(entity.properties).find(
      ([name, property]) => property.enum && /status|state/.test(name),
    );
    const free = status?.[1].enum?.map(String).filter((option) => /cancel|declin|no show/i.test(option)) ?? [];
    // "cancelled" under a new name, and in rows that have the old one, takes no time either.
    const standing = entity["x-noOverlap"]?.unless;
    const values = [...new Set([...free, ...(standing?.field === status?.[0] ? (standing?.values ?? []) : [])])];
    const unless = status && values.length > 0 ? { field: status[0], values } : undefined;
    const per = keptApartBy(before, model, entity);
    const earlier = entity["x-noOverlap"]?.per ?? [];
    // Without a stylist a booking would be nobody's, and so at the time of none. Whoever does not see them names none.
    const required = new Set([...(entity.required ?? []).filter((name) => !earlier.includes(name)), ...per]);
    return {
      ...entity,
      ...(!isDeepStrictEqual(per, earlier) && { required: [...required] }),
      "x-noOverlap": { field, minutes, ...(per.length > 0 && { per }), ...(unless && { unless }) },
    };
  });
  return { ...model, entities };
}

const contentOf = (files: SourceFile[], path: string) => files.find((file) => file.path === path)?.content;
const entityText = (entity: Entity) => JSON.stringify(entity, null, 2);

function entityChanges(before: AppModel, after: AppModel): Change[] {
  const changed = after.entities.flatMap((entity): Change[] => {
    const earlier = before.entities.find((other) => other.name === entity.name);
    if (earlier && entityText(earlier) === entityText(entity)) return [];
    const { read, write } = accessOf(entity);
    return [
      {
        type: earlier ? "edit_entity" : "add_entity",
        file: entity.name,
        title: `${earlier ? "Update" : "Add"} ${manyOf(entity)}`,
        body: entityText(entity),
        read,
        write,
      },
    ];
  });
  const gone = before.entities.filter((entity) => !after.entities.some((other) => other.name === entity.name));
  return [
    ...changed,
    ...gone.map((entity): Change => ({
      type: "delete_file",
      file: `entities/${entity.name}.json`,
      title: `Remove ${manyOf(entity)}`,
      body: "",
    })),
  ];
}

/** SEARCH/REPLACE blocks as the body of a `partial_edit`. */
export const editBody = (blocks: { search: string[]; replace: string[] }[]): string =>
  blocks
    .map(({ search, replace }) => ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE"].join("\n"))
    .join("\n");

const edit = (path: string, blocks: { search: string[]; replace: string[] }[]): Change => ({
  type: "partial_edit",
  file: path,
  title: `Update ${path}`,
  body: editBody(blocks),
});

const unindented = (text: string): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.trim())
    .join("\n");

/** The change of a file from its former generated text to the new one; manual changes stay. */
function fileChange(
  path: string,
  earlier: string | undefined,
  later: string,
  current: string | undefined,
  notes: string[],
): Change[] {
  if (current === undefined) return [{ type: "add_file", file: path, title: `Add ${path}`, body: bodyOf(later) }];
  if (current === later || earlier === later) return [];
  if (earlier === undefined) {
    notes.push(`${path} exists already and is not mine, so I left it alone.`);
    return [];
  }
  // An earlier version of Joinery wrote it, or a formatter was run over it: nothing in it is anybody's own.
  if (current !== earlier && unindented(current) === unindented(earlier))
    return [{ type: "edit_file", file: path, title: `Update ${path}`, body: bodyOf(later) }];
  const [old, fresh, now] = [earlier, later, current].map((text) => text.split("\n")) as [string[], string[], string[]];
  const hunks = hunksBetween(old, fresh);
  const changedLines = hunks.reduce((sum, hunk) => sum + hunk.size + hunk.lines.length, 0);
  const isByHand = current.trimEnd() !== earlier.trimEnd();
  const blocks = blocksFor(old, hunks, now);
  if (blocks && (isByHand || changedLines * 2 < fresh.length)) {
    if (isByHand)
      notes.push(`${path} was changed by hand: I changed only the lines that follow from this request and kept yours.`);
    return [edit(path, blocks)];
  }
  if (!isByHand) return [{ type: "edit_file", file: path, title: `Update ${path}`, body: bodyOf(later) }];
  notes.push(`${path} was changed by hand at the very place that this needs, so I left it alone.`);
  return [];
}

/** A body ends with the file's own last line break; the one before the closing tag belongs to the tag. */
const bodyOf = (text: string) => text;

function fileChanges(before: AppModel, after: AppModel, files: SourceFile[], notes: string[]): Change[] {
  const earlier = before.pages.length > 0 ? writeApp(before) : [];
  const later = writeApp(after);
  const changed = later.flatMap(({ path, content }) =>
    fileChange(path, contentOf(earlier, path), content, contentOf(files, path), notes),
  );
  const gone = earlier.filter(
    ({ path }) => !later.some((file) => file.path === path) && contentOf(files, path) !== undefined,
  );
  return [...changed, ...gone.flatMap((file) => removal(file, contentOf(files, file.path)!, notes))];
}

function removal({ path, content }: SourceFile, current: string, notes: string[]): Change[] {
  if (unindented(current) === unindented(content))
    return [{ type: "delete_file", file: path, title: `Remove ${path}`, body: "" }];
  notes.push(`${path} is no longer used, but was changed by hand, so I kept it.`);
  return [];
}

/** Replaces words in the app's files, within quotes or between tags. */
function textChanges({ replaced }: Draft, files: SourceFile[], taken: Set<string>, notes: string[]): Change[] {
  return replaced.flatMap(({ from, to }) => {
    const found = files.filter(
      ({ path, content }) => /^(?:pages|components|layout)/.test(path) && !taken.has(path) && content.includes(from),
    );
    if (found.length === 0) notes.push(`No page says “${from}” in these very words, so I changed nothing.`);
    else notes.push(`Changed “${from}” to “${to}” in ${found.map(({ path }) => path).join(", ")}.`);
    return found.flatMap(({ path, content }) => {
      const old = content.split("\n");
      const blocks = blocksFor(old, hunksBetween(old, content.replaceAll(from, to).split("\n")), old);
      return blocks
        ? [edit(path, blocks)]
        : [{ type: "edit_file" as const, file: path, title: `Update ${path}`, body: content.replaceAll(from, to) }];
    });
  });
}

/** Actions that ask the person: for secrets, or to import tables. */
function questions({ secrets, reused }: Draft): Change[] {
  const lines = secrets.map((secretName) =>
    JSON.stringify({ secretName, description: `The value of ${secretName}. It is stored encrypted.` }),
  );
  return [
    ...(lines.length > 0
      ? [{ type: "request_secrets" as const, file: "", title: "Enter secrets", body: lines.join("\n") }]
      : []),
    ...(reused.length > 0
      ? [{ type: "import_entities" as const, file: "", title: "Reuse tables", body: JSON.stringify(reused) }]
      : []),
  ];
}

/** All changes from the bundle to the draft, and notes about files that were changed by hand. */
export function changesOf(
  before: AppModel,
  draft: Draft,
  files: SourceFile[],
  isForeign: boolean,
  today: Date,
): Changes {
  const notes: string[] = [];
  const { model } = draft;
  const entities = entityChanges(before, keepSlotsApart(before, model));
  const isSame = JSON.stringify(before) === JSON.stringify(model);
  const sources = isSame || isForeign ? [] : fileChanges(before, model, files, notes);
  if (isForeign && !isSame)
    notes.push(
      "These pages were not built by me, so I changed the tables and left the pages to you or to an AI model.",
    );
  const texts = textChanges(draft, files, new Set(sources.map(({ file }) => file)), notes);
  const rows = sampleRows(model, draft.seeds, today, draft.things, draft.said).map(({ entity, lines }): Change => ({
    type: "insert_entity_records",
    file: entity.name,
    title: lines.length === 1 ? `Add a row to ${manyOf(entity)}` : `Add ${lines.length} sample ${manyOf(entity)}`,
    body: lines.join("\n"),
  }));
  return { changes: [...entities, ...sources, ...texts, ...rows, ...questions(draft)], notes };
}
