import "server-only";
import { openPreview, type Preview } from "@/engines/bundler/open-preview";
import type { Asset, Build } from "@/engines/bundler/schema";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { headFiles } from "@/features/versions/store";

/** Previews kept warm at once, and how long one may lie unused. */
const openMax = 12;
const idleMs = 10 * 60 * 1000;

type Open = { preview: Preview; versionId: string; build: Promise<Build>; before?: Promise<Build>; usedAt: number };
const open = new Map<string, Open>();

/** The newest build of an app's newest version. Asking twice for one version builds once. */
export async function previewBuild(
  scope: OwnedApp | VisitedApp,
  config: { appName: string; builderOrigin: string },
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
  const build = preview.build(files, { appId: scope.appId, versionId, mode: "preview", ...config });
  open.delete(scope.appId);
  open.set(scope.appId, { preview, versionId, build, before: kept?.build, usedAt: Date.now() });
  closeUnused();
  build.catch(() => open.get(scope.appId)?.build === build && open.delete(scope.appId));
  return { versionId, build: await build };
}

/**
 * An asset of the build that is open now, or of the one before: a page that was fetched just before an edit still gets its script, and
 * with it learns of the edit. An asset's name carries its content's hash, so it cannot be guessed.
 */
export async function previewAsset(appId: string, path: string): Promise<Asset | undefined> {
  const { build, before } = open.get(appId) ?? {};
  const earlier = await before?.catch(() => undefined);
  return earlier?.assets.get(path) ?? (await build)?.assets.get(path);
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
