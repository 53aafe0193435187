import "server-only";
import { eq, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import type { OwnedApp } from "@/db/scope";
import { followCard } from "@/features/apps/describe-app";
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
 * The icon and the line on its card follow its tables, unless somebody wrote others.
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
  const [row] = await db.select({ name: app.name, data: app.data }).from(app).where(eq(app.id, appId));
  if (!row) return;
  const isUnnamed = row.name === unnamed && after.some(({ path }) => path.startsWith("pages/"));
  const name = (isNew ? shown : isUnnamed ? shown || nameApp(request) : "") || row.name;
  const card = followCard(row.data, before, after);
  if (name === row.name && Object.keys(card).length === 0) return;
  await db
    .update(app)
    .set({
      name,
      data: sql`${app.data} || ${JSON.stringify(card)}::jsonb`,
      revision: sql`${app.revision} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(app.id, appId));
  if (name !== row.name) await followSlug(scope, row.name, name);
}
