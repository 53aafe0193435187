import "server-only";
import { ownedByServer } from "@/api/gates";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { copyApp } from "@/features/apps/duplicate";
import type { AppRow } from "@/features/apps/store";
import { entitiesOfVersion } from "@/features/entities/schemas";
import { reachesOf } from "@/features/rows/rules";
import { filesOf } from "@/features/versions/store";
import { rowsMax } from "./schema";
import { findTemplate } from "./store";

/** Tables whose rows every stranger may read: what comes along was public before. */
async function openTables(scope: OwnedApp, versionId: string): Promise<string[]> {
  const { entities } = await entitiesOfVersion(scope, versionId);
  return [...entities.values()]
    .filter(({ access }) => reachesOf(access, null).read === "every")
    .map(({ name }) => name);
}

/**
 * Opens a template as an app of one's own: the published code, texts, tools and style, and rows that strangers may read.
 * Nothing that is not published, no other rows, no members, secrets or chat.
 * @throws template-not-found, storage-full, app-full
 */
export async function openTemplate(platform: Platform, templateId: string, owner: { id: string }): Promise<AppRow> {
  const { app, versionId } = await findTemplate(platform.db, templateId);
  const scope = ownedByServer(platform.db, templateId);
  const tables = await openTables(scope, versionId);
  return copyApp(platform, scope, owner, {
    name: app.name,
    description: `Opened the template ${app.name}`,
    files: (original) => filesOf(original, versionId),
    tables: { names: tables, rowsMax },
  });
}
