import "server-only";
import { z } from "zod";
import { appInput, ownerProcedure, router } from "@/api/procedures";
import { siteOf } from "./rules";
import { siteSchema } from "./schema";
import { isMarkHidden, updateSite } from "./store";

export const siteRouter = router({
  get: ownerProcedure.input(appInput({})).query(async ({ ctx }) => ({
    site: siteOf(ctx.app.data),
    revision: ctx.app.revision,
    hideBuildAI: await isMarkHidden(ctx.owned),
  })),

  /** Takes effect at once, without a new publish. */
  update: ownerProcedure
    .input(appInput({ revision: z.number().int(), site: siteSchema }))
    .mutation(async ({ ctx, input: { revision, site } }) => {
      await updateSite(ctx.owned, revision, site);
      return {};
    }),
});
