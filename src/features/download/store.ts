import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { upload } from "@/db/schema/app";
import { rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";

const pageRows = 1_000;

/**
 * A row in the import format of a downloaded project. Times keep microseconds, by which rows of one statement differ.
 */
export type StoredRow = {
  id: string;
  creatorId: string | null;
  createdAt: string;
  updatedAt: string;
  data: Record<string, unknown>;
};

/** All rows of an entity, page by page. */
export async function* rowPages({ db, appId }: OwnedApp, entity: string): AsyncGenerator<StoredRow[]> {
  for (let last = ""; ;) {
    const page = await rowsOf<StoredRow>(
      db,
      sql`select id, creator_id as "creatorId", to_jsonb(created_at) as "createdAt", to_jsonb(updated_at) as "updatedAt", data
          from entity_row where app_id = ${appId} and entity = ${entity} and id > ${last} order by id limit ${pageRows}`,
    );
    if (page.length > 0) yield page;
    if (page.length < pageRows) return;
    last = page.at(-1)!.id;
  }
}

export async function countData(
  { db, appId }: OwnedApp,
  entities: string[],
): Promise<{ rows: number; uploads: number; uploadBytes: number }> {
  const [found] = await rowsOf<{ rows: number; uploads: number; bytes: number }>(
    db,
    sql`select (select count(*)::int from entity_row where app_id = ${appId} and entity in (select jsonb_array_elements_text(${JSON.stringify(entities)}::jsonb))) as rows,
               count(*)::int as uploads, coalesce(sum(bytes), 0)::float8 as bytes from upload where app_id = ${appId} and key like 'uploads/%'`,
  );
  return { rows: found!.rows, uploads: found!.uploads, uploadBytes: found!.bytes };
}

export async function listUploads({ db, appId }: OwnedApp) {
  const rows = await db.select().from(upload).where(eq(upload.appId, appId)).orderBy(asc(upload.id));
  return rows.filter(({ key }) => key.startsWith("uploads/"));
}
