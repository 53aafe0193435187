import { useRef, useState } from "react";
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
import { ImportColumns } from "@/components/ui/parts/import-columns";
import { cellText, decodeText } from "@/lib/csv";
import { fieldsOf, isEmpty, manyIn, manyOf, oneIn, titleOf } from "@/lib/fields";
import { readRows, storeRows } from "@/lib/import-rows";
import { toastFailure } from "@/lib/rows";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Read, Refused } from "@/lib/import-rows"
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
function saveCsv(name, lines) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([`\uFEFF${lines.map((line) => line.join(",")).join("\r\n")}`], { type: "text/csv" }),
  );
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {{ found: Read }} props */
function Understood({ found }) {
  const { rows, matched, unknown, lost } = found;
  return (
    <>
      {rows.length.toLocaleString()} {rows.length === 1 ? "row" : "rows"} with{" "}
      {matched.map(({ label }) => label).join(", ") || "no known field"}.
      {unknown.length > 0 && ` Left out: ${unknown.join(", ")}.`}
      {lost.length > 0 &&
        ` Not understood, and left empty: ${lost.slice(0, 3).join(", ")}${lost.length > 3 ? ` and ${lost.length - 3} more` : ""}.`}
    </>
  );
}

/** The rows that were left out, each with its reason. @param {{ refused: Refused[], onSave: () => void }} props */
function LeftOut({ refused, onSave }) {
  return (
    <div className="space-y-2 text-sm text-destructive" role="alert">
      <p>
        {refused.length === 1 ? "One row was" : `${refused.length.toLocaleString()} rows were`} left out, all others are
        in:
      </p>
      <ul className="list-disc pl-5">
        {refused.slice(0, 5).map(({ row, why }) => (
          <li key={row.at}>
            Row {row.at}: {why}
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="text-foreground" onClick={onSave}>
        Save {refused.length === 1 ? "it" : "them"} as a file to correct
      </Button>
    </div>
  );
}

/**
 * Brings in a CSV file: shows what was understood before anything is stored.
 * @param {{ entity: Entity, onClose: () => void, onDone: () => void }} props
 */
export function ImportDialog({ entity, onClose, onDone }) {
  const [found, setFound] = useState(/** @type {Read | null} */ (null));
  const text = useRef("");
  const [asksColumns, setAsksColumns] = useState(false);
  const [done, setDone] = useState(-1);
  const [refused, setRefused] = useState(/** @type {Refused[]} */ ([]));
  const [problem, setProblem] = useState("");
  const many = manyIn(entity);
  /** @param {Read} read */
  async function run(read) {
    let count = 0;
    setProblem("");
    setDone(0);
    try {
      const left = await storeRows(entity, read.rows, (stored) => setDone((count = stored)));
      const stored = read.rows.length - left.length;
      if (stored > 0) {
        toast.success(`${stored.toLocaleString()} ${stored === 1 ? oneIn(entity) : many} imported`);
        onDone();
      }
      setRefused(left);
      if (left.length === 0) onClose();
    } catch (error) {
      // It stays open: "Import" goes on with the rows that are not in yet.
      setProblem(`Stopped after ${count} of ${read.rows.length} rows. ${error instanceof Error ? error.message : ""}`);
      setAsksColumns(false);
      setFound({ ...read, rows: read.rows.slice(count) });
      if (count > 0) onDone();
    }
    setDone(-1);
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
        {refused.length > 0 ? (
          <LeftOut
            refused={refused}
            onSave={() =>
              saveCsv(`${manyOf(entity)} to correct`, [
                (found?.head ?? []).map(cellText),
                ...refused.map(({ row }) => row.cells.map(cellText)),
              ])
            }
          />
        ) : (
          <div className="space-y-2">
            <Label htmlFor="import-file">File</Label>
            <Input
              id="import-file"
              type="file"
              accept=".csv,text/csv"
              onChange={async (event) => {
                const file = event.target.files?.[0];
                setProblem("");
                text.current = file ? decodeText(await file.arrayBuffer()) : "";
                const read = file ? await readRows(entity, text.current) : null;
                setAsksColumns((read?.unknown.length ?? 0) > 0);
                setFound(read);
              }}
            />
          </div>
        )}
        {found && asksColumns && refused.length === 0 && done < 0 && (
          <ImportColumns
            entity={entity}
            found={found}
            onChoose={async (fields) => setFound(await readRows(entity, text.current, fields))}
          />
        )}
        {found && refused.length === 0 && (
          <p className="text-sm text-muted-foreground" role="status">
            {done < 0 ? <Understood found={found} /> : `${done} of ${found.rows.length} stored…`}
          </p>
        )}
        {problem && (
          <p className="text-sm text-destructive" role="alert">
            {problem}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {refused.length > 0 ? "Done" : "Cancel"}
          </Button>
          {refused.length === 0 && (
            <Button
              disabled={!found || found.matched.length === 0 || found.rows.length === 0 || done >= 0}
              onClick={() => found && run(found)}
            >
              Import
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
