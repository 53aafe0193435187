import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { message } from "@/db/schema/chat";
import { version } from "@/db/schema/version";
import type { OwnedApp } from "@/db/scope";
import { type Step, stepsBack } from "./rules";
import { findVersion, type VersionRow } from "./store";

/** Versions that an undo looks at. */
const historyMax = 1_000;

/** The version before an app's last changes, and those changes, newest first. */
export async function stepBack(
  owned: OwnedApp,
  count: number,
): Promise<{ version: VersionRow | undefined; undone: Step[] }> {
  const { db, appId } = owned;
  const history = await db
    .select({
      id: version.id,
      number: version.number,
      sitting: version.sitting,
      kind: version.kind,
      messageId: version.messageId,
      userRequest: version.userRequest,
      description: version.description,
      wentBackTo: sql<number | null>`(${message.metadata} ->> 'wentBackTo')::int`,
    })
    .from(version)
    // Edits and restores name a message, too, and are no undo of it.
    .leftJoin(
      message,
      and(eq(message.appId, version.appId), eq(message.id, version.messageId), eq(version.kind, "turn")),
    )
    .where(eq(version.appId, appId))
    .orderBy(desc(version.number))
    .limit(historyMax);
  const { to, undone } = stepsBack(history, count);
  return { version: to && (await findVersion(owned, to.id)), undone };
}
