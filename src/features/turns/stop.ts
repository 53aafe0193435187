import "server-only";
import { ownedByServer } from "@/api/gates";
import { and, eq, sql } from "drizzle-orm";
import { turn } from "@/db/schema/chat";
import { publish } from "@/engines/events";
import type { Platform } from "@/engines/platform";
import { endTurn, isStale, recoverTurn } from "./recover";
import { claimTurn, type TurnRow } from "./store";

/** Asks a turn's runner to end it; where nobody runs it, ends it here. What it had finished is kept. */
export async function stopTurn(platform: Platform, row: TurnRow): Promise<void> {
  const scope = ownedByServer(platform.db, row.appId);
  const ours = and(eq(turn.appId, row.appId), eq(turn.id, row.id), eq(turn.status, "running"));
  // The job of a turn that is claimed here finds it taken.
  if (await claimTurn(scope, row.id)) return endTurn(platform, scope, row, undefined);
  const [running] = await platform.db
    .update(turn)
    .set({ stopRequestedAt: sql`now()` })
    .where(ours)
    .returning({ isStale: sql<boolean>`${isStale}` });
  if (running?.isStale) return recoverTurn(platform, row);
  if (running) await publish(platform.db, `turn:${row.id}`, "stop");
}
