import "server-only";
import { type Blobs, sha256 } from "@/engines/blobs";
import { contentTypeOf } from "@/engines/bundler/html";
import type { Platform } from "@/engines/platform";
import { openPreview, type Preview } from "@/engines/bundler/open-preview";
import type { Asset, Build } from "@/engines/bundler/schema";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { headFiles } from "@/features/versions/store";

/** Kept a day after they were built last (features/retention). */
const previewPrefix = "previews/";

/** Previews kept warm at once, and how long one may lie unused. */
const openMax = 12;
const idleMs = 10 * 60 * 1000;

type Open = { preview: Preview; versionId: string; build: Promise<Build>; before?: Promise<Build>; usedAt: number };
const open = new Map<string, Open>();

/** Where other servers of this installation find what this one built; none, when there are no others. */
type Shared = Pick<Blobs, "put" | "get"> | undefined;

/**
 * Previews are shared when several servers may answer for one app: the page comes from one, its script may be asked of
 * another.
 */
export const sharedPreviews = ({ database, blobs }: Platform): Shared =>
  database.kind === "postgres" ? blobs : undefined;

const keyOf = (appId: string, path: string) => `${previewPrefix}${sha256(`${appId} ${path}`)}`;

/** The newest build of an app's newest version. Asking twice for one version builds once. */
export async function previewBuild(
  scope: OwnedApp | VisitedApp,
  config: { appName: string; builderOrigin: string },
  shared: Shared,
): Promise<{ versionId: string; build: Build }> {
  const { versionId, files } = await headFiles(scope);
  const kept = open.get(scope.appId);
  if (kept?.versionId === versionId) {
    kept.usedAt = Date.now();
    // The map's order is the order of use: its first is the one to close.
    open.delete(scope.appId);
    open.set(scope.appId, kept);
    return { versionId, build: await kept.build };
  }
  const preview = kept?.preview ?? openPreview();
  const build = preview
    .build(files, { appId: scope.appId, versionId, mode: "preview", ...config })
    .then(async (built) => (await share(shared, scope.appId, built), built));
  open.delete(scope.appId);
  open.set(scope.appId, { preview, versionId, build, before: kept?.build, usedAt: Date.now() });
  closeUnused();
  build.catch(() => open.get(scope.appId)?.build === build && open.delete(scope.appId));
  return { versionId, build: await build };
}

/** Stored before the page is answered, so that no script is asked for that is not there. */
async function share(shared: Shared, appId: string, { assets }: Build): Promise<void> {
  if (!shared) return;
  await Promise.all(
    [...assets].map(([path, { bytes, contentType }]) => shared.put(keyOf(appId, path), bytes, contentType)),
  );
}

/**
 * An asset of the build that is open now, or of the one before: a page that was fetched just before an edit still gets
 * its script, and with it learns of the edit. An asset's name carries its content's hash, so it cannot be guessed.
 */
export async function previewAsset(appId: string, path: string, shared: Shared): Promise<Asset | undefined> {
  const { build, before } = open.get(appId) ?? {};
  const earlier = await before?.catch(() => undefined);
  const own = earlier?.assets.get(path) ?? (await build?.catch(() => undefined))?.assets.get(path);
  if (own) return own;
  const bytes = await shared?.get(keyOf(appId, path));
  return bytes ? { contentType: contentTypeOf(path), bytes } : undefined;
}

function closeUnused(): void {
  for (const [appId, { preview, usedAt }] of open) {
    if (open.size <= openMax && Date.now() - usedAt < idleMs) continue;
    open.delete(appId);
    void preview.dispose();
    if (open.size <= openMax) break;
  }
}

/** Lets go of every bundler, when the server closes. */
export async function closePreviews(): Promise<void> {
  const all = [...open.values()];
  open.clear();
  await Promise.all(all.map(({ preview }) => preview.dispose()));
}
