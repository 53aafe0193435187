import "server-only";
import { eq } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { app } from "@/db/schema/app";
import { checkRoom } from "@/api/check-room";
import { openOutside } from "@/engines/fetch-outside";
import type { Platform } from "@/engines/platform";
import { ProviderError } from "@/features/integrations/provider-error";
import { providerIdSchema } from "@/features/integrations/schema";
import { fetchProviderFile } from "@/features/integrations/store";
import { limitsOf } from "@/features/plans/rules";
import { standingOf } from "@/features/plans/store";
import { writeItem } from "./claim";
import { crawlSite } from "./crawl-site";
import { type ItemRow, topicOf } from "./store";
import { SyncFailure } from "./sync-failure";

/** How long a site is read: less than the stage may take (sync-item.ts), so that what was read of a slow one counts. */
const crawlMs = 800_000;

/** A document as its parser takes it. */
export type FetchedDocument = { type: string; name: string; bytes: Uint8Array<ArrayBuffer> };

/** `type` is given where a parser reads something else than the item is called: a Google Doc comes as Markdown. */
type Fetched = { bytes: Uint8Array<ArrayBuffer>; report?: ItemRow["report"]; type?: string };

/** The bytes of an item, from where it comes from. What was fetched is stored, so that a killed sync need not fetch again. */
export async function fetchDocument(platform: Platform, row: ItemRow, signal: AbortSignal): Promise<FetchedDocument> {
  const { type, name } = row;
  // What a provider gave has a kind of its own, and is one call away.
  if (row.source === "local_files" || (row.source === "web_scraper" && row.fileKey === keyOf(row))) {
    const bytes = row.fileKey === null ? null : await platform.blobs.get(row.fileKey);
    if (bytes) return { type, name, bytes };
    if (row.source === "local_files") throw new SyncFailure("The file of this item is gone. Upload it again.");
  }
  const fetched =
    row.source === "web_scraper" ? await fetchSite(platform, row, signal) : await fetchFile(platform, row, signal);
  await storeFetched(platform, row, fetched);
  return { type: fetched.type ?? type, name, bytes: fetched.bytes };
}

/** Where the document of this sync lies. */
const keyOf = ({ id, revision }: ItemRow) => `sources/${id}-${revision}`;

async function storeFetched(platform: Platform, row: ItemRow, { bytes, report = null }: Fetched): Promise<void> {
  const more = bytes.byteLength - row.size;
  if (more > 0) await checkRoom(platform, row.appId, more);
  await platform.blobs.put(keyOf(row), bytes, "application/octet-stream");
  await writeItem(platform.db, row, { fileKey: keyOf(row), size: bytes.byteLength, report });
  if (row.fileKey !== null && row.fileKey !== keyOf(row)) await platform.blobs.delete(row.fileKey);
}

/** The plan of the app's owner says how far the scraper goes (1-platform.md §9). */
async function scrapeLimits({ db, env }: Platform, appId: string) {
  const [owner] = await db
    .select({ plan: account.plan, isAdmin: account.isAdmin })
    .from(app)
    .innerJoin(account, eq(account.id, app.ownerId))
    .where(eq(app.id, appId));
  return limitsOf(standingOf(env, owner ?? { plan: "lite", isAdmin: false }));
}

/** A document of the app's owner at a provider. */
async function fetchFile(platform: Platform, row: ItemRow, signal: AbortSignal): Promise<Fetched> {
  const provider = providerIdSchema.safeParse(row.provider);
  if (!provider.success || row.externalFileId === null)
    throw new SyncFailure("This document is nowhere to be fetched from.");
  const [owner] = await platform.db.select({ id: app.ownerId }).from(app).where(eq(app.id, row.appId));
  const file = { id: row.externalFileId, type: row.type };
  try {
    const { bytes, format } = await fetchProviderFile(platform, owner?.id ?? "", provider.data, file, signal);
    return { bytes, type: format };
  } catch (error) {
    if (error instanceof ProviderError) throw new SyncFailure(error.message, error.retry);
    throw error;
  }
}

async function fetchSite(platform: Platform, row: ItemRow, signal: AbortSignal): Promise<Fetched> {
  const { scrapeDepth, scrapePagesMax } = await scrapeLimits(platform, row.appId);
  const outside = openOutside(platform.env.SCRAPER_PRIVATE_HOSTS);
  try {
    const { pages, report } = await crawlSite(outside, row.externalFileUrl ?? "", {
      depth: scrapeDepth,
      pagesMax: scrapePagesMax,
      msMax: crawlMs,
      signal,
      onProgress: (done, total) => {
        writeItem(platform.db, row, { done, total }).catch(() => undefined);
        platform.events.announce(platform.db, topicOf(row.appId));
      },
    });
    return { bytes: new TextEncoder().encode(JSON.stringify(pages)), report };
  } finally {
    await outside.close();
  }
}
