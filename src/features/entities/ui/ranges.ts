import { type CellReading, readCell, type TableColumn } from "../columns";

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
  if (typeof value === "string") return names[column.id]?.get(value) ?? (column.dataType === "json" ? JSON.stringify(value) : value);
  return JSON.stringify(value);
}

/** What a text from a spreadsheet is in a column. A reference takes the name that its row goes by. */
export function pastedValue(column: TableColumn, text: string, names: Names): CellReading {
  const referenced = names[column.id];
  if (!referenced || text.trim() === "" || referenced.has(text.trim())) return readCell(column, referenced ? text.trim() : text);
  const ids = [...referenced].filter(([, name]) => name.toLowerCase() === text.trim().toLowerCase()).map(([id]) => id);
  return ids.length === 1 ? { ok: true, value: ids[0] } : { ok: false, message: ids.length === 0 ? `${column.label} has no row called "${text.trim().slice(0, 40)}"` : `${column.label} has several rows called "${text.trim().slice(0, 40)}"` };
}

export type Pasted = { row: number; column: TableColumn; value: unknown };

/** Places texts from a column on. What does not fit is told and left out; what is read-only or beyond the last column is not asked for. */
export function readPaste(texts: string[][], columns: TableColumn[], firstColumn: number, names: Names): { cells: Pasted[]; refused: string[] } {
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
