import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { accountProcedure, appIdSchema, router } from "@/api/procedures";
import type { Env } from "@/engines/env";
import { appUrl } from "@/features/apps/address";
import { iconOf } from "@/features/apps/rules";
import { gateTemplate } from "@/features/plans/rules";
import { checkPlan, standingOf } from "@/features/plans/store";
import { AppError } from "@/errors";
import { openTemplate } from "./open-template";
import type { Template } from "./schema";
import { findTemplate, listTemplates } from "./store";

const [opensMax, quarterHour] = [20, 15 * 60];

function toView(env: Env, { app, settings }: Awaited<ReturnType<typeof listTemplates>>[number]): Template {
  const own = typeof app.data.description === "string" ? app.data.description : "";
  return {
    appId: app.id,
    name: app.name,
    description: settings.templateDescription || own,
    icon: iconOf(app.id, app.data.icon),
    imageUrl: settings.templateImageUrl ?? "",
    category: settings.templateCategory ?? "",
    isPro: settings.isProTool === true,
    url: appUrl(env, app),
  };
}

export const templatesRouter = router({
  list: accountProcedure.query(async ({ ctx }) =>
    (await listTemplates(ctx.platform.db)).map((row) => toView(ctx.platform.env, row)),
  ),

  /** A copy of a template, as an app of one's own. */
  open: accountProcedure.input(z.strictObject({ templateId: appIdSchema })).mutation(async ({ ctx, input }) => {
    const { db, env } = ctx.platform;
    if (!(await withinLimit(db, `template:${ctx.account.id}`, opensMax, quarterHour)))
      throw new AppError("too-many-requests");
    const { settings } = await findTemplate(db, input.templateId);
    if (settings.isProTool) checkPlan(gateTemplate(standingOf(env, ctx.account)));
    const { id } = await openTemplate(ctx.platform, input.templateId, ctx.account);
    return { appId: id };
  }),
});
