import "server-only";
import { z } from "zod";
import { appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import { siteOf } from "./rules";
import { siteSchema } from "./schema";
import { isMarkHidden, updateSite } from "./store";

export const siteRouter = router({
  get: viewerProcedure.input(appInput({})).query(async ({ ctx }) => ({
    site: siteOf(ctx.app.data),
    revision: ctx.app.revision,
    hideBuildAI: await isMarkHidden(ctx.owned),
  })),

  /** Takes effect at once, without a new publish. */
  update: editorProcedure
    .input(appInput({ revision: z.number().int(), site: siteSchema }))
    .mutation(async ({ ctx, input: { revision, site } }) => {
      await updateSite(ctx.owned, revision, site);
      return {};
    }),
});
