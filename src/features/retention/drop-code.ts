import "server-only";
import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/open";

/** Only autosaves leave unreferenced contents, and each touches its app: look at recently touched apps only. */
const touchedDays = 7;

/**
 * Removes unreferenced contents of code, app by app. Holds the app's row lock like every writer of versions, so that no
 * content is removed while a new version starts to name it.
 * @returns 0, since all apps are done
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
