import "server-only";
import { and, desc, eq, isNull, lt, ne, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { message, turn } from "@/db/schema/chat";
import { blob, version, versionFile } from "@/db/schema/version";
import { newId } from "@/db/id";
import { inTransaction, type OwnedApp, type VisitedApp } from "@/db/scope";
import { sha256 } from "@/engines/blobs";
import { publish } from "@/engines/events";
import type { SourceFile } from "@/features/files/schema";
import { AppError } from "@/errors";
import { changesBetween, collapseSaves, type FileChange } from "./rules";
import type { VersionKind, VersionSummary } from "./schema";

export type VersionRow = typeof version.$inferSelect;

type Draft = { kind: VersionKind; messageId?: string; userRequest?: string; description?: string };
export type Written = { version: VersionRow; changes: FileChange[] };

/**
 * The only way to change an app's code. Holds the app's row while `change` derives the next bundle from the current one,
 * so that a turn, an editor and a restore at the same moment follow one another and none overwrites another's work.
 * @returns undefined when nothing changed
 */
export function writeVersion(
  scope: OwnedApp,
  draft: Draft,
  change: (files: SourceFile[]) => SourceFile[] | Promise<SourceFile[]>,
): Promise<Written | undefined> {
  return inTransaction(scope, async (locked) => {
    const [row] = await locked.db
      .select({ head: app.headVersionId })
      .from(app)
      .where(eq(app.id, locked.appId))
      .for("update");
    if (!row) throw new AppError("app-not-found");
    const before = row.head ? await filesOf(locked, row.head) : [];
    const after = await change(before);
    const changes = changesBetween(before, after);
    if (row.head && changes.length === 0) return undefined;
    const written = await insertVersion(
      locked,
      { ...draft, messageId: draft.messageId ?? (await lastSaid(locked)) },
      after,
    );
    await locked.db
      .update(app)
      .set({ headVersionId: written.id, updatedAt: sql`now()` })
      .where(eq(app.id, locked.appId));
    await publish(locked.db, `app:${locked.appId}`, written.id);
    return { version: written, changes };
  });
}

/**
 * The message that the chat stands at: what an edit by hand is restored with, so that its state has a way back like that of a turn.
 * A turn that still runs comes after it: its own version will name its message.
 */
async function lastSaid({ db, appId }: OwnedApp): Promise<string | undefined> {
  const [row] = await db
    .select({ id: message.id })
    .from(message)
    .innerJoin(turn, and(eq(turn.appId, message.appId), eq(turn.id, message.turnId)))
    .where(and(eq(message.appId, appId), isNull(message.replacedAt), ne(turn.status, "running")))
    .orderBy(desc(message.number))
    .limit(1);
  return row?.id;
}

async function insertVersion({ db, appId }: OwnedApp, draft: Draft, files: SourceFile[]): Promise<VersionRow> {
  const hashed = files.map(({ path, content }) => ({ path, content, hash: sha256(content) }));
  const id = newId("v");
  const blobs = [...new Map(hashed.map(({ hash, content }) => [hash, { appId, hash, content }])).values()];
  if (blobs.length > 0) {
    await db.insert(blob).values(blobs).onConflictDoNothing();
    await db.insert(versionFile).values(hashed.map(({ path, hash }) => ({ appId, versionId: id, path, hash })));
  }
  const number = sql<number>`(select coalesce(max(${version.number}), 0) + 1 from ${version} where ${version.appId} = ${appId})`;
  const [row] = await db
    .insert(version)
    .values({ appId, id, number, ...draft })
    .returning();
  return row!;
}

/** A version's bundle, by path. Versions never change, so a caller may keep the result as long as it likes. */
export async function filesOf({ db, appId }: OwnedApp | VisitedApp, versionId: string): Promise<SourceFile[]> {
  return db
    .select({ path: versionFile.path, content: blob.content })
    .from(versionFile)
    .innerJoin(blob, and(eq(blob.appId, versionFile.appId), eq(blob.hash, versionFile.hash)))
    .where(and(eq(versionFile.appId, appId), eq(versionFile.versionId, versionId)))
    .orderBy(versionFile.path);
}

/** The current bundle and the version it belongs to. */
export async function headFiles(scope: OwnedApp | VisitedApp): Promise<{ versionId: string; files: SourceFile[] }> {
  const [row] = await scope.db.select({ head: app.headVersionId }).from(app).where(eq(app.id, scope.appId));
  if (!row?.head) throw new AppError("app-not-found");
  return { versionId: row.head, files: await filesOf(scope, row.head) };
}

export async function findVersion({ db, appId }: OwnedApp, versionId: string): Promise<VersionRow> {
  const [row] = await db
    .select()
    .from(version)
    .where(and(eq(version.appId, appId), eq(version.id, versionId)));
  if (!row) throw new AppError("version-not-found");
  return row;
}

/** How far back the history looks for entries: an afternoon of autosaves must not push everything else out of it. */
const lookBack = 200;

/** Newest first, autosaves of one sitting as one entry. */
export async function listVersions({ db, appId }: OwnedApp, limit: number): Promise<VersionSummary[]> {
  const rows = await db
    .select()
    .from(version)
    .where(eq(version.appId, appId))
    .orderBy(desc(version.number))
    .limit(lookBack);
  return collapseSaves(
    rows.map(({ createdAt, appId: _app, ...rest }) => ({ ...rest, timestamp: createdAt.toISOString() })),
  ).slice(0, limit);
}

/** The bundle right before a version: what its changes are measured against. Empty before the first. */
export async function filesBefore(scope: OwnedApp, { number }: VersionRow): Promise<SourceFile[]> {
  const [row] = await scope.db
    .select({ id: version.id })
    .from(version)
    .where(and(eq(version.appId, scope.appId), lt(version.number, number)))
    .orderBy(desc(version.number))
    .limit(1);
  return row ? filesOf(scope, row.id) : [];
}
