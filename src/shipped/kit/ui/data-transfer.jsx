import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { cellText, parseCsv, valueOf } from "@/lib/csv";
import { fieldsOf, isEmpty, manyIn, manyOf, titleFieldOf, titleOf } from "@/lib/fields";
import { toastFailure } from "@/lib/rows";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Query, Row, Values } from "@/sdk/types"
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
  for (const row of rows) if (!isEmpty(row[name])) row[name] = ids.get(row[name]) ?? null;
  return said.filter((value) => !ids.has(value)).map(String);
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
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([`\uFEFF${lines.map((line) => line.join(",")).join("\r\n")}`], { type: "text/csv" }),
  );
  link.download = `${manyOf(entity)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @typedef {{ matched: Field[], unknown: string[], rows: Values[], lost: string[] }} Read */

/**
 * Rows of a CSV file whose first line names the fields, and what of it could not be read.
 * @param {Entity} entity @param {string} text
 * @returns {Promise<Read>}
 */
async function readRows(entity, text) {
  const [head = [], ...lines] = parseCsv(text);
  /** @param {string} name */
  const plain = (name) => name.toLowerCase().replace(/[^a-z\d]/g, "");
  const fields = head.map((name) =>
    fieldsOf(entity).find((field) => plain(field.name) === plain(name) || plain(field.label) === plain(name)),
  );
  const matched = fields.filter((field) => field !== undefined);
  /** @type {string[]} */
  const lost = [];
  const rows = lines.map((line) =>
    Object.fromEntries(
      fields.flatMap((field, at) => {
        const cell = (line[at] ?? "").trim();
        const value = field && valueOf(field, cell);
        if (field && cell && value === undefined) lost.push(`${field.label} “${cell}”`);
        return field && value !== undefined ? [[field.name, value]] : [];
      }),
    ),
  );
  for (const field of matched)
    if (field.kind === "reference")
      lost.push(...(await findNamed(entity, field, rows)).map((name) => `${field.label} “${name}”`));
  return { matched, unknown: head.filter((_, at) => !fields[at]), rows, lost };
}

/**
 * Brings in a CSV file: shows what was understood before anything is stored.
 * @param {{ entity: Entity, onClose: () => void, onDone: () => void }} props
 */
export function ImportDialog({ entity, onClose, onDone }) {
  const [found, setFound] = useState(/** @type {Read | null} */ (null));
  const [done, setDone] = useState(-1);
  const [problem, setProblem] = useState("");
  const many = manyIn(entity);
  /** @param {Values[]} rows */
  async function run(rows) {
    let count = 0;
    setProblem("");
    try {
      for (; count < rows.length; count += 100) {
        setDone(count);
        await entity.bulkCreate(rows.slice(count, count + 100));
      }
      toast.success(`${rows.length.toLocaleString()} ${many} imported`);
      onDone();
      onClose();
    } catch (error) {
      // It stays open: the file is put right and chosen again, without the rows that are in already.
      setProblem(`Stopped after ${count} of ${rows.length} rows. ${error instanceof Error ? error.message : ""}`);
      setFound((current) => current && { ...current, rows: rows.slice(count) });
      setDone(-1);
      if (count > 0) onDone();
    }
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && done < 0 && onClose()}>
      <DialogContent className="bg-popover">
        <DialogHeader>
          <DialogTitle>Import {many}</DialogTitle>
          <DialogDescription>
            A CSV file whose first line names the fields:{" "}
            {fieldsOf(entity)
              .slice(0, 5)
              .map(({ label }) => label)
              .join(", ")}
            .
          </DialogDescription>
        </DialogHeader>
        <div className="space-y-2">
          <Label htmlFor="import-file">File</Label>
          <Input
            id="import-file"
            type="file"
            accept=".csv,text/csv"
            onChange={async (event) => {
              const file = event.target.files?.[0];
              setProblem("");
              setFound(file ? await readRows(entity, await file.text()) : null);
            }}
          />
        </div>
        {found && (
          <p className="text-sm text-muted-foreground" role="status">
            {done < 0
              ? `${found.rows.length.toLocaleString()} rows with ${found.matched.map(({ label }) => label).join(", ") || "no known field"}.`
              : `${done} of ${found.rows.length} stored…`}
            {found.unknown.length > 0 && ` Left out: ${found.unknown.join(", ")}.`}
            {found.lost.length > 0 &&
              ` Not understood, and left empty: ${found.lost.slice(0, 3).join(", ")}${found.lost.length > 3 ? ` and ${found.lost.length - 3} more` : ""}.`}
          </p>
        )}
        {problem && (
          <p className="text-sm text-destructive" role="alert">
            {problem}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!found || found.matched.length === 0 || found.rows.length === 0 || done >= 0}
            onClick={() => found && run(found.rows)}
          >
            Import
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
