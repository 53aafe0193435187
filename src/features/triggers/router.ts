import "server-only";
import { reaches } from "@/api/app-role";
import { appInput, managerProcedure, router, viewerProcedure } from "@/api/procedures";
import type { Env } from "@/engines/env";
import { AppError, errors } from "@/errors";
import { appUrl } from "@/features/apps/address";
import { headFiles } from "@/features/versions/store";
import { functionNamePattern, functionOf } from "@/shipped/contract";
import { z } from "zod";
import { nextRuns } from "./cron";
import { schedulesOf } from "./read-config";
import { hookPath, type TriggerView } from "./schema";
import { deleteHook, findHookToken, findSchedule, listEvents, writeHook } from "./store";

const nameSchema = z.string().regex(functionNamePattern, { error: errors["function-name"].message });
const nextShown = 3;

type Addressed = { slug: string; customDomain: string | null };
const hookUrl = (env: Env, app: Addressed, token: string) => `${appUrl(env, app)}${hookPath}${token}`;

export const triggersRouter = router({
  /** What runs a function without a visitor: its schedule, its webhook, and what ran last. */
  get: viewerProcedure.input(appInput({ name: nameSchema })).query(async ({ ctx, input }): Promise<TriggerView> => {
    const { sealer, env } = ctx.platform;
    const { files } = await headFiles(ctx.owned);
    const schedule = schedulesOf(files).find((one) => one.function === input.name);
    const live = await findSchedule(ctx.owned, input.name);
    // Whoever has the address can call it: like a secret, it is for admins of the app.
    const token = reaches(ctx.role, "admin") ? await findHookToken(ctx.owned, sealer, input.name) : undefined;
    const isLive = live && live.cron === schedule?.cron && live.timeZone === schedule.timeZone;
    return {
      schedule: schedule
        ? {
            cron: schedule.cron,
            timeZone: schedule.timeZone,
            problem: schedule.problem ?? null,
            next: schedule.problem
              ? []
              : nextRuns(schedule.cron, schedule.timeZone, new Date(), nextShown).map((at) => at.toISOString()),
          }
        : null,
      runsAt: isLive ? live.nextAt.toISOString() : null,
      hookUrl: token ? hookUrl(env, ctx.app, token) : null,
      events: await listEvents(ctx.owned, input.name),
    };
  }),

  /** Gives a function an address for other services, or another one: the one before leads nowhere then. */
  createHook: managerProcedure.input(appInput({ name: nameSchema })).mutation(async ({ ctx, input }) => {
    const { files } = await headFiles(ctx.owned);
    if (!files.some(({ path }) => functionOf(path) === input.name)) throw new AppError("function-name");
    const token = await writeHook(ctx.owned, ctx.platform.sealer, input.name);
    return { url: hookUrl(ctx.platform.env, ctx.app, token) };
  }),

  deleteHook: managerProcedure.input(appInput({ name: nameSchema })).mutation(async ({ ctx, input }) => {
    await deleteHook(ctx.owned, input.name);
    return {};
  }),
});
