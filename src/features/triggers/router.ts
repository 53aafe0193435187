import "server-only";
import { randomBytes } from "node:crypto";
import { type AppRole, reaches } from "@/api/app-role";
import {
  appInput,
  editorProcedure,
  managerAdminProcedure,
  managerProcedure,
  router,
  viewerProcedure,
} from "@/api/procedures";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { AppError, errors } from "@/errors";
import { appUrl } from "@/features/apps/address";
import { storeSecrets } from "@/features/secrets/store";
import { filesOf, headFiles, writeVersion } from "@/features/versions/store";
import { functionNamePattern, functionOf, type SourceFile } from "@/shipped/contract";
import { z } from "zod";
import { nextRuns, scheduleProblem } from "./cron";
import { schedulesOf } from "./read-config";
import { rhythmOf, rhythmWords } from "./rules";
import { type FileSchedule, hookPath, nextShown, scheduleSchema, signingSecretOf, type TriggerView } from "./schema";
import {
  deleteHook,
  hookTokens,
  listEvents,
  listSchedules,
  pausedFunctions,
  restoreHook,
  setPaused,
  writeHook,
} from "./store";
import { writeConfig } from "./write-config";

const nameSchema = z.string().regex(functionNamePattern, { error: errors["function-name"].message });
const named = appInput({ name: nameSchema });

type Addressed = { slug: string; customDomain: string | null };
type Owned = { platform: Platform; owned: OwnedApp; app: Addressed; role: AppRole };

const hookUrl = ({ platform, app }: Pick<Owned, "platform" | "app">, token: string) =>
  `${appUrl(platform.env, app)}${hookPath}${token}`;

const nextOf = (cron: string, timeZone: string) =>
  nextRuns(cron, timeZone, new Date(), nextShown).map((at) => at.toISOString());

const scheduleView = ({ cron, timeZone, problem }: FileSchedule): TriggerView["schedule"] => ({
  cron,
  timeZone,
  problem: problem ?? null,
  next: problem ? [] : nextOf(cron, timeZone),
});

/** Triggers of these functions. */
async function viewsOf(ctx: Owned, files: SourceFile[], names: string[]): Promise<TriggerView[]> {
  const { owned, platform } = ctx;
  const wanted = new Map(schedulesOf(files).map((one) => [one.function, one]));
  const [live, paused, tokens, events] = await Promise.all([
    listSchedules(owned),
    pausedFunctions(owned),
    hookTokens(owned, platform.sealer),
    listEvents(owned, names),
  ]);
  return names.map((name) => {
    const schedule = wanted.get(name);
    const running = live.find(
      (one) => one.function === name && one.cron === schedule?.cron && one.timeZone === schedule.timeZone,
    );
    const token = tokens.get(name);
    return {
      name,
      schedule: schedule ? scheduleView(schedule) : null,
      isPaused: paused.has(name),
      runsAt: running?.nextAt.toISOString() ?? null,
      hasHook: token !== undefined,
      // Whoever has the address can call it: like a secret, it is for admins of the app.
      hookUrl: token && reaches(ctx.role, "admin") ? hookUrl(ctx, token) : null,
      events: events.filter((event) => event.function === name || event.function === ""),
    };
  });
}

/** @throws function-name for a function that the newest code does not have */
async function functionFile(owned: OwnedApp, name: string): Promise<SourceFile> {
  const { files } = await headFiles(owned);
  const file = files.find(({ path }) => functionOf(path) === name);
  if (!file) throw new AppError("function-name");
  return file;
}

export const triggersRouter = router({
  /** Every function of the app with what runs it without a visitor: its schedule, its webhook, and what ran last. */
  list: viewerProcedure.input(appInput({})).query(async ({ ctx }) => {
    const { files } = await headFiles(ctx.owned);
    const names = files.flatMap(({ path }) => functionOf(path) ?? []).sort();
    return viewsOf(ctx, files, names);
  }),

  get: viewerProcedure.input(named).query(async ({ ctx, input }): Promise<TriggerView> => {
    const { files } = await headFiles(ctx.owned);
    return (await viewsOf(ctx, files, [input.name]))[0]!;
  }),

  /** When a schedule would run, for the form. */
  preview: viewerProcedure.input(appInput(scheduleSchema.shape)).query(({ input: { cron, timeZone } }) => {
    const problem = scheduleProblem(cron, timeZone) ?? null;
    return { problem, next: problem ? [] : nextOf(cron, timeZone) };
  }),

  /**
   * Writes a schedule into the function's file, or takes it out: a version like every edit. It runs once that version is
   * published.
   * @throws schedule-invalid, schedule-in-code, function-name
   */
  setSchedule: editorProcedure
    .input(appInput({ name: nameSchema, schedule: scheduleSchema.nullable() }))
    .mutation(async ({ ctx, input: { name, schedule } }) => {
      const problem = schedule && scheduleProblem(schedule.cron, schedule.timeZone);
      if (problem) throw new AppError("schedule-invalid", undefined, problem);
      const { path } = await functionFile(ctx.owned, name);
      const description = schedule
        ? `Scheduled ${name}: ${rhythmWords(rhythmOf(schedule.cron))}`
        : `Took the schedule of ${name} away`;
      await writeVersion(ctx.owned, { kind: "edit", description }, (files) => {
        const changed = files.map((file) =>
          file.path === path ? { path, content: writeConfig(file, schedule ?? undefined) } : file,
        );
        const refused = schedulesOf(changed).find((one) => one.path === path && one.problem);
        if (refused) throw new AppError("schedule-invalid", undefined, refused.problem);
        return changed;
      });
      return {};
    }),

  /** At once, without a publication. */
  setPaused: managerProcedure
    .input(appInput({ name: nameSchema, isPaused: z.boolean() }))
    .mutation(async ({ ctx, input: { name, isPaused } }) => {
      const { publishedVersionId } = ctx.app;
      const files = publishedVersionId ? await filesOf(ctx.owned, publishedVersionId) : [];
      await setPaused(ctx.owned, name, isPaused, files);
      return {};
    }),

  /** Gives a function an address for other services, or another one: the one before leads nowhere then. */
  createHook: managerProcedure.input(named).mutation(async ({ ctx, input }) => {
    await functionFile(ctx.owned, input.name);
    return { url: hookUrl(ctx, await writeHook(ctx.owned, ctx.platform.sealer, input.name)) };
  }),

  /** @returns `undo`, by which the same address comes back */
  deleteHook: managerProcedure
    .input(named)
    .mutation(async ({ ctx, input }) => ({ undo: await deleteHook(ctx.owned, input.name) })),

  restoreHook: managerProcedure
    .input(appInput({ name: nameSchema, undo: z.string().max(1_000) }))
    .mutation(async ({ ctx, input }) => {
      await functionFile(ctx.owned, input.name);
      return { url: hookUrl(ctx, await restoreHook(ctx.owned, ctx.platform.sealer, input.name, input.undo)) };
    }),

  /**
   * A new secret by which the sender signs and the function checks with `verifyWebhook`. It becomes one of the app's
   * secrets, and is told this once.
   */
  makeSigningSecret: managerAdminProcedure.input(named).mutation(async ({ ctx, input: { name } }) => {
    await functionFile(ctx.owned, name);
    const [key, value] = [signingSecretOf(name), randomBytes(32).toString("hex")];
    await storeSecrets(ctx.platform, ctx.owned, [
      { key, value, instructions: `Signs what is sent to the webhook of ${name}` },
    ]);
    return { key, value };
  }),
});
