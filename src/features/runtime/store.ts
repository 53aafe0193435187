import "server-only";
import { and, desc, eq, lt, sql } from "drizzle-orm";
import { app, member, publication, upload, visitorSession } from "@/db/schema/app";
import { version } from "@/db/schema/version";
import { newId } from "@/db/id";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { encode, encodedBytesMin, encodings, isCompressible } from "@/engines/encoding";
import type { Build } from "@/engines/bundler/schema";
import { sha256 } from "@/engines/blobs";
import { publish } from "@/engines/events";
import type { Platform } from "@/engines/platform";
import { newToken, tokenHash } from "@/engines/token";
import { AppError } from "@/errors";
import { setSchedules } from "@/features/triggers/store";
import type { SourceFile } from "@/shipped/contract";
import { profileCharactersMax, type PublicationEntry, publicationsListed } from "./schema";
import type { MemberRow } from "@/features/members/store";

export type PublicationRow = typeof publication.$inferSelect;

/** A preview's token lives for a working day, a member's for a month. */
const previewHours = 12;
const memberDays = 30;

type Scope = OwnedApp | VisitedApp;

/** A new token for one app's host; only its hash is kept. */
export async function openVisitorSession(
  { db, appId }: Scope,
  who: { accountId: string } | { memberId: string },
): Promise<string> {
  const token = newToken();
  const hours = "accountId" in who ? previewHours : memberDays * 24;
  await db.delete(visitorSession).where(and(eq(visitorSession.appId, appId), lt(visitorSession.expiresAt, sql`now()`)));
  await db
    .insert(visitorSession)
    .values({ appId, tokenHash: tokenHash(token), ...who, expiresAt: new Date(Date.now() + hours * 3_600_000) });
  return token;
}

export async function closeVisitorSession({ db, appId }: Scope, token: string): Promise<void> {
  await db
    .delete(visitorSession)
    .where(and(eq(visitorSession.appId, appId), eq(visitorSession.tokenHash, tokenHash(token))));
}

export async function findMember(
  { db, appId }: Scope,
  by: { email: string } | { id: string },
): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(member)
    .where(and(eq(member.appId, appId), "email" in by ? eq(member.email, by.email) : eq(member.id, by.id)));
  return row;
}

/** Merges a member's own fields. @throws profile-full */
export async function updateProfile(scope: Scope, id: string, data: Record<string, unknown>): Promise<MemberRow> {
  const { db, appId } = scope;
  const patch = JSON.stringify(data);
  const [row] = await db
    .update(member)
    .set({ data: sql`${member.data} || ${patch}::jsonb` })
    .where(
      and(
        eq(member.appId, appId),
        eq(member.id, id),
        sql`length((${member.data} || ${patch}::jsonb)::text) <= ${profileCharactersMax}`,
      ),
    )
    .returning();
  if (row) return row;
  throw new AppError((await findMember(scope, { id })) ? "profile-full" : "not-signed-in");
}

/**
 * Stores a build and makes it the live one, in one transaction. Its files lie in the blob store under their hashes: an
 * unchanged one is stored once.
 */
export async function storePublication(
  { blobs }: Platform,
  { db, appId }: OwnedApp,
  { versionId, sources }: { versionId: string; sources: SourceFile[] },
  build: Build,
): Promise<void> {
  const files = await Promise.all(
    [...build.assets].map(async ([path, { contentType, bytes }]) => {
      const key = `published/${sha256(bytes)}`;
      await blobs.put(key, bytes, contentType);
      // Encoded once, here: visitors fetch it many times.
      if (isCompressible(contentType) && bytes.length >= encodedBytesMin)
        for (const encoding of encodings)
          await blobs.put(`${key}.${encoding}`, await encode(bytes, encoding), contentType);
      return { path, key, contentType, bytes: bytes.length };
    }),
  );
  await db.transaction(async (tx) => {
    // Two publishes at once would each miss the other's row, and leave two live ones.
    await tx.select({ id: app.id }).from(app).where(eq(app.id, appId)).for("update");
    await tx.update(publication).set({ live: false }).where(eq(publication.appId, appId));
    await tx.insert(publication).values({ appId, id: newId("p"), versionId, html: build.html, files, live: true });
    await tx
      .update(app)
      .set({ publishedVersionId: versionId, publishedAt: sql`now()` })
      .where(eq(app.id, appId));
    await setSchedules({ db: tx, appId }, sources);
    await publish(tx, `app:${appId}`);
  });
}

export async function unpublish({ db, appId }: OwnedApp): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(publication).set({ live: false }).where(eq(publication.appId, appId));
    await tx.update(app).set({ publishedVersionId: null, publishedAt: null }).where(eq(app.id, appId));
    await setSchedules({ db: tx, appId }, []);
    await publish(tx, `app:${appId}`);
  });
}

/** What was published and can be made live again, newest first. */
export async function listPublications({ db, appId }: OwnedApp): Promise<PublicationEntry[]> {
  const rows = await db
    .select({
      id: publication.id,
      versionId: publication.versionId,
      isLive: publication.live,
      createdAt: publication.createdAt,
      description: version.description,
    })
    .from(publication)
    .leftJoin(version, and(eq(version.appId, publication.appId), eq(version.id, publication.versionId)))
    .where(eq(publication.appId, appId))
    .orderBy(desc(publication.createdAt), desc(publication.id))
    .limit(publicationsListed);
  return rows.map(({ createdAt, description, ...row }) => ({
    ...row,
    description: description ?? "",
    createdAt: createdAt.toISOString(),
  }));
}

/** @throws publication-not-found */
export async function findPublication({ db, appId }: OwnedApp, id: string): Promise<{ id: string; versionId: string }> {
  const [row] = await db
    .select({ id: publication.id, versionId: publication.versionId })
    .from(publication)
    .where(and(eq(publication.appId, appId), eq(publication.id, id)));
  if (!row) throw new AppError("publication-not-found");
  return row;
}

/** Makes a stored publication the live one, as it was built. @throws publication-not-found */
export async function restorePublication({ db, appId }: OwnedApp, id: string, sources: SourceFile[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.select({ id: app.id }).from(app).where(eq(app.id, appId)).for("update");
    await tx.update(publication).set({ live: false }).where(eq(publication.appId, appId));
    const [row] = await tx
      .update(publication)
      .set({ live: true })
      .where(and(eq(publication.appId, appId), eq(publication.id, id)))
      .returning({ versionId: publication.versionId });
    if (!row) throw new AppError("publication-not-found");
    await tx
      .update(app)
      .set({ publishedVersionId: row.versionId, publishedAt: sql`now()` })
      .where(eq(app.id, appId));
    await setSchedules({ db: tx, appId }, sources);
    await publish(tx, `app:${appId}`);
  });
}

export async function livePublication({ db, appId }: Scope): Promise<PublicationRow | undefined> {
  const [row] = await db
    .select()
    .from(publication)
    .where(and(eq(publication.appId, appId), eq(publication.live, true)));
  return row;
}

/**
 * Cache of live publications, keyed by app, version and publish time: one version can be published twice, under a new
 * name.
 */
const kept = new Map<string, PublicationRow>();

export async function publicationOf(
  scope: Scope,
  { versionId, publishedAt }: { versionId: string; publishedAt: Date | null },
): Promise<PublicationRow | undefined> {
  const key = `${scope.appId}/${versionId}/${publishedAt?.getTime()}`;
  const row = kept.get(key) ?? (await livePublication(scope));
  if (row && row.versionId === versionId) kept.set(key, row);
  if (kept.size > 200) kept.delete(kept.keys().next().value!);
  return row;
}

export async function findUpload({ db, appId }: Scope, id: string): Promise<typeof upload.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(upload)
    .where(and(eq(upload.appId, appId), eq(upload.id, id)));
  return row;
}

/** Whom an app may write to: its owner and its members. */
export async function isRecipient({ db, appId }: Scope, ownerId: string, email: string): Promise<boolean> {
  const found = await db.execute(
    sql`select 1 from member where app_id = ${appId} and lower(email) = ${email} union all select 1 from account where id = ${ownerId} and lower(email) = ${email} limit 1`,
  );
  return (Array.isArray(found) ? found : (found as { rows: unknown[] }).rows).length > 0;
}
