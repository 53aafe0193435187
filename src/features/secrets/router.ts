import "server-only";
import { z } from "zod";
import { inTransaction } from "@/db/scope";
import { appInput, managerAdminProcedure, router } from "@/api/procedures";
import { publish } from "@/engines/events";
import { secretEntrySchema, secretKeySchema, secretsMax } from "./schema";
import { deleteSecret, listSecrets, storeSecrets } from "./store";

export const secretsRouter = router({
  /** Keys and instructions, by key. Values stay on the server. */
  list: managerAdminProcedure.input(appInput({})).query(({ ctx }) => listSecrets(ctx.owned)),

  /** Adds and updates secrets, all or none. Running functions are notified. */
  update: managerAdminProcedure
    .input(appInput({ secrets: z.array(secretEntrySchema).max(secretsMax) }))
    .mutation(async ({ ctx, input }) => {
      await storeSecrets(ctx.platform, ctx.owned, input.secrets);
      return listSecrets(ctx.owned);
    }),

  delete: managerAdminProcedure.input(appInput({ key: secretKeySchema })).mutation(({ ctx, input }) =>
    inTransaction(ctx.owned, async (owned) => {
      await deleteSecret(owned, input.key);
      await publish(owned.db, `secrets:${owned.appId}`);
      return {};
    }),
  ),
});
