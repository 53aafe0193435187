import "server-only";
import { SQL, type SQLChunk, StringChunk } from "drizzle-orm";

type Built = { sql: string; params: unknown[] };

/**
 * The text and parameters of a statement in raw `sql`, as Drizzle would build them: its general way takes a tenth of
 * what a row costs.
 * @returns undefined for a statement with a table, a column, a list or a placeholder of Drizzle's
 */
export function buildRaw(statement: SQL): Built | undefined {
  const built: Built = { sql: "", params: [] };
  return append(statement.queryChunks, built) ? built : undefined;
}

/** A statement whose text and parameters are built already. */
export class BuiltStatement extends SQL {
  constructor(private readonly built: Built) {
    super([]);
  }

  override toQuery(): Built {
    return this.built;
  }
}

/** @returns whether every chunk is text, a value or raw SQL */
function append(chunks: SQLChunk[], built: Built): boolean {
  for (const chunk of chunks as unknown[]) {
    if (chunk instanceof StringChunk) for (const text of chunk.value) built.sql += text;
    else if (chunk instanceof SQL) {
      if (Reflect.get(chunk, "shouldInlineParams") || !append(chunk.queryChunks, built)) return false;
    } else if (typeof chunk === "function" || (typeof chunk === "object" && chunk !== null)) return false;
    else if (chunk !== undefined) built.sql += `$${built.params.push(chunk)}`;
  }
  return true;
}
