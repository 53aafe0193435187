import { type CellReading, optionsIn, readCell } from "../cells";
import { type TableColumn } from "@/features/entities/columns";
import { idsIn } from "@/features/rows/rules";

type Names = Record<string, Map<string, string>>;

const pad = (value: number) => String(value).padStart(2, "0");

/** The local time as spreadsheets take it for a time, and as it is read back to the same moment. */
export function timeText(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const fraction = time.getMilliseconds() === 0 ? "" : `.${String(time.getMilliseconds()).padStart(3, "0")}`;
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())} ${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}${fraction}`;
}

/** What a spreadsheet gets of a value. Pasted back, it is the same value. */
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

/** The row that a name or an id means. */
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

/**
 * What a text from a spreadsheet is in a column. A reference takes the name that its row goes by, a list of them names
 * with commas between.
 */
export function pastedValue(column: TableColumn, text: string, names: Names): CellReading {
  const referenced = names[column.id];
  const trimmed = text.trim();
  if (!referenced || trimmed === "") return readCell(column, text);
  if (!column.isList) return referredTo(column, trimmed, referenced);
  // Ids, as they are exported; or names, which may hold a comma themselves.
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

/**
 * Places texts from a column on. What does not fit is told and left out; what is read-only or beyond the last column is
 * not asked for.
 */
export function readPaste(
  texts: string[][],
  columns: TableColumn[],
  firstColumn: number,
  names: Names,
): { cells: Pasted[]; refused: string[] } {
  const cells: Pasted[] = [];
  const refused: string[] = [];
  for (const [row, line] of texts.entries()) {
    for (const [offset, text] of line.entries()) {
      const column = columns[firstColumn + offset];
      if (!column || column.readonly) continue;
      const reading = pastedValue(column, text, names);
      if (reading.ok) cells.push({ row, column, value: reading.value });
      else refused.push(reading.message);
    }
  }
  return { cells, refused };
}

/** Why cells were left out: each reason once, the first few of them. */
export function refusalWords(refused: string[]): string {
  const reasons = [...new Set(refused)];
  return `${reasons.slice(0, 3).join(". ")}${reasons.length > 3 ? ` and ${reasons.length - 3} more` : ""}`;
}
