import "server-only";
import { guarded, writeCsvLine } from "@/engines/csv-line";
import { isListed } from "./columns";
import type { EntityProperty, EntityRow } from "@/features/rows/schema";
import { seenBy } from "@/features/rows/field-rights";
import { listRows, type Rows } from "@/features/rows/read";
import type { Reach } from "@/features/rows/rules";

/** Short pages, so that exports of whole tables do not hold up others. */
const pageRows = 100;

/** A cell that the import reads back to the same value. */
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
 * Exports readable rows as CSV page by page, by filter and order or newest first, without holding the table in memory.
 */
export async function* exportCsv(
  rows: Rows,
  reach: Reach,
  { q, sort, isGuarded = false }: { q?: unknown; sort?: string; isGuarded?: boolean },
): AsyncGenerator<string> {
  const fields = Object.entries(seenBy(rows).schema.properties);
  let head = `\uFEFF${writeCsvLine(["id", ...fields.map(([name]) => name), "createdAt", "creatorId"])}`;
  for (let cursor: string | undefined; ;) {
    // Read the first page before the header, so that a refusal is still a proper error response.
    const page = (await listRows(rows, reach, { q, sort, limit: pageRows, cursor })).read();
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
