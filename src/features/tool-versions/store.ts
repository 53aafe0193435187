import "server-only";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import { app, toolVersion } from "@/db/schema/app";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { saveApp } from "@/features/apps/store";
import type { Standing } from "@/features/plans/rules";
import { blankDefinition, type ComposeNotes, type Definition } from "@/features/tools/schema";
import { checkedDefinition, findTool, saveTool } from "@/features/tools/store";
import { AppError } from "@/errors";
import { type ToolVersionKind, toolVersionsKept, toolVersionsListed, type ToolVersionSummary } from "./schema";

/** A tool's whole state. */
export type ToolState = { title: string; definition: Definition };
export type CurrentTool = ToolState & { revision: number; data: Record<string, unknown> };

type Row = typeof toolVersion.$inferSelect;

const keys = Object.keys(blankDefinition) as (keyof typeof blankDefinition)[];

/** What a version holds of a tool's data: the texts, fields and blocks; background, call to action and settings stay. */
const definitionIn = (data: Record<string, unknown>): Definition =>
  Object.fromEntries(keys.map((key) => [key, data[key] ?? blankDefinition[key]]));

/** Compares as JSON with sorted keys: jsonb keeps an order of its own. */
function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([left], [right]) => (left < right ? -1 : 1)))
      : one,
  );
}
const isLike = (left: ToolState, right: ToolState) =>
  left.title === right.title && fingerprint(left.definition) === fingerprint(right.definition);
const isBlank = ({ definition }: ToolState) => fingerprint(definition) === fingerprint(blankDefinition);
const stateOf = ({ title, data }: Pick<Row, "title" | "data">): ToolState => ({
  title,
  definition: definitionIn(data),
});

const of = ({ appId }: OwnedApp, toolId: string | undefined) =>
  and(eq(toolVersion.appId, appId), eq(toolVersion.toolId, toolId ?? ""));

/** A tool, or without an id the app that is one. @throws tool-gone, app-not-found */
export async function currentTool(scope: OwnedApp, toolId: string | undefined): Promise<CurrentTool> {
  if (toolId !== undefined) {
    const { title, data, revision } = await findTool(scope, toolId);
    return { title, data, revision, definition: definitionIn(data) };
  }
  const [row] = await scope.db.select().from(app).where(eq(app.id, scope.appId));
  if (!row) throw new AppError("app-not-found");
  return { title: row.name, data: row.data, revision: row.revision, definition: definitionIn(row.data) };
}

async function newest(scope: OwnedApp, toolId: string | undefined): Promise<Row | undefined> {
  const [row] = await scope.db
    .select()
    .from(toolVersion)
    .where(of(scope, toolId))
    .orderBy(desc(toolVersion.number))
    .limit(1);
  return row;
}

type Entry = { kind: ToolVersionKind; request?: string; notes?: ComposeNotes };

/** Adds a version, and deletes the oldest above the number that is kept. */
export async function addVersion(
  scope: OwnedApp,
  toolId: string | undefined,
  { title, definition }: ToolState,
  { kind, request = "", notes }: Entry,
): Promise<number> {
  const number = ((await newest(scope, toolId))?.number ?? 0) + 1;
  const { db, appId } = scope;
  await db
    .insert(toolVersion)
    .values({ appId, toolId: toolId ?? "", number, kind, request, notes: notes ?? {}, title, data: definition });
  await db.delete(toolVersion).where(and(of(scope, toolId), lte(toolVersion.number, number - toolVersionsKept)));
  return number;
}

/**
 * Replaces a whole tool in one step. What was edited since the last version is kept as a version before, so that
 * nothing is lost and this can be undone.
 * @param revision the one that the caller saw; another one is refused, since what was saved meanwhile was not seen
 * @throws stale-revision with the newer content, tool-fields, upgrade-required
 */
export function replaceTool(
  scope: OwnedApp,
  standing: Standing,
  toolId: string | undefined,
  next: ToolState,
  entry: Entry,
  revision?: number,
): Promise<{ number: number; revision: number }> {
  return inTransaction(scope, async (inner) => {
    // Of two replacements at once the second sees what the first did.
    await inner.db.select({ id: app.id }).from(app).where(eq(app.id, inner.appId)).for("update");
    const current = await currentTool(inner, toolId);
    const last = await newest(inner, toolId);
    const isKept = isBlank(current) || (last !== undefined && isLike(stateOf(last), current));
    if (!isKept) await addVersion(inner, toolId, current, { kind: "edited" });
    const definition = checkedDefinition(current.data, next.definition, standing, true);
    const saved = await write(inner, standing, toolId, { title: next.title, definition }, revision);
    const number = await addVersion(inner, toolId, { title: next.title, definition }, entry);
    return { number, revision: saved };
  });
}

async function write(
  scope: OwnedApp,
  standing: Standing,
  toolId: string | undefined,
  { title, definition }: ToolState,
  revision: number | undefined,
): Promise<number> {
  if (toolId !== undefined) {
    const save = { header: title, revision, change: definition, isWhole: true };
    return (await saveTool(scope, standing, toolId, save)).revision;
  }
  const [row] = await scope.db.select({ kind: app.kind }).from(app).where(eq(app.id, scope.appId));
  const saved = await saveApp(scope, { kind: row!.kind, name: title, data: { ...definition } }, revision);
  return saved.revision;
}

const listIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

export async function listVersions(scope: OwnedApp, toolId: string | undefined): Promise<ToolVersionSummary[]> {
  const rows = await scope.db
    .select()
    .from(toolVersion)
    .where(of(scope, toolId))
    .orderBy(desc(toolVersion.number))
    .limit(toolVersionsListed);
  const current = await currentTool(scope, toolId);
  const like = rows.find((row) => isLike(stateOf(row), current));
  return rows.map(({ number, kind, title, request, notes, data, createdAt }) => ({
    number,
    kind,
    title,
    request,
    notes: { made: listIn(notes.made), assumed: listIn(notes.assumed), left: listIn(notes.left) },
    fieldCount: Array.isArray(data.fields) ? data.fields.length : 0,
    blockCount: Array.isArray(data.blocks) ? data.blocks.length : 0,
    createdAt: createdAt.toISOString(),
    isCurrent: number === like?.number,
  }));
}

/** @throws tool-version-gone */
export async function findVersion(scope: OwnedApp, toolId: string | undefined, number: number): Promise<ToolState> {
  const [row] = await scope.db
    .select()
    .from(toolVersion)
    .where(and(of(scope, toolId), eq(toolVersion.number, sql`${number}`)));
  if (!row) throw new AppError("tool-version-gone");
  return stateOf(row);
}
