import "server-only";
import { log } from "@/engines/log";
import type { EmbeddedClient } from "./embedded";

/** How often tables are looked at: a list right after an import is slow for so long. */
const lookMs = 5_000;
/** A table of fewer pages (8 kB) is read through as quickly as by any index. */
const pagesMin = 16;
/** Sampled rows are 300 times this: enough to tell the tables' few apps and entities apart, and ten milliseconds of work. */
const target = 10;

/**
 * Tables that doubled since they were last analyzed, with the columns that statistics are of use for: values of jsonb are costly to read, and
 * conditions on what is inside them are guessed at anyway.
 */
const grownTables = `select c.oid::regclass::text as name, (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = c.oid and attnum > 0 and not attisdropped and atttypid not in ('jsonb'::regtype, 'json'::regtype, 'bytea'::regtype)
  ) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and pg_relation_size(c.oid) / 8192 > greatest(2 * c.relpages, ${pagesMin})`;

/** Analyzes what has grown. Without statistics the planner takes every entity for a row or two and sorts all of them for each page of a list. */
export async function analyzeGrown(client: Pick<EmbeddedClient, "query" | "exec">): Promise<void> {
  const { rows } = await client.query(grownTables);
  for (const { name, columns } of rows as { name: string; columns: string }[])
    await client.exec(`set default_statistics_target = ${target}; analyze ${name} (${columns})`);
}

/** The embedded database has no autovacuum: this is its part that matters to plans. @returns what ends it */
export function keepStatistics(client: EmbeddedClient): () => void {
  const look = async () => {
    await analyzeGrown(client).catch((error: unknown) => {
      if (!client.isClosed) log("warn", "statistics", { error });
    });
    if (!client.isClosed) timer = setTimeout(() => void look(), lookMs).unref();
  };
  let timer = setTimeout(() => void look(), lookMs).unref();
  return () => clearTimeout(timer);
}
