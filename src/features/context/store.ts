import "server-only";
import { desc, eq } from "drizzle-orm";
import { version } from "@/db/schema/version";
import type { OwnedApp } from "@/db/scope";
import type { PastChange } from "./history";

/** How many versions a prompt looks back on. */
const versionsMax = 60;

/** What the last versions changed, newest first: files that are new or differ from the version before. */
export async function readPastChanges({ db, appId }: OwnedApp): Promise<PastChange[]> {
  const rows = await db
    .select({ number: version.number, request: version.userRequest, manifest: version.manifest })
    .from(version)
    .where(eq(version.appId, appId))
    .orderBy(desc(version.number))
    .limit(versionsMax + 1);
  return rows.flatMap(({ request, manifest }, index) => {
    const before = rows[index + 1]?.manifest;
    // The oldest of a long history is there to be compared with, and not told of.
    if (!before && rows.length > versionsMax) return [];
    const paths = Object.keys(manifest)
      .filter((path) => before?.[path] !== manifest[path])
      .sort();
    return paths.length > 0 ? [{ request, paths }] : [];
  });
}
