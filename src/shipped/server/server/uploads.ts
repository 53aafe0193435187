import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { newId } from "./db/id";
import { type Database, firstOf } from "./db/open";
import type { Visitor } from "./db/scope";
import { readBody } from "./doors/request";
import { typeOfBytes } from "./engines/file-type";
import { AppError } from "./errors";

type Store = { url: string; db: Database; dataDir: string };

const uploadBytesMax = 9_999_999;

/** Stores an upload. The type is determined by content. */
export async function storeUpload(
  { url, db, dataDir }: Store,
  visitor: Visitor,
  name: string,
  request: Request,
): Promise<{ file_url: string }> {
  const bytes = await readBody(request, uploadBytesMax).catch(() => {
    throw new AppError("file-too-big");
  });
  if (bytes.length === 0) throw new AppError("no-file");
  const id = newId("f");
  const shown = name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, "_").slice(0, 120) || "file";
  await mkdir(join(dataDir, "files"), { recursive: true });
  await writeFile(join(dataDir, "files", id), bytes);
  await db.execute(
    sql`insert into upload (id, name, content_type, creator_id) values (${id}, ${shown}, ${typeOfBytes(bytes)}, ${visitor?.id ?? null})`,
  );
  return { file_url: `${url}/files/${id}/${encodeURIComponent(shown)}` };
}

/** Serves an upload by its unguessable id. Only images are inline; everything else is a download. */
export async function serveUpload({ db, dataDir }: Store, id: string): Promise<Response> {
  const row = await firstOf<{ id: string; name: string; content_type: string }>(
    db,
    sql`select id, name, content_type from upload where id = ${id}`,
  );
  const bytes = row && (await readFile(join(dataDir, "files", row.id)).catch(() => undefined));
  if (!row || !bytes) throw new AppError("not-found");
  const isImage = row.content_type.startsWith("image/");
  return new Response(bytes, {
    headers: {
      "content-type": isImage ? row.content_type : "application/octet-stream",
      "content-disposition": `${isImage ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(row.name)}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}
