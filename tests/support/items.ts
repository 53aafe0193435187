import { contextItem } from "@/db/schema/source";
import type { OwnedApp } from "@/db/scope";
import { replaceChunks } from "@/features/retrieval/store";
import type { ChunkDraft } from "@/features/retrieval/schema";

/** A synced item with these chunks. */
export async function storeItem(scope: OwnedApp, id: string, drafts: ChunkDraft[]) {
  const item = {
    appId: scope.appId,
    id,
    name: `Item ${id}`,
    type: "txt",
    source: "local_files",
    status: "synced",
  } as const;
  await scope.db
    .insert(contextItem)
    .values({ ...item, lastSyncedAt: new Date() })
    .onConflictDoNothing();
  return replaceChunks(scope, id, drafts);
}
