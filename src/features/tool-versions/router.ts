import "server-only";
import { z } from "zod";
import { inTransaction } from "@/db/scope";
import { withinLimit } from "@/api/limit";
import { accountProcedure, appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import type { Account } from "@/api/actor";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { nameFromRequest } from "@/features/apps/rules";
import { standingOf } from "@/features/plans/store";
import { asksModel, composeTool, suitsTool } from "@/features/tools/compose/compose-tool";
import { sentenceSchema, titleMax } from "@/features/tools/schema";
import { checkedDefinition, insertTool, toEntry } from "@/features/tools/store";
import { beginComposition, findComposition, stopComposition } from "./compose-in-job";
import { createToolApp, createWaitingApp } from "./create-tool-app";
import type { Composed } from "./schema";
import { addVersion, currentTool, findVersion, listVersions, replaceTool } from "./store";

const toolInput = { toolId: z.string().min(1).max(40).optional() };

const begun: Composed = { isComposing: true, notes: { made: [], assumed: [], left: [] } };

async function checkRate({ db }: Platform, account: Account): Promise<void> {
  if (!(await withinLimit(db, `magic:${account.id}`, 60, 15 * 60))) throw new AppError("too-many-requests");
}

/**
 * Whole tools by a sentence, and their versions. By rules they are made at once; a model takes its time, so it works as a
 * job that outlives its connection (compose-in-job.ts), on a tool that is there already.
 */
export const toolVersionsRouter = router({
  /** A new tool app by a sentence. */
  create: accountProcedure
    .input(z.strictObject({ sentence: sentenceSchema }))
    .mutation(async ({ ctx: { platform, account }, input: { sentence } }) => {
      await checkRate(platform, account);
      if (asksModel(platform)) {
        const { id, slug } = await createWaitingApp(platform, account, sentence);
        return { appId: id, slug, ...begun };
      }
      const composed = await composeTool(platform, account, { sentence });
      const { id, slug } = await createToolApp(platform, account, sentence, composed);
      return { appId: id, slug, isComposing: false, notes: composed.notes };
    }),

  /** Whether a request for an app asks for a calculator, a converter or a quiz: `create` makes that. */
  suits: accountProcedure.input(z.strictObject({ sentence: z.string() })).query(({ ctx, input: { sentence } }) => ({
    isTool: sentenceSchema.safeParse(sentence).success && suitsTool(ctx.platform, ctx.account, sentence),
  })),

  /** One more tool of an app by a sentence. */
  createTool: editorProcedure
    .input(appInput({ sentence: sentenceSchema }))
    .mutation(async ({ ctx, input: { appId, sentence } }) => {
      const { platform, owned, account, payer } = ctx;
      await checkRate(platform, account);
      const standing = standingOf(platform.env, payer);
      if (asksModel(platform))
        return inTransaction(owned, async (scope) => {
          const row = await insertTool(scope, standing, {
            title: nameFromRequest(sentence).slice(0, titleMax),
            data: {},
          });
          await beginComposition(platform, scope, account, { toolId: row.id, sentence });
          return { ...toEntry(row), ...begun };
        });
      const { header, definition, notes } = await composeTool(platform, payer, { sentence, appId });
      const state = { title: header, definition: checkedDefinition({}, definition, standing) };
      return inTransaction(owned, async (scope) => {
        const row = await insertTool(scope, standing, { title: header, data: state.definition });
        await addVersion(scope, row.id, state, { kind: "composed", request: sentence, notes });
        return { ...toEntry(row), isComposing: false, notes };
      });
    }),

  /** Makes the whole tool anew by a sentence. */
  compose: editorProcedure
    .input(appInput({ ...toolInput, sentence: sentenceSchema, revision: z.number().int().optional() }))
    .mutation(async ({ ctx, input: { appId, toolId, sentence, revision } }): Promise<Composed> => {
      const { platform, owned, account, payer } = ctx;
      await checkRate(platform, account);
      const { title, definition: before, revision: seen, data } = await currentTool(owned, toolId);
      if (revision !== undefined && revision !== seen)
        throw new AppError("stale-revision", { revision: seen, title, data });
      if (asksModel(platform)) {
        await beginComposition(platform, owned, account, { toolId, sentence });
        return begun;
      }
      const current =
        before.fields?.length || before.blocks?.length ? { header: title, definition: before } : undefined;
      const { header, definition, notes } = await composeTool(platform, payer, { sentence, current, appId });
      const entry = { kind: "composed" as const, request: sentence, notes };
      await replaceTool(owned, standingOf(platform.env, payer), toolId, { title: header, definition }, entry, seen);
      return { isComposing: false, notes };
    }),

  /** The latest making by a model: the editor follows it, also after a reload. */
  composition: viewerProcedure
    .input(appInput(toolInput))
    .query(({ ctx, input }) => findComposition(ctx.owned, input.toolId)),

  stopComposing: editorProcedure.input(appInput(toolInput)).mutation(async ({ ctx, input }) => {
    await stopComposition(ctx.owned, input.toolId);
    return {};
  }),

  list: viewerProcedure.input(appInput(toolInput)).query(({ ctx, input }) => listVersions(ctx.owned, input.toolId)),

  /** Puts a version in place of the tool, as a new version: a restore can be undone. */
  restore: editorProcedure
    .input(appInput({ ...toolInput, number: z.number().int().min(1), revision: z.number().int().optional() }))
    .mutation(async ({ ctx, input: { toolId, number, revision } }) => {
      const state = await findVersion(ctx.owned, toolId, number);
      const standing = standingOf(ctx.platform.env, ctx.payer);
      return replaceTool(ctx.owned, standing, toolId, state, { kind: "restored" }, revision);
    }),
});
