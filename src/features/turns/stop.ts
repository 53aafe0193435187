import "server-only";
import { ownedByServer } from "@/api/gates";
import { and, eq, sql } from "drizzle-orm";
import { turn } from "@/db/schema/chat";
import { publish } from "@/engines/events";
import type { Platform } from "@/engines/platform";
import { endTurn, isStale, recoverTurn } from "./recover";
import { claimTurn, type TurnRow } from "./store";

/** Signals a turn's runner to stop, or ends the turn here when it has none. Finished actions are kept. */
export async function stopTurn(platform: Platform, row: TurnRow): Promise<void> {
  const scope = ownedByServer(platform.db, row.appId);
  const ours = and(eq(turn.appId, row.appId), eq(turn.id, row.id), eq(turn.status, "running"));
  // Claiming it makes its job a no-op.
  if (await claimTurn(scope, row.id)) return endTurn(platform, scope, row, undefined);
  const [running] = await platform.db
    .update(turn)
    .set({ stopRequestedAt: sql`now()` })
    .where(ours)
    .returning({ isStale: sql<boolean>`${isStale}` });
  if (running?.isStale) return recoverTurn(platform, row);
  if (running) await publish(platform.db, `turn:${row.id}`, "stop");
}
