import "server-only";
import { adminProcedure, router } from "@/api/procedures";
import { note } from "@/features/admin/audit";
import { choiceSchema, serviceSchema } from "./schema";
import { applyChoice, saveChoice, viewChoice } from "./store";
import { tryService } from "./try-service";

export const modelsRouter = router({
  get: adminProcedure.query(({ ctx }) => viewChoice(ctx.platform)),

  /** Takes effect at once, for turns that begin from now on. */
  save: adminProcedure.input(choiceSchema).mutation(async ({ ctx, input }) => {
    await ctx.platform.db.transaction(async (tx) => {
      const { services, limits } = input;
      const named = services.map(({ provider, baseUrl, names }) => ({ provider, baseUrl, names }));
      await note(tx, ctx.account, "models-changed", "models", { services: named, limits });
      await saveChoice(ctx.platform, input, tx);
    });
    await applyChoice(ctx.platform);
    return viewChoice(ctx.platform);
  }),

  /** Calls a service as it was entered, stored or not. */
  test: adminProcedure.input(serviceSchema).mutation(({ ctx, input }) => tryService(ctx.platform, input)),
});
