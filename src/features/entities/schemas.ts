import "server-only";
import { eq } from "drizzle-orm";
import { app } from "@/db/schema/app";
import type { OwnedApp, VisitedApp, Visitor } from "@/db/scope";
import { type EntitySet, entitiesIn } from "@/features/rows/entity";
import { findFiles, headFiles } from "@/features/versions/store";
import type { SourceFile } from "@/shipped/contract";
import { AppError } from "@/errors";

/** LRU cache by version: versions are immutable. */
const cache = new Map<string, EntitySet>();
const cachedMax = 500;

export async function entitiesOfVersion(scope: OwnedApp | VisitedApp, versionId: string): Promise<EntitySet> {
  const key = `${scope.appId}/${versionId}`;
  const kept = cache.get(key);
  cache.delete(key);
  const set = kept ?? entitiesIn(await filesOrHead(scope, versionId));
  cache.set(key, set);
  if (cache.size > cachedMax) cache.delete(cache.keys().next().value!);
  return set;
}

/** An autosave that has just been replaced was the newest: use the newest instead. */
async function filesOrHead(scope: OwnedApp | VisitedApp, versionId: string): Promise<SourceFile[]> {
  return (await findFiles(scope, versionId)) ?? (await headFiles(scope)).files;
}

/** Entities of the newest version: those of the builder and the preview. */
export async function headEntities(scope: OwnedApp): Promise<EntitySet> {
  const [row] = await scope.db.select({ head: app.headVersionId }).from(app).where(eq(app.id, scope.appId));
  if (!row?.head) throw new AppError("app-not-found");
  return entitiesOfVersion(scope, row.head);
}

/** The version that applies: the newest for builders, the published one for everybody else. */
export function visibleVersion(
  row: { headVersionId: string | null; publishedVersionId: string | null },
  visitor: Visitor,
): string {
  const versionId = visitor?.isBuilder ? row.headVersionId : row.publishedVersionId;
  if (!versionId) throw new AppError("not-published");
  return versionId;
}
