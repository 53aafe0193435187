import "server-only";
import { eq, sql } from "drizzle-orm";
import { ownedByServer } from "@/api/gates";
import { checkRoom } from "@/api/check-room";
import type { Account } from "@/api/actor";
import { account } from "@/db/schema/account";
import { app, appSettings, appStyle, member, tool, upload } from "@/db/schema/app";
import { entityRow } from "@/db/schema/entity";
import { contextItem } from "@/db/schema/source";
import { type Database, rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { deployJob } from "@/features/functions/schema";
import { ownerSettings, publishSettings, settingsSchema } from "@/features/settings/schema";
import { takeAll } from "@/features/rows/unique-fields";
import { copyDocuments, copyItems } from "@/features/sources/copy-items";
import { headFiles, writeVersion } from "@/features/versions/store";
import { functionOf, type SourceFile } from "@/shipped/contract";
import { AppError } from "@/errors";
import { previewUrl } from "./address";
import { copyName } from "./rules";
import { type AppRow, insertApp } from "./store";

/**
 * Copies an app for whoever asks: code, rows, uploads, data sources, texts, tools and style. Secrets, members, chat,
 * tokens and publications are not copied, and sign-up is off.
 * @returns the copy, and how many data items were left out because the plan has no room for them
 * @throws storage-full, app-full
 */
export async function duplicateApp(
  platform: Platform,
  scope: OwnedApp,
  owner: Account,
): Promise<{ copy: AppRow; dataItemsLeftOut: number }> {
  const documents = await copyDocuments(platform, scope);
  let dataItemsLeftOut = 0;
  const copy = await copyApp(platform, scope, owner, {
    files: async (original) => (await headFiles(original)).files,
    more: async (original, copyId) => {
      dataItemsLeftOut = (await copyItems(platform, original, copyId, owner, documents)).leftOut;
    },
  });
  return { copy, dataItemsLeftOut };
}

type What = {
  /** Default: a name that says that it is a copy. */
  name?: string;
  description?: string;
  files: (original: OwnedApp) => Promise<SourceFile[]>;
  /** The tables whose newest rows are copied, with the files that these name. Default: all rows and files. */
  tables?: { names: string[]; rowsMax: number };
  /** Copies what else belongs to it, in the same transaction. */
  more?: (original: OwnedApp, copyId: string) => Promise<void>;
};

/** @throws storage-full, app-full, app-not-found */
export async function copyApp(
  platform: Platform,
  scope: OwnedApp,
  owner: { id: string },
  { name, description, files: filesOf, tables, more }: What,
): Promise<AppRow> {
  // Before the transaction, because measuring needs the connection. The copy has no id yet, so this placeholder key
  // counts as empty.
  await checkRoom(platform, `copy:${scope.appId}`, await bytesOf(scope));
  return inTransaction(scope, async (original) => {
    const { db, appId } = original;
    const [source] = await db.select().from(app).where(eq(app.id, appId));
    if (!source) throw new AppError("app-not-found");
    // The copy's chat assistant starts switched off.
    const { chatSettings: _chat, ...data } = source.data;
    const copy = await insertApp(db, owner, {
      name: name ?? copyName(source.name, await namesOf(db, owner)),
      kind: source.kind,
      data,
    });
    const files = await filesOf(original);
    await writeVersion(
      ownedByServer(db, copy.id),
      { kind: "create", description: description ?? `Copied from ${source.name}` },
      () => files,
    );
    await db
      .update(appStyle)
      .set({ data: sql`(select data from app_style as original where original.app_id = ${appId})` })
      .where(eq(appStyle.appId, copy.id));
    await copyTools(original, copy);
    await copyRows(platform, original, copy, tables);
    await takeAll(ownedByServer(db, copy.id));
    await more?.(original, copy.id);
    if (files.some(({ path }) => functionOf(path))) await platform.jobs.send(db, deployJob, { appId: copy.id });
    return copy;
  });
}

/** Names of an account's own apps. */
async function namesOf(db: Database, owner: { id: string }): Promise<string[]> {
  const apps = await db.select({ name: app.name }).from(app).where(eq(app.ownerId, owner.id));
  return apps.map((one) => one.name);
}

async function bytesOf({ db, appId }: OwnedApp): Promise<number> {
  const [stored] = await rowsOf<{ bytes: number }>(
    db,
    sql`select (coalesce((select sum(pg_column_size(data)) from ${entityRow} where app_id = ${appId}), 0)
          + coalesce((select sum(bytes) from ${upload} where app_id = ${appId}), 0)
          + coalesce((select sum(size) from ${contextItem} where app_id = ${appId}), 0))::float8 as bytes`,
  );
  return stored?.bytes ?? 0;
}

/** Settings that are copied; sign-up and sales are not, nor is being offered to others. */
const offers: readonly string[] = [...ownerSettings, ...publishSettings];
const copiedSettings = settingsSchema.keyof().options.filter((key) => !offers.includes(key));

/** Tools keep ids and paths, because fields and the main page refer to them. */
async function copyTools({ db, appId }: OwnedApp, copy: AppRow): Promise<void> {
  await db.execute(sql`insert into ${tool} (app_id, id, title, path, status, image_url, position, data, created_at)
    select ${copy.id}, id, title, path, status, image_url, position, data, created_at from ${tool} where app_id = ${appId}`);
  await db
    .update(appSettings)
    .set({
      data: sql`(select coalesce(jsonb_object_agg(key, value), '{}') from app_settings as original, jsonb_each(original.data)
        where original.app_id = ${appId} and key in ${copiedSettings})`,
    })
    .where(eq(appSettings.appId, copy.id));
}

/** Rows keep their ids for references between them. All become the new owner's: the copy has no other people. */
async function copyRows(
  { env }: Platform,
  { db, appId }: OwnedApp,
  copy: AppRow,
  tables: What["tables"],
): Promise<void> {
  // Uploads are referenced by URLs on the app's own host (runtime.mayUpload): rewrite them.
  const [from, to] = [appId, copy.id].map((id) => `${previewUrl(env, id)}/files/`) as [string, string];
  await db.execute(sql`insert into ${entityRow} (app_id, entity, id, creator_id, created_at, updated_at, data)
    select ${copy.id}, r.entity, r.id,
      case when exists (select 1 from ${member} m where m.app_id = ${appId} and m.id = r.creator_id)
        or exists (select 1 from ${account} a where a.id = r.creator_id) then ${copy.ownerId} else r.creator_id end,
      r.created_at, r.updated_at, replace(r.data::text, ${from}, ${to})::jsonb
    from ${
      tables
        ? sql`(select *, row_number() over (partition by entity order by created_at desc, id) as place from ${entityRow}
            where app_id = ${appId} and entity in (select jsonb_array_elements_text(${JSON.stringify(tables.names)}::jsonb))) r
            where r.place <= ${tables.rowsMax}`
        : sql`${entityRow} r where r.app_id = ${appId}`
    }`);
  const isWanted = tables
    ? sql`and id in (select named[1] from ${entityRow}, regexp_matches(data::text, '/files/([0-9a-z]+)/', 'g') as named where app_id = ${copy.id})`
    : sql``;
  await db.execute(sql`insert into ${upload} (app_id, id, name, content_type, bytes, key, creator_id, created_at)
    select ${copy.id}, id, name, content_type, bytes, key, ${copy.ownerId}, created_at from ${upload}
    where app_id = ${appId} ${isWanted}`);
}
