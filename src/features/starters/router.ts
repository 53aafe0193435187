import "server-only";
import { z } from "zod";
import { ownedByServer } from "@/api/gates";
import { accountProcedure, router } from "@/api/procedures";
import { AppError } from "@/errors";
import { insertApp } from "@/features/apps/store";
import { beginTurn } from "@/features/turns/begin";
import { writeVersion } from "@/features/versions/store";
import type { Account } from "@/api/actor";
import type { Platform } from "@/engines/platform";
import { createToolApp } from "@/features/tool-versions/create-tool-app";
import { composeTool } from "@/features/tools/compose/compose-tool";
import { starters, type ToolStarter, toolStarters } from "./schema";

/** The same tool for everybody, whatever model there is: each was tried without one. */
async function openTool({ platform, account }: { platform: Platform; account: Account }, starter: ToolStarter) {
  const { name: header, icon, summary, sentence } = starter;
  const composed = await composeTool(platform, account, { sentence, builder: "offline" });
  const definition = { ...composed.definition, description: summary };
  const { id } = await createToolApp(platform, account, sentence, { ...composed, header, icon, definition });
  return { appId: id };
}

export const startersRouter = router({
  /** Creates an app from a starting point: the offline builder runs its sentence as a turn, or makes a tool of it. */
  open: accountProcedure.input(z.strictObject({ starterId: z.string().max(40) })).mutation(({ ctx, input }) => {
    const tool = toolStarters.find(({ id }) => id === input.starterId);
    if (tool) return openTool(ctx, tool);
    const starter = starters.find(({ id }) => id === input.starterId);
    if (!starter) throw new AppError("starter-not-found");
    const { name, icon, summary, sentence } = starter;
    return ctx.platform.db.transaction(async (db) => {
      const row = await insertApp(db, ctx.account, { name, kind: "gen-app", data: { icon, description: summary } });
      const owned = ownedByServer(db, row.id);
      await writeVersion(owned, { kind: "create", description: "Created the app" }, () => []);
      await beginTurn(ctx.platform, owned, [{ type: "text", text: sentence }], { builder: "offline" });
      return { appId: row.id };
    });
  }),
});
