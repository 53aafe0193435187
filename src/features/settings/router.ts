import "server-only";
import { z } from "zod";
import { accountProcedure, appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import { gateAppSettings, gateToolSettings } from "@/features/plans/rules";
import { checkPlan, standingOf } from "@/features/plans/store";
import { reaches, roleRefusals } from "@/api/app-role";
import { AppError } from "@/errors";
import { listModelChoices } from "./list-models";
import { foreignStyle, neededRole } from "./rules";
import { settingsSchema, styleSchema } from "./schema";
import { checkSettings, editorOf, readKept, saveKept } from "./store";

const revision = { revision: z.number().int().optional() };

export const settingsRouter = router({
  /** An app's style and settings, and which of them the caller may change. */
  get: viewerProcedure.input(appInput({})).query(async ({ ctx }) => ({
    style: await readKept(ctx.owned, "style"),
    settings: await readKept(ctx.owned, "settings"),
    editor: editorOf(ctx.platform.env, ctx.account),
    hasModel: ctx.platform.env.MODEL_PROVIDER !== "offline",
  })),

  /** "POST /api/apps/{id}/style" (2-builder.md §7). */
  saveStyle: editorProcedure
    .input(appInput({ appStyle: styleSchema, ...revision }))
    .mutation(({ ctx, input: { appStyle, revision: seen } }) => {
      if (foreignStyle(appStyle, ctx.account)) throw new AppError("admin-only", { settings: ["hideBuildAI"] });
      return saveKept(ctx.owned, "style", appStyle, seen);
    }),

  /** "POST /api/apps/{id}/settings" (2-builder.md §7). */
  save: editorProcedure
    .input(appInput({ appSettings: settingsSchema, ...revision }))
    .mutation(({ ctx, input: { appSettings, revision: seen } }) => {
      const { kind } = ctx.app;
      const standing = standingOf(ctx.platform.env, ctx.payer);
      checkPlan(kind === "tool" || kind === "app" ? gateToolSettings(standing) : gateAppSettings(standing, kind));
      const needed = neededRole(appSettings);
      if (!reaches(ctx.role, needed)) throw new AppError("app-role", { needed }, roleRefusals[needed]);
      checkSettings(appSettings, editorOf(ctx.platform.env, ctx.account));
      return saveKept(ctx.owned, "settings", appSettings, seen);
    }),

  /** What the model picker offers. */
  models: accountProcedure.query(({ ctx }) => listModelChoices(ctx.platform)),
});
