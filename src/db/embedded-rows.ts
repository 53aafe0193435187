import "server-only";

/** Rows of the embedded database, as objects by column name or as arrays of cells. */
export type QueryResult = { rows: unknown[]; fields: { name: string; dataTypeID: number }[]; affectedRows?: number };

/** JSON arrives as text (embedded-worker.mjs). */
const jsonTypes = new Set([114, 3802]);

/** The same rows, changed in place: their JSON cells are values. */
export function withParsedJson(result: QueryResult): QueryResult {
  const columns = result.fields.flatMap(({ name, dataTypeID }, index) =>
    jsonTypes.has(dataTypeID) ? [[name, index] as const] : [],
  );
  if (columns.length === 0) return result;
  for (const row of result.rows as Record<string | number, unknown>[])
    for (const [name, index] of columns) {
      const key = Array.isArray(row) ? index : name;
      const text = row[key];
      if (typeof text === "string") row[key] = JSON.parse(text);
    }
  return result;
}
