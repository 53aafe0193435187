import "server-only";
import { withinLimit } from "@/api/limit";
import { z } from "zod";
import {
  appInput,
  editorAdminProcedure,
  managerAdminProcedure,
  managerProcedure,
  router,
  viewerAdminProcedure,
  viewerProcedure,
} from "@/api/procedures";
import { functionOf, functionNamePattern } from "@/shipped/contract";
import { functionLimits, type LogLine } from "@/engines/functions/schema";
import type { Platform } from "@/engines/platform";
import { appUrl, previewUrl } from "@/features/apps/address";
import { headFiles } from "@/features/versions/store";
import { AppError, errors } from "@/errors";
import { runTrigger, scheduledRequest } from "./run-trigger";
import { deployFunction, tellServers } from "./deploy";
import { concerns } from "./follow-logs";
import { beginningOf, runFunction } from "./run";
import { type FunctionView, type RunResult, runSchema } from "./schema";
import { deleteDeployment, hashSources, listDeployments } from "./store";
import { watch } from "./call";

const [triggersPerMinute, shownMax] = [20, 2_000];

const nameSchema = z.string().regex(functionNamePattern, { error: errors["function-name"].message });

type Addressed = { id: string; slug: string; customDomain: string | null; publishedVersionId: string | null };

/** A function's URL: on the public host once the app is published, else on the preview's. */
const functionUrl = ({ env }: Platform, app: Addressed, name: string) =>
  `${app.publishedVersionId ? appUrl(env, app) : previewUrl(env, app.id)}/functions/${name}`;

export const functionsRouter = router({
  /** Functions by name, as files, deployments, or both. */
  list: viewerProcedure.input(appInput({})).query(async ({ ctx }): Promise<FunctionView[]> => {
    const [{ files }, deployed] = await Promise.all([headFiles(ctx.owned), listDeployments(ctx.owned)]);
    const paths = new Map(files.flatMap(({ path }) => (functionOf(path) ? [[functionOf(path)!, path] as const] : [])));
    const names = [...new Set([...paths.keys(), ...deployed.map(({ name }) => name)])].sort();
    return names.map((name) => {
      const path = paths.get(name);
      const row = deployed.find((one) => one.name === name);
      const running = row && {
        functionUrl: functionUrl(ctx.platform, ctx.app, name),
        deployedAt: row.deployedAt.toISOString(),
      };
      return {
        name,
        ...(path && { path }),
        ...running,
        isCurrent: row !== undefined && hashSources(files, row.sources) === row.sourceHash,
      };
    });
  }),

  /**
   * "deploying, then success or failure" (1-platform.md §4). Refused with `missing_secrets` and their keys, or with the
   * code's problems.
   */
  deploy: managerAdminProcedure.input(appInput({ name: nameSchema })).mutation(async ({ ctx, input }) => {
    watch(ctx.platform, ctx.owned.appId);
    await deployFunction(ctx.platform, ctx.owned, input.name);
    return { functionUrl: functionUrl(ctx.platform, ctx.app, input.name) };
  }),

  /** Undeploys a function. Its file stays. */
  delete: managerAdminProcedure.input(appInput({ name: nameSchema })).mutation(async ({ ctx, input }) => {
    if (!(await deleteDeployment(ctx.owned, input.name))) throw new AppError("function-not-found");
    await tellServers(ctx.owned);
    return {};
  }),

  /** One call from the Run panel, with response and duration. Its log lines carry `call`. */
  run: editorAdminProcedure
    .input(appInput({ name: nameSchema, ...runSchema.shape }))
    .mutation(({ ctx, input }) => runFunction(ctx.platform, ctx.owned, ctx.account.id, input)),

  /**
   * Runs a function of the published app now, as its schedule or its webhook would, and notes it among their runs.
   * @throws not-published, function-not-found, too-many-requests
   */
  runTrigger: managerProcedure
    .input(appInput({ name: nameSchema, kind: z.enum(["schedule", "webhook"]), body: runSchema.shape.body }))
    .mutation(async ({ ctx, input: { name, kind, body } }): Promise<Pick<RunResult, "status" | "body">> => {
      const { platform, app } = ctx;
      if (!(await withinLimit(platform.db, `trigger:${app.id}`, triggersPerMinute, 60)))
        throw new AppError("too-many-requests");
      const scheduled = scheduledRequest(platform, app, name, new Date());
      const request = kind === "schedule" ? scheduled : new Request(scheduled, { method: "POST", body });
      const { answer, logged } = await runTrigger(platform, app, name, kind, request);
      const shown = await beginningOf(answer, shownMax, functionLimits.answerMs);
      // Whoever watches sees the run with what it logged.
      await logged;
      return { status: answer.status, body: shown.body };
    }),

  /** The function's newest log lines on this server, oldest first. */
  logs: viewerAdminProcedure.input(appInput({ name: nameSchema })).query(({ ctx, input }): LogLine[] =>
    ctx.platform.functions
      .log(ctx.owned.appId)
      .after()
      .filter((line) => concerns(line, input.name)),
  ),
});
