/** The rows of a CSV file that somebody brings in: what they mean, and how they are stored. */
import { notationOf, parseCsv, separatorOf, valueOf } from "@/lib/csv";
import { fieldsOf, isEmpty, titleFieldOf } from "@/lib/fields";
import { addUp, withFollowing } from "@/lib/sums";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row, Value, Values } from "@/sdk/types"
 */

/**
 * Replaces the names of referenced rows by their ids.
 * @param {Entity} entity @param {Field} field @param {Values[]} rows
 * @returns {Promise<string[]>} the names that nothing has
 */
async function findNamed(entity, { name, reference }, rows) {
  const other = reference ? entity.related(reference) : undefined;
  const title = other && titleFieldOf(other);
  const said = [...new Set(rows.map((row) => row[name]).filter((value) => !isEmpty(value)))];
  if (!other || !title || said.length === 0) return [];
  /** @type {Map<unknown, string>} */
  const ids = new Map();
  for (let at = 0; at < said.length; at += 100) {
    const some = said.slice(at, at + 100);
    for (const by of ["id", title])
      for (const row of await other.filter({ [by]: { $in: some } }, "createdAt", 500).catch(() => []))
        ids.set(row[by], row.id);
  }
  // "café morgen" is Café Morgen.
  for (const name of said.filter((one) => !ids.has(one)).slice(0, 50))
    for (const row of await other.filter({ [title]: { $contains: name } }, "createdAt", 20).catch(() => []))
      if (String(row[title]).toLowerCase() === String(name).toLowerCase()) ids.set(name, row.id);
  for (const row of rows) if (!isEmpty(row[name])) row[name] = ids.get(row[name]) ?? null;
  return said.filter((value) => !ids.has(value)).map(String);
}

/**
 * @typedef {object} Read
 * @property {string[]} head
 * @property {(Field | undefined)[]} fields of the columns
 * @property {Field[]} matched
 * @property {string[]} unknown
 * @property {{ values: Values, cells: string[], at: number }[]} rows `at`: the place in the file, from 1
 * @property {string[]} lost
 * @property {Strange[]} strange
 * @property {Meanings} meanings
 */

/** @typedef {{ field: Field, text: string, count: number }} Strange A word that none of a field's options says, and in how many rows. */
/** @typedef {Record<string, Value>} Meanings The options that stand for words of the file, by `wordKey`. */

/** @param {Field} field @param {string} text */
export const wordKey = ({ name }, text) => `${name} ${text.trim().toLowerCase()}`;

/** "Amount (EUR)" is the amount. @param {string} name in any script */
const plain = (name) =>
  name
    .replace(/\s*[([].*?[)\]]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The field of each column by its heading; no two columns fill the same. @param {Entity} entity @param {string[]} head */
function fieldsByName(entity, head) {
  /** @type {Set<string>} */
  const taken = new Set();
  return head.map((name) => {
    const found = fieldsOf(entity).find((field) => [field.name, field.label].some((one) => plain(one) === plain(name)));
    if (!found || taken.has(found.name)) return undefined;
    taken.add(found.name);
    return found;
  });
}

/**
 * Rows of a CSV file whose first line names the fields, and what of it could not be read.
 * @param {Entity} entity @param {string} text
 * @param {(Field | undefined)[]} [chosen] the field of each column, where somebody chose; else by its heading
 * @param {Meanings} [meanings]
 * @returns {Promise<Read>}
 */
export async function readRows(entity, text, chosen, meanings = {}) {
  const [head = [], ...lines] = parseCsv(text);
  const fields = chosen ?? fieldsByName(entity, head);
  const notations = head.map((_, at) =>
    notationOf(
      lines.map((line) => line[at] ?? ""),
      separatorOf(text),
    ),
  );
  const matched = fields.filter((field) => field !== undefined);
  /** @type {string[]} */
  const lost = [];
  /** @type {Map<string, Strange>} */
  const strange = new Map();
  /** @param {Field} field @param {string} cell @returns {Value} */
  const askedFor = (field, cell) => {
    const key = wordKey(field, cell);
    const { text: first = cell, count = 0 } = strange.get(key) ?? {};
    if (field.kind === "enum") strange.set(key, { field, text: first, count: count + 1 });
    else lost.push(`${field.label} “${cell}”`);
    return meanings[key];
  };
  /** @type {Read["rows"]} */
  const rows = lines.map((cells, index) => ({
    cells,
    at: index + 1,
    values: Object.fromEntries(
      fields.flatMap((field, at) => {
        const cell = (cells[at] ?? "").trim();
        const notation = notations[at];
        const read = field && notation && valueOf(field, cell, notation);
        const value = field && cell && read === undefined ? askedFor(field, cell) : read;
        return field && value !== undefined ? [[field.name, value]] : [];
      }),
    ),
  }));
  for (const field of matched)
    if (field.kind === "reference") {
      const values = rows.map((row) => row.values);
      lost.push(...(await findNamed(entity, field, values)).map((name) => `${field.label} “${name}”`));
    }
  for (const row of rows) row.values = withFollowing(fieldsOf(entity), {}, row.values);
  return {
    head,
    fields,
    matched,
    unknown: head.filter((_, at) => !fields[at]),
    rows,
    lost: [...new Set(lost)],
    strange: [...strange.values()],
    meanings,
  };
}

/** Which row of a bulk call was refused, if that is why it failed. @param {unknown} error @returns {number | undefined} */
function refusedRow(error) {
  const details = error instanceof Error && "details" in error ? error.details : null;
  const { row } = /** @type {{ row?: unknown }} */ (details ?? {});
  return typeof row === "number" ? row : undefined;
}

/** @typedef {{ row: Read["rows"][number], why: string }} Refused */

/**
 * Stores rows, a hundred at a time, without those that the server refuses.
 * @param {Entity} entity @param {Read["rows"]} rows @param {(count: number, rows: Row[]) => void} onStored
 * @returns {Promise<Refused[]>}
 */
export async function storeRows(entity, rows, onStored) {
  /** @type {Refused[]} */
  const refused = [];
  for (let from = 0; from < rows.length; from += 100) {
    const batch = rows.slice(from, from + 100);
    /** @type {Row[]} */
    let stored = [];
    while (batch.length > 0)
      try {
        stored = await entity.bulkCreate(batch.map(({ values }) => values));
        void addUp(entity, stored);
        break;
      } catch (error) {
        const [row] = batch.splice(refusedRow(error) ?? batch.length, 1);
        if (!row || !(error instanceof Error)) throw error;
        refused.push({ row, why: error.message.replace(/^Row \d+: /, "") });
      }
    onStored(from + batch.length, stored);
  }
  return refused;
}
