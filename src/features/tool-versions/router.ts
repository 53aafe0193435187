import "server-only";
import { z } from "zod";
import { inTransaction } from "@/db/scope";
import { withinLimit } from "@/api/limit";
import { accountProcedure, appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import type { Account } from "@/api/actor";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { standingOf } from "@/features/plans/store";
import { composeTool } from "@/features/tools/compose-tool";
import { sentenceSchema } from "@/features/tools/schema";
import { checkedDefinition, insertTool, toEntry } from "@/features/tools/store";
import { createToolApp } from "./create-tool-app";
import { addVersion, currentTool, findVersion, listVersions, replaceTool } from "./store";

const toolInput = { toolId: z.string().min(1).max(40).optional() };

async function checkRate({ db }: Platform, account: Account): Promise<void> {
  if (!(await withinLimit(db, `magic:${account.id}`, 60, 15 * 60))) throw new AppError("too-many-requests");
}

export const toolVersionsRouter = router({
  /** A new tool app by a sentence. */
  create: accountProcedure
    .input(z.strictObject({ sentence: sentenceSchema }))
    .mutation(async ({ ctx: { platform, account }, input: { sentence } }) => {
      await checkRate(platform, account);
      const composed = await composeTool(platform, account, { sentence });
      const { id, slug } = await createToolApp(platform, account, sentence, composed);
      return { appId: id, slug, notes: composed.notes };
    }),

  /** One more tool of an app by a sentence. */
  createTool: editorProcedure
    .input(appInput({ sentence: sentenceSchema }))
    .mutation(async ({ ctx, input: { appId, sentence } }) => {
      await checkRate(ctx.platform, ctx.account);
      const { header, definition, notes } = await composeTool(ctx.platform, ctx.payer, { sentence, appId });
      const standing = standingOf(ctx.platform.env, ctx.payer);
      const state = { title: header, definition: checkedDefinition({}, definition, standing) };
      return inTransaction(ctx.owned, async (owned) => {
        const row = await insertTool(owned, standing, { title: header, data: state.definition });
        await addVersion(owned, row.id, state, { kind: "composed", request: sentence, notes });
        return { ...toEntry(row), notes };
      });
    }),

  /** Makes the whole tool anew by a sentence. */
  compose: editorProcedure
    .input(appInput({ ...toolInput, sentence: sentenceSchema, revision: z.number().int().optional() }))
    .mutation(async ({ ctx, input: { appId, toolId, sentence, revision } }) => {
      await checkRate(ctx.platform, ctx.account);
      const { title, definition: before, revision: seen } = await currentTool(ctx.owned, toolId);
      const current =
        before.fields?.length || before.blocks?.length ? { header: title, definition: before } : undefined;
      const { header, definition, notes } = await composeTool(ctx.platform, ctx.payer, { sentence, current, appId });
      const entry = { kind: "composed" as const, request: sentence, notes };
      const standing = standingOf(ctx.platform.env, ctx.payer);
      const next = { title: header, definition };
      const saved = await replaceTool(ctx.owned, standing, toolId, next, entry, revision ?? seen);
      return { ...saved, notes };
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
