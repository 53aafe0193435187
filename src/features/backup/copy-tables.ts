import "server-only";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

type TableInfo = { name: string; columns: string[] };

/** Our tables with their stored columns, in topological order of foreign keys; rows refer to apps by a trigger. */
async function listTables(connection: postgres.ReservedSql): Promise<TableInfo[]> {
  const tables = await connection<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`;
  const keys = await connection<{ child: string; parent: string }[]>`
    select child.relname as child, parent.relname as parent from pg_constraint k
    join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.oid <> parent.oid and child.relnamespace = 'public'::regnamespace
    union select 'entity_row', 'app'`;
  const sorted: TableInfo[] = [];
  for (let left = [...tables]; left.length > 0;) {
    const waiting = new Set(left.map(({ name }) => name));
    const next = left.filter(({ name }) => !keys.some(({ child, parent }) => child === name && waiting.has(parent)));
    // A cycle of foreign keys; there is none today.
    if (next.length === 0) throw new Error("The tables refer to each other in a circle");
    sorted.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}

/** Copies every table from one snapshot into files. @returns the files in loading order */
export async function saveTables(client: postgres.Sql, folder: string): Promise<(TableInfo & { file: string })[]> {
  const connection = await client.reserve();
  try {
    await connection`begin isolation level repeatable read read only`;
    const saved = [];
    for (const [index, table] of (await listTables(connection)).entries()) {
      const file = join(folder, `${index}.copy`);
      const columns = table.columns.map(quote).join(", ");
      const rows = await connection.unsafe(`copy ${quote(table.name)} (${columns}) to stdout`).readable();
      await pipeline(rows, createWriteStream(file));
      saved.push({ ...table, file });
    }
    return saved;
  } finally {
    await connection`rollback`.catch(() => undefined);
    connection.release();
  }
}

/** Loads one table; the connection is in a transaction. */
export async function loadTable(
  connection: postgres.ReservedSql,
  { name, columns }: TableInfo,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const target = await connection
    .unsafe(`copy ${quote(name)} (${columns.map(quote).join(", ")}) from stdin`)
    .writable();
  await pipeline(rows, target);
}

/** Sets sequences behind the loaded values. */
export async function moveSequences(connection: postgres.ReservedSql): Promise<void> {
  const owned = await connection<{ table: string; column: string; sequence: string }[]>`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`;
  for (const { table, column, sequence } of owned)
    await connection.unsafe(
      `select setval('${sequence}', greatest((select max(${quote(column)}) from ${quote(table)}), 1))`,
    );
  await connection`select setval('sale_read', greatest((select max(read_number) from sale), 1))`;
}
