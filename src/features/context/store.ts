import "server-only";
import { desc, eq } from "drizzle-orm";
import { version } from "@/db/schema/version";
import type { OwnedApp } from "@/db/scope";
import type { PastChange } from "./history";

/** Versions to look back on. */
const versionsMax = 60;

/** Changes of recent versions, newest first: files that are new or differ from the version before. */
export async function readPastChanges({ db, appId }: OwnedApp): Promise<PastChange[]> {
  const rows = await db
    .select({ number: version.number, request: version.userRequest, manifest: version.manifest })
    .from(version)
    .where(eq(version.appId, appId))
    .orderBy(desc(version.number))
    .limit(versionsMax + 1);
  return rows.flatMap(({ request, manifest }, index) => {
    const before = rows[index + 1]?.manifest;
    // The oldest one is only a baseline.
    if (!before && rows.length > versionsMax) return [];
    const paths = Object.keys(manifest)
      .filter((path) => before?.[path] !== manifest[path])
      .sort();
    return paths.length > 0 ? [{ request, paths }] : [];
  });
}
