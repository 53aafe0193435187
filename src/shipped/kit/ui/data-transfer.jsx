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
import { fieldsOf, isEmpty, manyOf } from "@/lib/fields";
import { toastFailure } from "@/lib/rows";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Query, Row, Value, Values } from "@/sdk/types"
 */

/** Quoted where it must be; a leading sign is kept from being read as a formula. @param {Value} value */
const cellText = (value) => {
  const text = isEmpty(value)
    ? ""
    : Array.isArray(value)
      ? value.join("; ")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
  const safe = /^[=+\-@\t]/.test(text) && typeof value === "string" ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

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
  const lines = [
    fields.map(({ label }) => cellText(label)),
    ...all.map((row) => fields.map(({ name }) => cellText(row[name]))),
  ];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([`\uFEFF${lines.map((line) => line.join(",")).join("\r\n")}`], { type: "text/csv" }),
  );
  link.download = `${manyOf(entity)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The records of a CSV text (RFC 4180); the separator is the one that its first line has most of. @param {string} text */
export function parseCsv(text) {
  const head = text.slice(0, text.search(/\r?\n|$/));
  const separator = [",", ";", "\t"].sort((left, right) => head.split(right).length - head.split(left).length)[0];
  /** @type {string[]} */
  let row = [];
  const rows = [row];
  let cell = "";
  let isQuoted = false;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted && letter === '"' && text[at + 1] === '"') cell += text[++at];
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === separator) {
      row.push(cell);
      cell = "";
    } else if (!isQuoted && (letter === "\n" || letter === "\r")) {
      if (letter === "\r" && text[at + 1] === "\n") at++;
      row.push(cell);
      cell = "";
      row = [];
      rows.push(row);
    } else cell += letter;
  }
  row.push(cell);
  return rows.filter((row) => row.some((value) => value.trim() !== ""));
}

/** @param {Field} field @param {string} text @returns {Value} */
function valueOf({ kind, options }, text) {
  const value = text.trim();
  if (value === "") return undefined;
  if (["number", "money", "percent", "rating"].includes(kind)) {
    const number = Number(
      value
        .replace(/[^\d.,-]/g, "")
        .replace(/,(?=\d{3}\b)/g, "")
        .replace(",", "."),
    );
    return Number.isFinite(number) ? number : undefined;
  }
  if (kind === "boolean") return /^(yes|true|1|x|ja)$/i.test(value);
  if (kind === "tags" || kind === "multi") return value.split(/\s*;\s*/).filter(Boolean);
  if (kind === "enum") return options.find((option) => String(option).toLowerCase() === value.toLowerCase());
  if (kind === "date" || kind === "datetime") {
    const date = new Date(value);
    if (Number.isNaN(date.getTime())) return undefined;
    return kind === "date"
      ? (/^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? date.toISOString().slice(0, 10))
      : date.toISOString();
  }
  return value;
}

/** Rows of a CSV file whose first line names the fields. @param {Entity} entity @param {string} text */
function readRows(entity, text) {
  const [head = [], ...lines] = parseCsv(text);
  /** @param {string} name */
  const plain = (name) => name.toLowerCase().replace(/[^a-z\d]/g, "");
  const fields = head.map((name) =>
    fieldsOf(entity).find((field) => plain(field.name) === plain(name) || plain(field.label) === plain(name)),
  );
  return {
    matched: fields.filter((field) => field !== undefined),
    unknown: head.filter((_, at) => !fields[at]),
    rows: lines.map((line) =>
      Object.fromEntries(
        fields.flatMap((field, at) => {
          const value = field && valueOf(field, line[at] ?? "");
          return field && value !== undefined ? [[field.name, value]] : [];
        }),
      ),
    ),
  };
}

/**
 * Brings in a CSV file: shows what was understood before anything is stored.
 * @param {{ entity: Entity, onClose: () => void, onDone: () => void }} props
 */
export function ImportDialog({ entity, onClose, onDone }) {
  const [found, setFound] = useState(/** @type {ReturnType<typeof readRows> | null} */ (null));
  const [done, setDone] = useState(-1);
  const many = manyOf(entity).toLowerCase();
  /** @param {Values[]} rows */
  async function run(rows) {
    let count = 0;
    try {
      for (; count < rows.length; count += 100) {
        setDone(count);
        await entity.bulkCreate(rows.slice(count, count + 100));
      }
      toast.success(`${rows.length.toLocaleString()} ${many} imported`);
    } catch (error) {
      toastFailure(`The import stopped after ${count} rows`, error);
    }
    onDone();
    onClose();
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
              setFound(file ? readRows(entity, await file.text()) : null);
            }}
          />
        </div>
        {found && (
          <p className="text-sm text-muted-foreground" role="status">
            {done < 0
              ? `${found.rows.length.toLocaleString()} rows with ${found.matched.map(({ label }) => label).join(", ") || "no known field"}.`
              : `${done} of ${found.rows.length} stored…`}
            {found.unknown.length > 0 && ` Left out: ${found.unknown.join(", ")}.`}
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
