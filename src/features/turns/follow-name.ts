import "server-only";
import { eq, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import type { OwnedApp } from "@/db/scope";
import { nameApp } from "@/features/apps/name-app";
import { nameMax, unnamed } from "@/features/apps/schema";
import { followSlug } from "@/features/apps/store";
import { readModel } from "@/offline/model/app-model";
import type { SourceFile } from "@/shipped/contract";

/** The name that the app's pages show. */
const nameIn = (files: SourceFile[]): string => readModel(files, "").model.name.trim().slice(0, nameMax);

/**
 * Renames the app when a turn changes the name that its pages show, so that the sign-in, mails and the published page's
 * title say the same; so does its address while nobody can have it. An app that still has no name of its own is named after the request.
 */
export async function followName(
  scope: OwnedApp,
  before: SourceFile[],
  after: SourceFile[],
  request: string,
): Promise<void> {
  const { db, appId } = scope;
  const shown = nameIn(after);
  const isNew = shown !== "" && shown !== nameIn(before);
  const [row] = await db.select({ name: app.name }).from(app).where(eq(app.id, appId));
  const isUnnamed = row?.name === unnamed && after.some(({ path }) => path.startsWith("pages/"));
  const name = isNew ? shown : isUnnamed ? shown || nameApp(request) : "";
  if (!row || !name || name === row.name) return;
  await db
    .update(app)
    .set({ name, revision: sql`${app.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(app.id, appId));
  await followSlug(scope, row.name, name);
}
