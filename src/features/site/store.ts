import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { app, appStyle } from "@/db/schema/app";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { AppError } from "@/errors";
import type { Site } from "./schema";

/** @throws stale-revision when the app was saved since the caller read it */
export async function updateSite({ db, appId }: OwnedApp, revision: number, site: Site): Promise<void> {
  const [row] = await db
    .update(app)
    .set({
      data: sql`${app.data} || ${JSON.stringify({ site })}::jsonb`,
      revision: sql`${app.revision} + 1`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(app.id, appId), eq(app.revision, revision)))
    .returning({ id: app.id });
  if (!row) throw new AppError("stale-revision");
}

/** "hideBuildAI (hides the watermark)" (1-platform.md §3). */
export async function isMarkHidden({ db, appId }: OwnedApp | VisitedApp): Promise<boolean> {
  const [row] = await db
    .select({ isHidden: sql<boolean>`${appStyle.data} -> 'hideBuildAI' = 'true'::jsonb` })
    .from(appStyle)
    .where(eq(appStyle.appId, appId));
  return row?.isHidden === true;
}
