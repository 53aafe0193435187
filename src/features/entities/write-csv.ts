import "server-only";
import { guarded, writeCsvLine } from "@/engines/csv-line";
import { isListed } from "./columns";
import type { EntityProperty, EntityRow } from "@/features/rows/schema";
import { listRows, type Rows } from "@/features/rows/read";
import type { Reach } from "@/features/rows/rules";

/** Short pages, so that those who load whole tables do not keep others waiting. */
const pageRows = 100;

/** A value as a cell that the import reads back to the same value. */
function cellOf(value: unknown, property: EntityProperty | undefined, isGuarded: boolean): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string")
    return property?.type === "object" || (property?.type === "array" && !isListed(property))
      ? JSON.stringify(value)
      : isGuarded
        ? guarded(value)
        : value;
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one) => typeof one === "string" && one.trim() === one && /^[^[,;|\n\t=+\-@'＝＋－＠][^,;|\n\t]*$/u.test(one),
    )
  )
    return value.join(";");
  return JSON.stringify(value);
}

/**
 * Rows as CSV, a page at a time, those of a filter and in an order where they are given, else all, newest first: the
 * caller's own reach, and never the whole table in memory.
 */
export async function* exportCsv(
  rows: Rows,
  reach: Reach,
  { q, sort, isGuarded = false }: { q?: unknown; sort?: string; isGuarded?: boolean },
): AsyncGenerator<string> {
  const fields = Object.entries(rows.entity.schema.properties);
  let head = `\uFEFF${writeCsvLine(["id", ...fields.map(([name]) => name), "createdAt", "creatorId"])}`;
  for (let cursor: string | undefined; ;) {
    // Before the header goes out: what is refused is an answer of its own.
    const page = await listRows(rows, reach, { q, sort, limit: pageRows, cursor });
    const lines = page.items
      .map((row: EntityRow) =>
        writeCsvLine([
          row.id,
          ...fields.map(([name, property]) => cellOf(row[name], property, isGuarded)),
          row.createdAt,
          row.creatorId ?? "",
        ]),
      )
      .join("");
    yield head + lines;
    head = "";
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
