import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { type SQL, sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { lockFolder } from "./folder-lock";

/** Includes transactions, so that stores accept either. */
export type Database = PgDatabase<PgQueryResultHKT>;

const tables = `
create table if not exists entity_row (
  app_id text not null, entity text not null, id text not null, creator_id text,
  created_at timestamptz not null default clock_timestamp(), updated_at timestamptz not null default clock_timestamp(), data jsonb not null,
  primary key (app_id, entity, id)
);
create index if not exists entity_row_created on entity_row (app_id, entity, created_at nulls first, id nulls first) where created_at <> '-infinity';
create index if not exists entity_row_own on entity_row (app_id, entity, creator_id, created_at nulls first, id nulls first) where created_at <> '-infinity';
create table if not exists entity_row_history (
  app_id text not null, number bigserial not null, entity text not null, row_id text not null, change_id text not null,
  before jsonb, actor_id text, changed_at timestamptz not null default clock_timestamp(),
  primary key (app_id, number)
);
create table if not exists entity_rows_created (
  app_id text not null, number bigint not null default nextval('entity_row_history_number_seq'), entity text not null, row_ids text[] not null,
  change_id text not null, actor_id text, changed_at timestamptz not null default now(),
  primary key (app_id, number)
);
create table if not exists entity_row_value (
  app_id text not null, entity text not null, field text not null, key text not null, row_id text not null,
  primary key (app_id, entity, field, key)
);
create index if not exists entity_row_value_row on entity_row_value (app_id, entity, row_id) where row_id <> '';
create table if not exists unique_field (entity text not null, field text not null, primary key (entity, field));
create table if not exists member (
  id text primary key, email text not null unique, password_hash text not null, role text not null,
  data jsonb not null default '{}', created_at timestamptz not null default now()
);
create table if not exists session (token_hash text primary key, member_id text not null references member (id) on delete cascade, expires_at timestamptz not null);
create table if not exists upload (id text primary key, name text not null, content_type text not null, creator_id text, created_at timestamptz not null default now());
create table if not exists imported (at timestamptz not null default now());
`;

/** Opens the embedded database; one process at a time. */
export async function openDatabase(dataDir: string): Promise<{ db: Database; close: () => Promise<void> }> {
  mkdirSync(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  const client = await PGlite.create(join(dataDir, "database"));
  await client.exec(tables);
  return { db: drizzle(client) as unknown as Database, close: async () => client.close().finally(unlock) };
}

/** The rows of a raw statement. */
export async function rowsOf<T>(db: Database, query: SQL): Promise<T[]> {
  const result: unknown = await db.execute(query);
  return (result as { rows: T[] }).rows;
}

/** One row, which a statement reads or changes by its key. */
export const rowByKey = firstOf;

export async function firstOf<T>(db: Database, query: SQL): Promise<T | undefined> {
  return (await rowsOf<T>(db, query))[0];
}

/** The SQLSTATE of a failed statement ("23505" is a unique violation), or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { code?: string } | null)?.code;
}
