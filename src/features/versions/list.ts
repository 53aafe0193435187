import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { version } from "@/db/schema/version";
import type { OwnedApp } from "@/db/scope";
import { describeSitting } from "./rules";
import type { VersionSummary } from "./schema";

/** The history, newest first: the last version of each turn, restore or sitting. */
export async function listVersions({ db, appId }: OwnedApp, limit: number): Promise<VersionSummary[]> {
  const entries = sql`
    select max(${version.number}) as number, jsonb_agg(${version.description} order by ${version.number}) as descriptions
    from ${version} where ${version.appId} = ${appId} group by ${version.sitting} order by ${version.sitting} desc limit ${limit}`;
  const rows = await db
    .select({
      id: version.id,
      number: version.number,
      kind: version.kind,
      createdAt: version.createdAt,
      messageId: version.messageId,
      userRequest: version.userRequest,
      descriptions: sql<string[]>`entry.descriptions`,
    })
    .from(version)
    .innerJoin(sql`(${entries}) as entry`, sql`entry.number = ${version.number}`)
    .where(eq(version.appId, appId))
    .orderBy(desc(version.number));
  return rows.map(({ createdAt, descriptions, ...row }) => ({
    ...row,
    timestamp: createdAt.toISOString(),
    description: describeSitting(descriptions),
  }));
}
