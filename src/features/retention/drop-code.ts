import "server-only";
import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/open";

/** Only autosaves leave contents behind, and each of them touches its app. */
const touchedDays = 7;

/**
 * Removes contents of code that no version names any more, an app at a time. Holds the app's row meanwhile, as whoever
 * writes a version does, so that a content that is about to be named is not taken away.
 * @returns 0, since every app is dealt with
 */
export async function dropCodeBlobs(db: Database): Promise<0> {
  const apps = await rowsOf<{ id: string }>(
    db,
    sql`select id from app where updated_at > now() - ${touchedDays} * interval '1 day'`,
  );
  for (const { id } of apps)
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from app where id = ${id} for update`);
      await tx.execute(sql`
        delete from blob where app_id = ${id} and not exists (
          select from (select distinct file.hash from version, jsonb_each_text(version.manifest) as file(path, hash) where version.app_id = ${id}) named
          where named.hash = blob.hash)`);
    });
  return 0;
}
