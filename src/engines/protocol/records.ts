/** One record of an `insert_entity_records` body: its label, when it has one, and its fields. */
export type RecordDraft = { label?: string; fields: Record<string, unknown> };
export type RecordsReading = { rows: RecordDraft[]; faults: { line: number; message: string }[] };

/**
 * Parses NDJSON, one object per line; tolerates pretty-printed objects and arrays, which models write. A faulty line is
 * reported by its number (from 1) and the others are kept.
 */
export function readRecords(body: string): RecordsReading {
  const { values, faults } = readNdjson(body);
  const rows: RecordDraft[] = [];
  for (const { value, line } of values) {
    if (!isObject(value)) faults.push({ line, message: "a row is a JSON object" });
    else {
      const { $ref: label, ...fields } = value;
      rows.push({ ...(typeof label === "string" && label !== "" ? { label } : {}), fields });
    }
  }
  return { rows, faults };
}

/** The items of a body with several requests: one per line, in arrays, or both. */
export function readItems(body: string): { items: unknown[]; isWhole: boolean } {
  const { values, faults } = readNdjson(body);
  return {
    items: values.flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : [value])),
    isWhole: faults.length === 0,
  };
}

/** Parses consecutive JSON values: one per line, multi-line, or as one array. */
export function readNdjson(body: string): {
  values: { value: unknown; line: number }[];
  faults: { line: number; message: string }[];
} {
  const whole = parse(body);
  if (whole && Array.isArray(whole.value))
    return { values: whole.value.map((value: unknown) => ({ value, line: 1 })), faults: [] };
  const values: { value: unknown; line: number }[] = [];
  const faults: { line: number; message: string }[] = [];
  const lines = body.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at]!.trim();
    if (text === "" || text.startsWith("```")) continue;
    const end = endOfValue(lines, at);
    const read =
      end < 0
        ? undefined
        : parse(
            lines
              .slice(at, end + 1)
              .join("\n")
              .trim()
              .replace(/,$/, ""),
          );
    if (read) values.push({ value: read.value, line: at + 1 });
    else faults.push({ line: at + 1, message: "this line is not valid JSON" });
    if (read) at = end;
  }
  return { values, faults };
}

/**
 * The last line of the value that begins at `start`: the same, or for a bare opening bracket the first that completes
 * it.
 */
function endOfValue(lines: string[], start: number): number {
  if (!/^[{[]\s*$/.test(lines[start]!.trim())) return start;
  for (let end = start + 1; end < lines.length && end < start + 500; end++) {
    if (
      /^[\]}],?\s*$/.test(lines[end]!.trim()) &&
      parse(
        lines
          .slice(start, end + 1)
          .join("\n")
          .trim()
          .replace(/,$/, ""),
      )
    )
      return end;
  }
  return -1;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export type RecordBatch = { entity: string; rows: RecordDraft[]; actionId: string };
export type LinkedRow = { id: string; fields: Record<string, unknown> };

/**
 * Assigns ids to records and resolves `"$ref:label"` anywhere in their values, forward references included. An unknown
 * label becomes null and is reported. Pure apart from `newId`.
 */
export function linkRecords(
  batches: RecordBatch[],
  newId: () => string,
): { batches: { entity: string; actionId: string; rows: LinkedRow[] }[]; unknown: string[] } {
  const ids = new Map<string, string>();
  const unknown = new Set<string>();
  const identified = batches.map((batch) => ({
    ...batch,
    rows: batch.rows.map(({ label, fields }) => {
      const id = newId();
      if (label !== undefined && !ids.has(label)) ids.set(label, id);
      return { id, fields };
    }),
  }));
  const link = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(link);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, link(inner)]));
    if (typeof value !== "string" || !value.startsWith("$ref:")) return value;
    const label = value.slice("$ref:".length);
    if (!ids.has(label)) unknown.add(label);
    return ids.get(label) ?? null;
  };
  const linked = identified.map(({ rows, ...batch }) => ({
    ...batch,
    rows: rows.map(({ id, fields }) => ({ id, fields: link(fields) as Record<string, unknown> })),
  }));
  return { batches: linked, unknown: [...unknown] };
}
