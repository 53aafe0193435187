import "server-only";
import { ownedByServer } from "@/api/gates";
import type { Account } from "@/api/actor";
import type { Platform } from "@/engines/platform";
import { nameFromRequest } from "@/features/apps/rules";
import { type AppRow, insertApp } from "@/features/apps/store";
import { standingOf } from "@/features/plans/store";
import type { Composed } from "@/features/tools/compose/compose-tool";
import { writeVersion } from "@/features/versions/store";
import { beginComposition } from "./compose-in-job";
import { replaceTool } from "./store";

/** A tool app with nothing in it yet, whose tool a model begins to make. */
export function createWaitingApp(platform: Platform, account: Account, sentence: string): Promise<AppRow> {
  return platform.db.transaction(async (db) => {
    const row = await insertApp(db, account, { name: nameFromRequest(sentence), kind: "tool" });
    const owned = ownedByServer(db, row.id);
    await writeVersion(owned, { kind: "create", description: "Created the app" }, () => []);
    await beginComposition(platform, owned, account, { sentence });
    return row;
  });
}

/** A tool app from what was composed of a sentence, which is its first version. */
export function createToolApp(
  { db: database, env }: Platform,
  account: Account,
  sentence: string,
  { header, definition, notes, icon }: Composed,
): Promise<AppRow> {
  return database.transaction(async (db) => {
    const row = await insertApp(db, account, { name: header, kind: "tool", data: { ...(icon && { icon }) } });
    const owned = ownedByServer(db, row.id);
    await writeVersion(owned, { kind: "create", description: "Created the app" }, () => []);
    const entry = { kind: "composed" as const, request: sentence, notes };
    await replaceTool(owned, standingOf(env, account), undefined, { title: header, definition }, entry);
    return row;
  });
}
