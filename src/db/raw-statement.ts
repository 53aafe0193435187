import "server-only";
import { SQL, type SQLChunk, StringChunk } from "drizzle-orm";

type Built = { sql: string; params: unknown[] };

/**
 * A statement in raw `sql`, with its text built directly: Drizzle's general way takes a tenth of what a row costs. The
 * result is the same; a statement with a table, a column, a list or a placeholder of Drizzle's is left to it.
 */
export class RawStatement extends SQL {
  constructor(private readonly statement: SQL) {
    super([]);
  }

  override toQuery(config: Parameters<SQL["toQuery"]>[0]): ReturnType<SQL["toQuery"]> {
    const built: Built = { sql: "", params: [] };
    return append(this.statement.queryChunks, built) ? built : this.statement.toQuery(config);
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
