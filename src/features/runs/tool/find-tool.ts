import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { appSettings, appStyle, tool } from "@/db/schema/app";
import type { VisitedApp } from "@/db/scope";
import type { AppRow } from "@/features/apps/store";
import { AppError } from "@/errors";
import { readDefinition } from "./read-definition";
import { type RunDefinition, type RunSettings, runSettingsSchema } from "../schema";

export type FoundTool = { definition: RunDefinition; settings: RunSettings; isActive: boolean };

/** An app that is a tool itself, and not the house of several. */
const isToolApp = ({ kind }: Pick<AppRow, "kind">) => kind === "tool" || kind === "app";

/** What "/" of the app's host leads to: the tool that the app is, else the first live one of a tool app. */
export const ownPath = (row: Pick<AppRow, "kind" | "slug">): string | undefined =>
  isToolApp(row) ? row.slug : undefined;

/**
 * A tool by the path of its address. A draft is its owner's alone.
 * @throws tool-not-found, "Tool with path {path} not found" (2-builder.md §2)
 */
export async function findTool(visited: VisitedApp, row: AppRow, path: string): Promise<FoundTool> {
  const { db, appId } = visited;
  const [found] = await db
    .select()
    .from(tool)
    .where(and(eq(tool.appId, appId), eq(tool.path, path)));
  const [settings] = await db.select({ data: appSettings.data }).from(appSettings).where(eq(appSettings.appId, appId));
  const isOwner = visited.visitor?.isBuilder === true;
  const missing = () => new AppError("tool-not-found", { path }, `Tool with path ${path} not found`);
  if (found) {
    if (found.status !== "active" && !isOwner) throw missing();
    const own = typeof found.data.settings === "object" ? found.data.settings : {};
    return {
      definition: readDefinition({ toolId: found.id, path: found.path, title: found.title }, found.data),
      settings: runSettingsSchema.parse({ ...settings?.data, ...own }),
      isActive: found.status === "active",
    };
  }
  if (!isToolApp(row) || path !== row.slug) throw missing();
  return {
    definition: readDefinition({ toolId: row.id, path, title: row.name }, { ...row.data, header: row.name }),
    settings: runSettingsSchema.parse(settings?.data ?? {}),
    isActive: true,
  };
}

/** The tools that a visitor may run, in their order. */
export async function listTools(visited: VisitedApp) {
  const { db, appId } = visited;
  const isOwner = visited.visitor?.isBuilder === true;
  const rows = await db
    .select()
    .from(tool)
    .where(eq(tool.appId, appId))
    .orderBy(asc(tool.position), asc(tool.createdAt), asc(tool.id));
  return rows
    .filter(({ status }) => isOwner || status === "active")
    .map(({ id, title, path, status, imageUrl }) => ({ toolId: id, title, path, status, imageUrl }));
}

/** The path of the tool that "/" shows ("mainPage", 2-builder.md §3); undefined where its builder chose none. */
export async function mainPageOf({ db, appId }: VisitedApp): Promise<string | undefined> {
  const [row] = await db.select({ data: appSettings.data }).from(appSettings).where(eq(appSettings.appId, appId));
  const path = row?.data.mainPage;
  return typeof path === "string" && path !== "" ? path : undefined;
}

/** How the app looks: "App style" (1-platform.md §3). */
export async function styleOf({ db, appId }: VisitedApp): Promise<Record<string, unknown>> {
  const [row] = await db.select({ data: appStyle.data }).from(appStyle).where(eq(appStyle.appId, appId));
  return row?.data ?? {};
}
