import "server-only";
import { and, eq, lt, notExists, or, sql } from "drizzle-orm";
import type { Database } from "@/db/open";
import { app } from "@/db/schema/app";
import { csvImport } from "@/db/schema/entity";
import type { OwnedApp } from "@/db/scope";
import type { Blobs } from "@/engines/blobs";
import { AppError } from "@/errors";
import { at, type ImportRow, isRunning, keptDays } from "./store";

/**
 * Dismisses an import. Its file is kept only while it may be needed.
 * @throws import-state while it runs
 */
export async function closeImport(blobs: Blobs, { db, appId }: OwnedApp, id: string): Promise<void> {
  const [row] = await db
    .update(csvImport)
    .set({ closedAt: sql`now()` })
    .where(and(at(appId, id), sql`not ${isRunning}`))
    .returning();
  if (!row) throw new AppError("import-state");
  const isNeeded = row.failed > 0 && (row.state === "done" || row.state === "failed" || row.state === "cancelled");
  if (!isNeeded) await dropFile(blobs, db, row);
}

async function dropFile(blobs: Blobs, db: Database, row: Pick<ImportRow, "appId" | "id" | "fileKey">): Promise<void> {
  if (row.fileKey === null) return;
  await blobs.delete(row.fileKey);
  await db.update(csvImport).set({ fileKey: null }).where(at(row.appId, row.id));
}

/** Removes a batch of abandoned imports and those of deleted apps. Imported rows stay. */
export async function pruneImports(blobs: Blobs, db: Database): Promise<number> {
  const isAppGone = notExists(
    db
      .select({ one: sql`1` })
      .from(app)
      .where(eq(app.id, csvImport.appId)),
  );
  const isForgotten = and(
    sql`not ${isRunning}`,
    lt(csvImport.heartbeatAt, sql`now() - ${keptDays} * interval '1 day'`),
  );
  const rows = await db.select().from(csvImport).where(or(isAppGone, isForgotten)).limit(100);
  for (const row of rows) {
    await dropFile(blobs, db, row);
    await db.delete(csvImport).where(at(row.appId, row.id));
  }
  return rows.length;
}
