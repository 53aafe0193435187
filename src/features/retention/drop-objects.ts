import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { Platform } from "@/engines/platform";

const batchObjects = 200;

/** Kinds of objects in the blob store. `references` selects the keys in use. */
export const objectKinds: { what: string; prefix: string; references: SQL }[] = [
  {
    what: "Files of published apps that no publication names",
    prefix: "published/",
    // Keys anywhere in the list of files: an asset may have several encodings.
    references: sql`select jsonb_path_query(files, '$.** ? (@.type() == "string" && @ starts with "published/")') #>> '{}' as key from publication`,
  },
  { what: "Uploads of apps that were deleted", prefix: "uploads/", references: sql`select key from upload` },
  { what: "Attachments of chats that were deleted", prefix: "attachments/", references: sql`select key from upload` },
  {
    what: "Documents of data sources that were deleted or fetched anew",
    prefix: "sources/",
    references: sql`select file_key as key from context_item`,
  },
  {
    what: "Code of functions that is no longer deployed",
    prefix: "functions/",
    references: sql`select 'functions/' || hash as key from deployment`,
  },
  {
    what: "Builds of previews, for the other servers of an installation",
    prefix: "previews/",
    references: sql`select null::text as key where false`,
  },
];

/**
 * Removes unreferenced objects of one kind. Equal contents share a key and storing one again renews its age, so that an
 * unreferenced object older than `before` is safe to delete. Encodings ("<key>.br") stay with their object.
 * @returns how many were removed, at most a batch
 */
export async function dropUnreferenced(
  { db, blobs }: Platform,
  prefix: string,
  references: SQL,
  before: Date,
): Promise<number> {
  let removed = 0;
  let page: string[] = [];
  const dropPage = async () => {
    const found = await rowsOf<{ key: string }>(
      db,
      sql`select asked.key from jsonb_array_elements_text(${JSON.stringify(page)}::jsonb) as asked(key) where split_part(asked.key, '.', 1) in (${references})`,
    );
    const needed = new Set(found.map(({ key }) => key));
    for (const key of page) if (!needed.has(key) && (await blobs.deleteOlder(key, before))) removed += 1;
    page = [];
  };
  for await (const { key, modifiedAt } of blobs.list(prefix)) {
    if (modifiedAt >= before) continue;
    page.push(key);
    if (page.length === batchObjects) await dropPage();
    if (removed >= batchObjects) return removed;
  }
  if (page.length > 0) await dropPage();
  return removed;
}
