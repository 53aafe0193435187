/** Rows as a CSV file that the browser saves. */
import { cellText } from "@/lib/csv";
import { toastFailure } from "@/lib/failure";
import { fieldsOf, isEmpty, manyOf, titleOf } from "@/lib/fields";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Query, Row } from "@/sdk/types"
 */

/**
 * All rows that match, page by page.
 * @param {Entity} entity
 * @param {Query | undefined} query
 * @param {string | undefined} sort
 */
async function readAll(entity, query, sort) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {string | null | undefined} */
  let cursor;
  do {
    /** @type {import("@/sdk/types").Page} */
    const page = await entity.page({ query, sort, limit: 1000, cursor });
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}

/**
 * What people call the rows that a field of these points to, by id: a file says "City Archive", not an id.
 * @param {Entity} entity @param {Field} field @param {Row[]} rows
 * @returns {Promise<Map<unknown, string>>}
 */
async function namesOf(entity, { name, reference }, rows) {
  const other = reference ? entity.related(reference) : undefined;
  const ids = [...new Set(rows.map((row) => row[name]).filter((id) => !isEmpty(id)))];
  const names = new Map();
  if (!other) return names;
  for (let at = 0; at < ids.length; at += 500)
    for (const row of await other.filter({ id: { $in: ids.slice(at, at + 500) } }, "createdAt", 500).catch(() => []))
      names.set(row.id, titleOf(other, row));
  return names;
}

/**
 * Saves rows as a CSV file: the given ones, or all that match.
 * @param {Entity} entity
 * @param {Row[]} [rows]
 * @param {{ query?: Query | undefined, sort?: string }} [options]
 */
export async function downloadRows(entity, rows, { query, sort } = {}) {
  const fields = fieldsOf(entity);
  const all =
    rows ?? (await readAll(entity, query, sort).catch((error) => void toastFailure("The export stopped", error)));
  if (!all) return;
  const named = new Map();
  for (const field of fields) if (field.kind === "reference") named.set(field.name, await namesOf(entity, field, all));
  const lines = [
    fields.map(({ label }) => cellText(label)),
    ...all.map((row) => fields.map(({ name }) => cellText(named.get(name)?.get(row[name]) ?? row[name]))),
  ];
  saveCsv(manyOf(entity), lines);
}

/** @param {string} name @param {string[][]} lines of cells as they are written */
export function saveCsv(name, lines) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([`\uFEFF${lines.map((line) => line.join(",")).join("\r\n")}`], { type: "text/csv" }),
  );
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
