import "server-only";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { app, appSettings } from "@/db/schema/app";
import type { Database } from "@/db/open";
import type { AppRow } from "@/features/apps/store";
import { settingsSchema } from "@/features/settings/schema";
import { AppError } from "@/errors";
import { templatesMax } from "./schema";

const shownSettings = settingsSchema
  .pick({ isProTool: true, templateCategory: true, templateImageUrl: true, templateDescription: true })
  .partial()
  .strip()
  .catch({});

/** Published, and offered by its admin ("app template toggle") or in the template library. */
const isOffered = and(
  isNotNull(app.publishedVersionId),
  sql`(${appSettings.data} -> 'isAppTemplate' = 'true' or ${appSettings.data} -> 'isToolTemplate' = 'true')`,
);

const select = (db: Database) =>
  db.select({ app, settings: appSettings.data }).from(app).innerJoin(appSettings, eq(appSettings.appId, app.id));

type Offered = { app: AppRow; settings: ReturnType<typeof shownSettings.parse> };

/** Templates, last published first. */
export async function listTemplates(db: Database): Promise<Offered[]> {
  const rows = await select(db).where(isOffered).orderBy(desc(app.publishedAt), app.id).limit(templatesMax);
  return rows.map((row) => ({ app: row.app, settings: shownSettings.parse(row.settings) }));
}

/** @throws template-not-found for an app that is not, or no longer, offered */
export async function findTemplate(db: Database, appId: string): Promise<Offered & { versionId: string }> {
  const [row] = await select(db).where(and(eq(app.id, appId), isOffered));
  const versionId = row?.app.publishedVersionId;
  if (!row || !versionId) throw new AppError("template-not-found");
  return { app: row.app, settings: shownSettings.parse(row.settings), versionId };
}
