import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Account } from "@/api/actor";
import { appSettings, appStyle } from "@/db/schema/app";
import type { OwnedApp } from "@/db/scope";
import type { Env } from "@/engines/env";
import { AppError } from "@/errors";
import { type Editor, foreignSettings, settingsIssue } from "./rules";
import type { AppStyle, Settings } from "./schema";

export type Kept = { revision: number; data: Record<string, unknown> };

export const editorOf = (env: Pick<Env, "TEMPLATE_LIBRARY_EMAIL">, account: Account): Editor => ({
  isAdmin: account.isAdmin,
  keepsTemplates: account.emailVerifiedAt !== null && account.email === env.TEMPLATE_LIBRARY_EMAIL,
});

/** @throws admin-only, save-settings */
export function checkSettings(change: Settings, editor: Editor): void {
  const foreign = foreignSettings(change, editor);
  if (foreign.length > 0) throw new AppError("admin-only", { settings: foreign });
  const issue = settingsIssue(change);
  if (issue) throw new AppError("save-settings", undefined, issue);
}

const tables = { style: appStyle, settings: appSettings } as const;
const gone = { style: "save-style", settings: "save-settings" } as const;

/** An app's style or settings with their revision. */
export async function readKept({ db, appId }: OwnedApp, of: keyof typeof tables): Promise<Kept> {
  const table = tables[of];
  const [row] = await db.select().from(table).where(eq(table.appId, appId));
  return row ? { revision: row.revision, data: row.data } : { revision: 0, data: {} };
}

/**
 * Merges values into the stored ones. Null removes one.
 * @param revision optimistic concurrency: the revision that the caller saw; without it the merge is unconditional
 * @throws stale-revision with the newer content; save-style, save-settings
 */
export async function saveKept(
  scope: OwnedApp,
  of: keyof typeof tables,
  change: AppStyle | Settings,
  revision: number | undefined,
): Promise<Kept> {
  const table = tables[of];
  const isSeen = (column: PgColumn) => (revision === undefined ? undefined : eq(column, revision));
  const [saved] = await scope.db
    .update(table)
    .set({
      data: sql`jsonb_strip_nulls(${table.data} || ${JSON.stringify(change)}::jsonb)`,
      revision: sql`${table.revision} + 1`,
    })
    .where(and(eq(table.appId, scope.appId), isSeen(table.revision)))
    .returning();
  if (saved) return { revision: saved.revision, data: saved.data };
  const now = await readKept(scope, of);
  if (now.revision === 0) throw new AppError(gone[of]);
  throw new AppError("stale-revision", now);
}
