import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, firstOf } from "./db/open";
import { linesOf } from "./engines/lines";
import type { Project } from "./project";

type Places = { url: string; dataDir: string; source: string };

const batchRows = 500;

/** Imports the download's rows and files into an empty database, once. Atomic: an interrupted start begins again. */
export async function importData(
  db: Database,
  { appId, filesFrom }: Project,
  { url, dataDir, source }: Places,
): Promise<void> {
  if (await firstOf(db, sql`select 1 from imported`)) return;
  await copyFiles(source, dataDir);
  await db.transaction(async (tx) => {
    for (const file of await filesIn(join(source, "rows"))) {
      const entity = file.replace(/\.jsonl$/, "");
      for await (const batch of batchesOf(join(source, "rows", file))) {
        await tx.execute(sql`
          insert into entity_row (app_id, entity, id, creator_id, created_at, updated_at, data)
          select ${appId}, ${entity}, r.id, r."creatorId", r."createdAt", r."updatedAt", r.data
          from jsonb_to_recordset(${`[${batch.join(",").replaceAll(`${filesFrom}/files/`, `${url}/files/`)}]`}::jsonb) as r(id text, "creatorId" text, "createdAt" timestamptz, "updatedAt" timestamptz, data jsonb)`);
      }
    }
    for await (const batch of batchesOf(join(source, "uploads.jsonl"))) {
      await tx.execute(sql`
        insert into upload (id, name, content_type, creator_id)
        select f.id, f.name, f."contentType", f."creatorId" from jsonb_to_recordset(${`[${batch.join(",")}]`}::jsonb) as f(id text, name text, "contentType" text, "creatorId" text)`);
    }
    await tx.execute(sql`insert into imported default values`);
  });
}

async function copyFiles(source: string, dataDir: string): Promise<void> {
  if (!existsSync(join(source, "uploads"))) return;
  await mkdir(join(dataDir, "files"), { recursive: true });
  for (const file of await readdir(join(source, "uploads")))
    await copyFile(join(source, "uploads", file), join(dataDir, "files", file));
}

const filesIn = async (folder: string) =>
  existsSync(folder) ? (await readdir(folder)).filter((file) => file.endsWith(".jsonl")) : [];

/** A file's lines in batches, so that memory stays bounded. */
async function* batchesOf(file: string): AsyncGenerator<string[]> {
  if (!existsSync(file)) return;
  let batch: string[] = [];
  for await (const line of linesOf(createReadStream(file, "utf8"))) {
    if (line.trim() !== "") batch.push(line);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
