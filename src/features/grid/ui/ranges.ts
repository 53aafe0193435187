import { type CellReading, optionsIn, readCell } from "../cells";
import { type TableColumn } from "@/features/entities/columns";
import { idsIn } from "@/features/rows/rules";

type Names = Record<string, Map<string, string>>;

const pad = (value: number) => String(value).padStart(2, "0");

/** Local time in a form that spreadsheets recognize and that parses back to the same moment. */
export function timeText(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const fraction = time.getMilliseconds() === 0 ? "" : `.${String(time.getMilliseconds()).padStart(3, "0")}`;
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())} ${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}${fraction}`;
}

/** Clipboard text of a value; round-trips on paste. */
export function copiedText(column: TableColumn, value: unknown, names: Names): string {
  if (value === null || value === undefined) return "";
  if (column.dataType === "datetime" && typeof value === "string") return timeText(value);
  if (column.dataType === "multiselect" && Array.isArray(value)) return value.join(", ");
  if (column.isList)
    return idsIn(value)
      .map((id) => names[column.id]?.get(id) ?? id)
      .join(", ");
  if (typeof value === "string")
    return names[column.id]?.get(value) ?? (column.dataType === "json" ? JSON.stringify(value) : value);
  return JSON.stringify(value);
}

/** The row with this name or id. */
function referredTo({ label }: TableColumn, text: string, names: Map<string, string>): CellReading {
  if (names.has(text)) return { ok: true, value: text };
  const ids = [...names].filter(([, name]) => name.toLowerCase() === text.toLowerCase()).map(([id]) => id);
  return ids.length === 1
    ? { ok: true, value: ids[0] }
    : {
        ok: false,
        message:
          ids.length === 0
            ? `${label} has no row called "${text.slice(0, 40)}"`
            : `${label} has several rows called "${text.slice(0, 40)}"`,
      };
}

/** Parses pasted text for a column. References accept names, lists of them separated by commas. */
export function pastedValue(column: TableColumn, text: string, names: Names): CellReading {
  const referenced = names[column.id];
  const trimmed = text.trim();
  if (!referenced || trimmed === "") return readCell(column, text);
  if (!column.isList) return referredTo(column, trimmed, referenced);
  // A JSON list of ids, as exported; otherwise names, which may contain commas themselves.
  const listed = trimmed.startsWith("[") ? readCell(column, trimmed) : undefined;
  const called = listed?.ok
    ? idsIn(listed.value)
    : (optionsIn(trimmed, [...referenced].flat()) ??
      trimmed
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== ""));
  const readings = called.map((one) => referredTo(column, one, referenced));
  return (
    readings.find(({ ok }) => !ok) ?? {
      ok: true,
      value: [...new Set(readings.flatMap((reading) => (reading.ok ? [reading.value] : [])))],
    }
  );
}

export type Pasted = { row: number; column: TableColumn; value: unknown };

/** A value that was not saved, and why. `row`: the row's number in the table, unless it has none yet. */
export type Refusal = { row?: number | undefined; message: string };

/**
 * Maps pasted texts to columns. Invalid cells are reported and skipped; read-only columns and overflow are ignored.
 * @returns with `row` counted from the first pasted line, from 0
 */
export function readPaste(
  texts: string[][],
  columns: TableColumn[],
  firstColumn: number,
  names: Names,
): { cells: Pasted[]; refused: { row: number; message: string }[] } {
  const cells: Pasted[] = [];
  const refused: { row: number; message: string }[] = [];
  for (const [row, line] of texts.entries()) {
    for (const [offset, text] of line.entries()) {
      const column = columns[firstColumn + offset];
      if (!column || column.readonly) continue;
      const reading = pastedValue(column, text, names);
      if (reading.ok) cells.push({ row, column, value: reading.value });
      else refused.push({ row, message: reading.message });
    }
  }
  return { cells, refused };
}

/** [2] → "Row 2", [2, 3] → "Rows 2 and 3"; of many the first three. */
function rowWords(rows: number[]): string {
  const first = rows.slice(0, 3);
  const more = rows.length - first.length;
  const named = more > 0 ? [...first, `${more} more`] : first;
  return named.length === 1 ? `Row ${named[0]}` : `Rows ${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

/** Reasons for skipped cells with their rows, each once, the first few. */
export function refusalWords(refused: Refusal[]): string {
  const reasons = [...Map.groupBy(refused, ({ message }) => message)].map(([message, of]) => {
    const rows = [...new Set(of.flatMap(({ row }) => row ?? []))].toSorted((one, other) => one - other);
    return rows.length > 0 ? `${rowWords(rows)}: ${message}` : message;
  });
  return `${reasons.slice(0, 3).join(". ")}${reasons.length > 3 ? ` and ${reasons.length - 3} more` : ""}`;
}
