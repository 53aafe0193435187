import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import { app, tool, toolComposition, toolVersion } from "@/db/schema/app";
import { newId } from "@/db/id";
import { sqlState } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { gateLiveTool, gateToolChange, gateTools, type Standing } from "@/features/plans/rules";
import { checkPlan } from "@/features/plans/store";
import { AppError } from "@/errors";
import { definitionIssue, storedField } from "./check-definition";
import { copyTitle, freePath, hasHeader, pathIssue } from "./rules";
import { type Definition, titleMax, type ToolEntry, type ToolStatus } from "./schema";

export type ToolRow = typeof tool.$inferSelect;

const toolOf = ({ appId }: OwnedApp, toolId: string) => and(eq(tool.appId, appId), eq(tool.id, toolId));

export const toEntry = ({ id, title, path, status, imageUrl }: ToolRow): ToolEntry => ({
  toolId: id,
  title,
  path,
  status,
  imageUrl,
});

/** An app's tools in their order. */
export const listTools = ({ db, appId }: OwnedApp): Promise<ToolRow[]> =>
  db.select().from(tool).where(eq(tool.appId, appId)).orderBy(asc(tool.position), asc(tool.createdAt), asc(tool.id));

/** @throws tool-gone */
export async function findTool(scope: OwnedApp, toolId: string): Promise<ToolRow> {
  const [row] = await scope.db.select().from(tool).where(toolOf(scope, toolId));
  if (!row) throw new AppError("tool-gone");
  return row;
}

/**
 * Runs work with the app's tools while nobody else changes their number, paths or order: of two changes at once, the
 * second sees what the first did.
 */
function withTools<T>(scope: OwnedApp, work: (scope: OwnedApp, tools: ToolRow[], slug: string) => Promise<T>) {
  return inTransaction(scope, async (inner) => {
    const [row] = await inner.db.select({ slug: app.slug }).from(app).where(eq(app.id, inner.appId)).for("update");
    if (!row) throw new AppError("app-not-found");
    return work(inner, await listTools(inner), row.slug);
  });
}

const byAgeOf = (tools: ToolRow[]): ToolRow[] =>
  tools.toSorted((left, right) => left.createdAt.getTime() - right.createdAt.getTime());

/** After a downgrade the newest tools above the limit can be read and not changed. */
export const toolsAboveLimit = (standing: Standing, tools: ToolRow[]): string[] =>
  byAgeOf(tools).flatMap(({ id }, place) => (gateToolChange(standing, place) ? [id] : []));

function checkChange(standing: Standing, tools: ToolRow[], toolId: string): ToolRow {
  const byAge = byAgeOf(tools);
  const place = byAge.findIndex(({ id }) => id === toolId);
  if (place < 0) throw new AppError("tool-gone");
  checkPlan(gateToolChange(standing, place));
  return byAge[place]!;
}

/** A path is unique among the app's tools, and apart from the app's own address, under which an app runs that is a tool. */
const takenPaths = (tools: ToolRow[], slug: string, toolId?: string) => [
  slug,
  ...tools.filter(({ id }) => id !== toolId).map(({ path }) => path),
];

/** Adds a draft at the end. @throws upgrade-required */
export function insertTool(
  scope: OwnedApp,
  standing: Standing,
  { title, data, imageUrl = null }: { title: string; data: Record<string, unknown>; imageUrl?: string | null },
): Promise<ToolRow> {
  return withTools(scope, async ({ db, appId }, tools, slug) => {
    checkPlan(gateTools(standing, tools.length));
    const path = freePath(title, takenPaths(tools, slug));
    const position = Math.max(0, ...tools.map((one) => one.position + 1));
    const [row] = await db
      .insert(tool)
      .values({ appId, id: newId("t"), title, path, imageUrl, data, position })
      .returning();
    return row!;
  });
}

/** A draft with the texts, fields and blocks of another tool of the app. @throws tool-gone, upgrade-required */
export async function duplicateTool(scope: OwnedApp, standing: Standing, toolId: string): Promise<ToolRow> {
  const { title, data, imageUrl } = await findTool(scope, toolId);
  return insertTool(scope, standing, { title: copyTitle(title, titleMax), data, imageUrl });
}

type Details = { title?: string | undefined; path?: string | undefined; imageUrl?: string | null | undefined };

/** Renames a tool, or gives it another path or picture. @throws tool-gone, tool-path, upgrade-required */
export function updateTool(scope: OwnedApp, standing: Standing, toolId: string, details: Details): Promise<ToolRow> {
  return withTools(scope, async (inner, tools, slug) => {
    const row = checkChange(standing, tools, toolId);
    const { title, path, imageUrl } = details;
    const wrong = path === undefined ? undefined : pathIssue(path, takenPaths(tools, slug, toolId));
    if (wrong) throw new AppError("tool-path", undefined, wrong);
    if (row.status === "active" && title !== undefined && !hasHeader({ title })) throw new AppError("tool-header");
    const [changed] = await inner.db
      .update(tool)
      .set({
        ...(title !== undefined && { title }),
        ...(path !== undefined && { path: path.trim() }),
        ...(imageUrl !== undefined && { imageUrl }),
        revision: sql`${tool.revision} + 1`,
      })
      .where(toolOf(inner, toolId))
      .returning()
      .catch((error: unknown) => {
        if (sqlState(error) === "23505")
          throw new AppError("tool-path", undefined, "Another tool has this path already");
        throw error;
      });
    return changed!;
  });
}

/** @throws tool-header, upgrade-required where the plan's live tools are used up (2-builder.md §4) */
export function setToolStatus(
  scope: OwnedApp,
  standing: Standing,
  toolId: string,
  status: ToolStatus,
): Promise<ToolRow> {
  return withTools(scope, async (inner, tools) => {
    const row = tools.find(({ id }) => id === toolId);
    if (!row) throw new AppError("tool-gone");
    if (status === "active") {
      const liveCount = tools.filter((one) => one.status === "active").length;
      checkPlan(gateLiveTool(standing, liveCount, row.status === "active"));
      if (!hasHeader(row)) throw new AppError("tool-header");
    }
    const [changed] = await inner.db.update(tool).set({ status }).where(toolOf(inner, toolId)).returning();
    return changed!;
  });
}

/** The order of the collection. Tools that the list leaves out come after those that it names. */
export function orderTools(scope: OwnedApp, toolIds: string[]): Promise<void> {
  return withTools(scope, async ({ db, appId }, tools) => {
    const rest = tools.filter(({ id }) => !toolIds.includes(id)).map(({ id }) => id);
    const known = toolIds.filter((id) => tools.some((one) => one.id === id));
    for (const [position, id] of [...new Set([...known, ...rest])].entries())
      await db
        .update(tool)
        .set({ position })
        .where(and(eq(tool.appId, appId), eq(tool.id, id)));
  });
}

export async function deleteTool(scope: OwnedApp, toolId: string): Promise<void> {
  await inTransaction(scope, async (inner) => {
    await inner.db.delete(tool).where(toolOf(inner, toolId));
    for (const table of [toolVersion, toolComposition])
      await inner.db.delete(table).where(and(eq(table.appId, inner.appId), eq(table.toolId, toolId)));
  });
}

/**
 * A change of a definition as it may be stored.
 * @throws tool-fields, upgrade-required
 */
export function checkedDefinition<Change extends Definition>(
  before: Record<string, unknown>,
  change: Change,
  standing: Standing,
  isWhole = false,
): Change {
  const issue = definitionIssue(before, change, standing, isWhole);
  if (issue?.refusal) checkPlan(issue.refusal);
  if (issue) throw new AppError("tool-fields", undefined, issue.message);
  return change.fields ? { ...change, fields: change.fields.map(storedField) } : change;
}

const asRecord = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

type Save = {
  header?: string | undefined;
  revision?: number | undefined;
  change: Definition & { settings?: object };
  /** The change is a whole tool. */
  isWhole?: boolean;
};

/**
 * Saves texts, fields and blocks over those that a tool has.
 * @param save.revision the one that the caller saw; without it the change is merged over whatever is there
 * @throws stale-revision with the newer content, tool-gone, tool-fields, upgrade-required
 */
export function saveTool(scope: OwnedApp, standing: Standing, toolId: string, save: Save): Promise<ToolRow> {
  return withTools(scope, async (inner, tools) => {
    const row = checkChange(standing, tools, toolId);
    if (save.revision !== undefined && save.revision !== row.revision)
      throw new AppError("stale-revision", { revision: row.revision, title: row.title, data: row.data });
    const title = save.header ?? row.title;
    if (row.status === "active" && !hasHeader({ title })) throw new AppError("tool-header");
    const { settings, ...texts } = save.change;
    const change = {
      ...checkedDefinition(row.data, texts, standing, save.isWhole),
      ...(settings && { settings: withoutNulls({ ...asRecord(row.data.settings), ...settings }) }),
    };
    const [saved] = await inner.db
      .update(tool)
      .set({
        title,
        data: sql`${tool.data} || ${JSON.stringify(change)}::jsonb`,
        revision: sql`${tool.revision} + 1`,
      })
      .where(toolOf(inner, toolId))
      .returning();
    if (!saved) throw new AppError("save-tool");
    return saved;
  });
}
