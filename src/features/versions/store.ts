import "server-only";
import { and, desc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { message, turn } from "@/db/schema/chat";
import { blob, version } from "@/db/schema/version";
import { newId } from "@/db/id";
import { jsonPieces } from "@/db/json-pieces";
import { rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp, type VisitedApp } from "@/db/scope";
import { sha256 } from "@/engines/blobs";
import { publish } from "@/engines/events";
import { followEntities, type UniqueFields } from "@/features/rows/unique-fields";
import { entityOf, type SourceFile } from "@/shipped/contract";
import { AppError } from "@/errors";
import { changesBetween, describeSitting, type FileChange, isSameSitting } from "./rules";
import type { VersionKind } from "./schema";

export type VersionRow = typeof version.$inferSelect;
export type Manifest = Record<string, string>;

type Draft = {
  kind: VersionKind;
  /** Default: the chat's last message; null: before the first. */
  messageId?: string | null;
  userRequest?: string;
  description?: string;
  /**
   * How an edit joins the sitting before it: an autosave replaces its predecessor, an addition shares its history
   * entry.
   */
  joins?: "autosave" | "addition";
};
export type Written = { version: VersionRow; changes: FileChange[] };

/** New contents by path; null deletes. Other files stay. */
export type Patch = ReadonlyMap<string, string | null>;

/**
 * The only way to change an app's code. Locks the app's row while `plan` derives the changes from the current state, so
 * that concurrent turns, edits and restores are serialized. Costs what changes: `plan` gets hashes and reads only what
 * it needs.
 * @returns undefined when nothing changed
 * @throws values-repeat when a field becomes unique whose values are not
 */
export function patchVersion(
  scope: OwnedApp,
  draft: Draft,
  plan: (manifest: Manifest, locked: OwnedApp) => Patch | Promise<Patch>,
): Promise<Written | undefined> {
  return inTransaction(scope, async (locked) => {
    const head = await lockHead(locked);
    const before = head?.manifest ?? {};
    const patch = await plan(before, locked);
    const { manifest, blobs } = applyPatch(before, patch);
    const changes = changesBetween(new Map(Object.entries(before)), new Map(Object.entries(manifest)));
    if (head && changes.length === 0) return undefined;
    const { db, appId } = locked;
    if (blobs.size > 0) await insertBlobs(locked, blobs);
    const messageId = draft.messageId === undefined ? await lastSaid(locked) : draft.messageId;
    const written = await insertVersion(locked, head, { ...draft, messageId }, manifest);
    const entities = changes.flatMap(({ path }) =>
      entityOf(path) ? [{ path, content: manifest[path] === undefined ? null : (patch.get(path) ?? null) }] : [],
    );
    const uniqueFields = entities.length > 0 ? await followEntities(locked, head?.uniqueFields ?? {}, entities) : {};
    await db
      .update(app)
      .set({ headVersionId: written.id, updatedAt: sql`now()`, ...(entities.length > 0 && { uniqueFields }) })
      .where(eq(app.id, appId));
    await publish(db, `app:${appId}`, written.id);
    return { version: written, changes };
  });
}

/** The same for changes that need the whole bundle, such as a turn. */
export function writeVersion(
  scope: OwnedApp,
  draft: Draft,
  change: (files: SourceFile[]) => SourceFile[] | Promise<SourceFile[]>,
): Promise<Written | undefined> {
  return patchVersion(scope, draft, async (manifest, locked) => {
    const before = await filesIn(locked, manifest);
    const after = await change(before);
    const patch = new Map<string, string | null>(before.map(({ path }) => [path, null]));
    for (const { path, content } of after) patch.set(path, content);
    return patch;
  });
}

/** Writes a version whose contents are all stored already. */
export function writeManifest(scope: OwnedApp, draft: Draft, target: Manifest): Promise<Written | undefined> {
  return patchVersion(scope, draft, async (manifest, locked) => {
    const changed = Object.entries(target).filter(([path, hash]) => manifest[path] !== hash);
    const patch = new Map<string, string | null>();
    for (const path of Object.keys(manifest)) if (!Object.hasOwn(target, path)) patch.set(path, null);
    for (const { path, content } of await filesIn(locked, Object.fromEntries(changed))) patch.set(path, content);
    return patch;
  });
}

type Head = VersionRow & { uniqueFields: UniqueFields | null };

async function lockHead({ db, appId }: OwnedApp): Promise<Head | undefined> {
  const [row] = await db
    .select({ head: app.headVersionId, uniqueFields: app.uniqueFields })
    .from(app)
    .where(eq(app.id, appId))
    .for("update");
  if (!row) throw new AppError("app-not-found");
  if (!row.head) return undefined;
  const [head] = await db
    .select()
    .from(version)
    .where(and(eq(version.appId, appId), eq(version.id, row.head)));
  return head && { ...head, uniqueFields: row.uniqueFields };
}

function applyPatch(before: Manifest, patch: Patch): { manifest: Manifest; blobs: Map<string, string> } {
  const entries = new Map(Object.entries(before));
  const blobs = new Map<string, string>();
  for (const [path, content] of patch) {
    if (content === null) {
      entries.delete(path);
      continue;
    }
    const hash = sha256(content);
    if (before[path] !== hash) blobs.set(hash, content);
    entries.set(path, hash);
  }
  return { manifest: Object.fromEntries(entries), blobs };
}

/** Stores contents ahead of the version that will name them, so that its transaction is short. */
export async function storeAhead(scope: OwnedApp, contents: Iterable<string>): Promise<void> {
  await insertBlobs(scope, new Map([...contents].map((content) => [sha256(content), content])));
}

/** Stores the contents that are not stored yet. */
async function insertBlobs({ db, appId }: OwnedApp, blobs: ReadonlyMap<string, string>): Promise<void> {
  const hashes = JSON.stringify([...blobs.keys()]);
  const missing = await rowsOf<{ hash: string }>(
    db,
    sql`select wanted.hash from jsonb_array_elements_text(${hashes}::jsonb) as wanted(hash)
        where not exists (select from blob where blob.app_id = ${appId} and blob.hash = wanted.hash)`,
  );
  // A lone surrogate is U+FFFD in UTF-8, as in the hash.
  for (const { json } of jsonPieces(missing.map(({ hash }) => [hash, blobs.get(hash)!.toWellFormed()])))
    await db.execute(
      sql`insert into ${blob} (app_id, hash, content)
          select ${appId}, list.value->>0, list.value->>1 from jsonb_array_elements(${json}::jsonb) as list
          on conflict do nothing`,
    );
}

/**
 * The chat's last message, by which a manual edit is restored like a turn. Excludes a running turn, whose own version
 * will name its message.
 */
async function lastSaid({ db, appId }: OwnedApp): Promise<string | null> {
  const [row] = await db
    .select({ id: message.id })
    .from(message)
    .innerJoin(turn, and(eq(turn.appId, message.appId), eq(turn.id, message.turnId)))
    .where(and(eq(message.appId, appId), isNull(message.replacedAt), ne(turn.status, "running")))
    .orderBy(desc(message.number))
    .limit(1);
  return row?.id ?? null;
}

async function insertVersion(
  { db, appId }: OwnedApp,
  head: VersionRow | undefined,
  { joins, ...draft }: Draft & { messageId: string | null },
  manifest: Manifest,
): Promise<VersionRow> {
  const goesOn = head !== undefined && joins !== undefined && isSameSitting(head, draft, new Date());
  const isFolding = goesOn && joins === "autosave" && head.isFoldable;
  if (isFolding) await db.delete(version).where(and(eq(version.appId, appId), eq(version.id, head.id)));
  const next = sql<number>`(select coalesce(max(${version.number}), 0) + 1 from ${version} where ${version.appId} = ${appId})`;
  const [row] = await db
    .insert(version)
    .values({
      appId,
      id: newId("v"),
      number: isFolding ? head.number : next,
      sitting: goesOn ? head.sitting : next,
      isFoldable: joins === "autosave",
      manifest,
      ...draft,
      ...(isFolding && { description: describeSitting([head.description, draft.description ?? ""]) }),
    })
    .returning();
  return row!;
}

/** Contents of a manifest's files by path. */
export async function filesIn({ db, appId }: OwnedApp | VisitedApp, manifest: Manifest): Promise<SourceFile[]> {
  const wanted = sql`jsonb_each_text(${JSON.stringify(manifest)}::jsonb) as wanted(path, hash)`;
  return rowsOf<SourceFile>(
    db,
    sql`select wanted.path, ${blob.content} from ${wanted} join ${blob} on ${blob.appId} = ${appId} and ${blob.hash} = wanted.hash order by wanted.path`,
  );
}

/** A version's bundle by path, in one statement: the next autosave may replace the version at any moment. */
async function readFiles(
  { db, appId }: OwnedApp | VisitedApp,
  versionId: SQL,
): Promise<{ versionId: string; files: SourceFile[] } | undefined> {
  const rows = await rowsOf<{ id: string; path: string | null; content: string | null }>(
    db,
    sql`select v.id, file.path, b.content from version v
        left join lateral jsonb_each_text(v.manifest) as file(path, hash) on true
        left join blob b on b.app_id = v.app_id and b.hash = file.hash
        where v.app_id = ${appId} and v.id = ${versionId} order by file.path`,
  );
  const files = rows.flatMap(({ path, content }) => (path === null || content === null ? [] : [{ path, content }]));
  return rows[0] && { versionId: rows[0].id, files };
}

/** A version's bundle by path, or undefined. Versions are immutable, so the result can be cached. */
export async function findFiles(scope: OwnedApp | VisitedApp, versionId: string): Promise<SourceFile[] | undefined> {
  return (await readFiles(scope, sql`${versionId}`))?.files;
}

/** A version's bundle; throws when it is missing. */
export async function filesOf(scope: OwnedApp | VisitedApp, versionId: string): Promise<SourceFile[]> {
  const files = await findFiles(scope, versionId);
  if (!files) throw new AppError("version-not-found");
  return files;
}

/** The current bundle and the version it belongs to. */
export async function headFiles(scope: OwnedApp | VisitedApp): Promise<{ versionId: string; files: SourceFile[] }> {
  const head = sql`(select ${app.headVersionId} from ${app} where ${app.id} = ${scope.appId})`;
  const found = await readFiles(scope, head);
  if (!found) throw new AppError("app-not-found");
  return found;
}

/** The current bundle of a version that no autosave will replace, for callers that store a reference to it. */
export async function keepHead(scope: OwnedApp): Promise<{ versionId: string; files: SourceFile[] }> {
  const [kept] = await rowsOf<{ id: string; manifest: Manifest }>(
    scope.db,
    sql`update ${version} set is_foldable = false from ${app}
        where ${app.id} = ${scope.appId} and ${version.appId} = ${app.id} and ${version.id} = ${app.headVersionId}
        returning ${version.id}, ${version.manifest}`,
  );
  if (!kept) throw new AppError("app-not-found");
  return { versionId: kept.id, files: await filesIn(scope, kept.manifest) };
}

export async function findVersion({ db, appId }: OwnedApp, versionId: string): Promise<VersionRow> {
  const [row] = await db
    .select()
    .from(version)
    .where(and(eq(version.appId, appId), eq(version.id, versionId)));
  if (!row) throw new AppError("version-not-found");
  return row;
}

/** The state before a version, to compare it with. Empty before the first. */
export async function manifestBefore({ db, appId }: OwnedApp, number: number): Promise<Manifest> {
  const [row] = await db
    .select({ manifest: version.manifest })
    .from(version)
    .where(and(eq(version.appId, appId), lt(version.number, number)))
    .orderBy(desc(version.number))
    .limit(1);
  return row?.manifest ?? {};
}
