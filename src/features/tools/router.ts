import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { accountProcedure, appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import { gateToolSettings, limitsOf } from "@/features/plans/rules";
import { checkPlan, standingOf } from "@/features/plans/store";
import { settingsSchema } from "@/features/settings/schema";
import { checkSettings, editorOf } from "@/features/settings/store";
import { AppError } from "@/errors";
import { magicField } from "./compose/magic-create";
import { magicEdit } from "./compose/magic-edit";
import { definitionShape, type EditedTool, fieldNameMax, fieldsMax, headerSchema, pathMax, toolStates } from "./schema";
import {
  deleteTool,
  duplicateTool,
  findTool,
  insertTool,
  listTools,
  orderTools,
  saveTool,
  setToolStatus,
  toEntry,
  toolsAboveLimit,
  updateTool,
} from "./store";

const toolId = { toolId: z.string().min(1).max(40) };

/** Whoever edits, with what the owner's plan allows. */
const toolProcedure = editorProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, standing: standingOf(ctx.platform.env, ctx.payer) } }),
);

const namesSchema = z.array(z.string().max(fieldNameMax * 2)).max(fieldsMax * 2);

/** The specification names `input` without its shape: the fields that are there, as a list too, or a text that says nothing of them. */
const magicInputSchema = z.union([
  z.strictObject({ appId: z.string().max(40).optional(), fields: namesSchema.default([]) }),
  namesSchema.transform((fields) => ({ fields })),
  z
    .string()
    .max(500)
    .transform(() => ({ fields: [] as string[] })),
]);

export const toolsRouter = router({
  /** The tools collection of an app, and how many of them its owner's plan includes. */
  list: viewerProcedure.input(appInput({})).query(async ({ ctx }) => {
    const standing = standingOf(ctx.platform.env, ctx.payer);
    const { toolsMax, liveToolsMax } = limitsOf(standing);
    const finite = (limit: number) => (Number.isFinite(limit) ? limit : null);
    const tools = await listTools(ctx.owned);
    return {
      tools: tools.map(toEntry),
      /** Tools that the plan does not include any more: they are read-only. */
      aboveLimit: toolsAboveLimit(standing, tools),
      toolsMax: finite(toolsMax),
      liveToolsMax: finite(liveToolsMax),
    };
  }),

  /** One tool as its editor opens it; without an id the app, which is a tool itself. */
  get: viewerProcedure
    .input(appInput({ toolId: toolId.toolId.optional() }))
    .query(async ({ ctx, input }): Promise<EditedTool> => {
      if (input.toolId !== undefined) {
        const row = await findTool(ctx.owned, input.toolId);
        return { ...toEntry(row), revision: row.revision, data: row.data };
      }
      const { name, slug, data, revision, publishedVersionId } = ctx.app;
      const status = publishedVersionId ? "active" : "draft";
      return { toolId: null, title: name, path: slug, status, imageUrl: null, revision, data };
    }),

  create: toolProcedure
    .input(appInput({ title: headerSchema.default("") }))
    .mutation(async ({ ctx, input }) =>
      toEntry(await insertTool(ctx.owned, ctx.standing, { title: input.title, data: {} })),
    ),

  duplicate: toolProcedure
    .input(appInput(toolId))
    .mutation(async ({ ctx, input }) => toEntry(await duplicateTool(ctx.owned, ctx.standing, input.toolId))),

  update: toolProcedure
    .input(
      appInput({
        ...toolId,
        title: headerSchema.optional(),
        // Its rules have words of their own, and need the other tools' paths.
        path: z
          .string()
          .max(pathMax * 2)
          .optional(),
        imageUrl: z.string().max(2_000).nullable().optional(),
      }),
    )
    .mutation(async ({ ctx, input: { toolId: id, title, path, imageUrl } }) =>
      toEntry(await updateTool(ctx.owned, ctx.standing, id, { title, path, imageUrl })),
    ),

  setStatus: toolProcedure
    .input(appInput({ ...toolId, status: z.enum(toolStates) }))
    .mutation(async ({ ctx, input }) =>
      toEntry(await setToolStatus(ctx.owned, ctx.standing, input.toolId, input.status)),
    ),

  order: toolProcedure
    .input(appInput({ toolIds: z.array(toolId.toolId).max(200) }))
    .mutation(async ({ ctx, input }) => {
      await orderTools(ctx.owned, input.toolIds);
      return {};
    }),

  delete: toolProcedure.input(appInput(toolId)).mutation(async ({ ctx, input }) => {
    await deleteTool(ctx.owned, input.toolId);
    return {};
  }),

  /** Saves texts, fields, blocks and settings over those that a tool has. Its own settings win over the app's. */
  save: toolProcedure
    .input(
      appInput({
        ...toolId,
        tool: z.strictObject({
          ...definitionShape,
          header: headerSchema.optional(),
          appBuilderVersion: z.number().int().max(4).optional(),
          settings: settingsSchema.optional(),
        }),
        revision: z.number().int().optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { header, ...change } = input.tool;
      if (change.settings) {
        checkPlan(gateToolSettings(ctx.standing));
        checkSettings(change.settings, editorOf(ctx.platform.env, ctx.account));
      }
      const { revision } = input;
      const row = await saveTool(ctx.owned, ctx.standing, input.toolId, { header, revision, change });
      return { toolId: row.id, path: row.path, revision: row.revision };
    }),

  /** One of the texts, rewritten as the builder wishes. Nothing is saved: the builder sees it first. */
  magicEdit: toolProcedure
    .input(
      appInput({
        text: z.string().max(20_000),
        wish: z.string().trim().min(1, { error: "Say what to change" }).max(500),
        max: z.number().int().min(1).max(20_000).default(20_000),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      if (!(await withinLimit(ctx.platform.db, `magic:${ctx.account.id}`, 60, 15 * 60)))
        throw new AppError("too-many-requests");
      return { text: await magicEdit(ctx.platform, ctx.payer, input) };
    }),

  /** "POST /api/builder/magicCreate: input, magicType (field), prompt" (1-platform.md §7). */
  magicCreate: accountProcedure
    .input(
      z.strictObject({
        magicType: z.literal("field"),
        prompt: z.string().trim().min(1, { error: "Say what the field is for" }).max(500),
        /** The names of the fields that are there already. */
        input: magicInputSchema.default({ fields: [] }),
      }),
    )
    .mutation(async ({ ctx, input: { prompt, input } }) => {
      if (!(await withinLimit(ctx.platform.db, `magic:${ctx.account.id}`, 60, 15 * 60)))
        throw new AppError("too-many-requests");
      return { result: await magicField(ctx.platform, ctx.account, { prompt, names: input.fields }) };
    }),
});
