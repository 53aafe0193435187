import "server-only";
import { z } from "zod";
import { ownedByServer } from "@/api/gates";
import { accountProcedure, router } from "@/api/procedures";
import { AppError } from "@/errors";
import { insertApp } from "@/features/apps/store";
import { beginTurn } from "@/features/turns/begin";
import { writeVersion } from "@/features/versions/store";
import { starters } from "./schema";

export const startersRouter = router({
  /** Creates an app from a starting point: the offline builder runs its sentence as a turn. */
  open: accountProcedure.input(z.strictObject({ starterId: z.string().max(40) })).mutation(({ ctx, input }) => {
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
