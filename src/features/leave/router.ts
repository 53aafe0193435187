import "server-only";
import { z } from "zod";
import { ownedByServer } from "@/api/gates";
import { router, unverifiedProcedure } from "@/api/procedures";
import { publish } from "@/engines/events";
import { confirmPassword } from "@/features/account/change-password";
import { currentPasswordSchema } from "@/features/account/schema";
import { sessionsOf } from "@/features/account/start-session";
import { deleteApp } from "@/features/apps/store";
import { appDeleted } from "@/engines/functions/schema";
import { appIdsOf, deleteAccountRow } from "./store";

/** Part of `account` on the wire (doors/router.ts); separate because it reaches into every feature. */
export const leaveRouter = router({
  /** Deletes the account with all its apps, in one transaction. */
  delete: unverifiedProcedure
    .input(z.strictObject({ password: currentPasswordSchema }))
    .mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx, ctx.account, input.password);
      await ctx.platform.db.transaction(async (tx) => {
        for (const appId of await appIdsOf(tx, ctx.account.id)) {
          await deleteApp(ownedByServer(tx, appId));
          await publish(tx, `functions:${appId}`, appDeleted);
        }
        await deleteAccountRow(tx, ctx.account);
      });
      ctx.responseHeaders.append("set-cookie", sessionsOf(ctx).createBlankSessionCookie().serialize());
      return {};
    }),
});
