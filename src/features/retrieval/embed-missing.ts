import "server-only";
import { sql } from "drizzle-orm";
import { ownedByServer } from "@/api/gates";
import { rowsOf } from "@/db/open";
import { log } from "@/engines/log";
import { ModelError } from "@/engines/model/schema";
import type { Platform } from "@/engines/platform";
import { embedItem } from "./embed-item";

export const embedMissingJob = "embed-missing";
/** Every ten minutes; one that finds nothing is one statement. */
export const embedMissingCron = "*/10 * * * *";

/** One run ends before the next begins. */
const runMs = 9 * 60_000;
const itemsMax = 1_000;

/**
 * Embeds what was synced before an embedding service was configured, or with another model. Until then its words
 * answer. A service that fails is asked again by the next run; an owner's spent budget keeps nobody else waiting.
 */
export async function embedMissing(platform: Platform): Promise<void> {
  const model = platform.env.EMBEDDING_MODEL;
  if (!model) return;
  const items = await rowsOf<{ appId: string; itemId: string }>(
    platform.db,
    sql`select distinct c.app_id as "appId", c.item_id as "itemId" from chunk c
      join context_item i on i.app_id = c.app_id and i.id = c.item_id and i.status = 'synced'
      where not exists (select from chunk_vector v where v.app_id = c.app_id and v.number = c.number and v.model = ${model})
      order by 1, 2 limit ${itemsMax}`,
  );
  const signal = AbortSignal.timeout(runMs);
  for (const { appId, itemId } of items) {
    if (signal.aborted) return;
    try {
      await embedItem(platform, ownedByServer(platform.db, appId), itemId, { signal });
    } catch (error) {
      log("warn", "embed-missing", { appId, itemId, error });
      if (error instanceof ModelError) return;
    }
  }
}
