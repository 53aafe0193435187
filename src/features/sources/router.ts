import "server-only";
import { z } from "zod";
import { appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import { AppError } from "@/errors";
import { limitsOf } from "@/features/plans/rules";
import { standingOf } from "@/features/plans/store";
import { listChunks, switchChunk } from "@/features/retrieval/store";
import { checkPace } from "./check-pace";
import { ingestText } from "./ingest-file";
import { readMetadata } from "./read-metadata";
import { nameOfText } from "./rules";
import { itemChangeSchema, itemMetadataSchema, itemNameSchema, itemsMax, itemsPage, itemStatuses } from "./schema";
import {
  changeItem,
  createItems,
  deleteItem,
  findItem,
  findTwin,
  hasReachedDataLimit,
  listItems,
  replaceItem,
  resyncItem,
  viewOf,
} from "./store";

/** tRPC's infinite queries name their direction. */
const directionSchema = z.literal("forward").optional();
/** Items of one request. */
const metadataMax = 50;
/** Passages of one page. */
const chunksPage = 30;

const itemId = z.string().min(1).max(60);
const itemInput = <Shape extends z.ZodRawShape>(shape: Shape) => appInput({ itemId, ...shape });

export const sourcesRouter = router({
  /** A page of the app's items, newest first, and whether the plan lets its owner add more. */
  list: viewerProcedure
    .input(
      appInput({
        search: z.string().max(200).optional(),
        statuses: z.array(z.enum(itemStatuses)).max(itemStatuses.length).optional(),
        cursor: z.string().max(100).optional(),
        limit: z.int().min(1).max(itemsMax).default(itemsPage),
        direction: directionSchema,
      }),
    )
    .query(async ({ ctx, input }) => {
      const { items, nextCursor } = await listItems(ctx.owned, input);
      return {
        contextItems: items,
        nextCursor,
        hasReachedDataLimit: await hasReachedDataLimit(ctx.platform, ctx.owned, ctx.payer),
      };
    }),

  /** One item, with what was fetched for it and what was not. */
  get: viewerProcedure.input(itemInput({})).query(async ({ ctx, input }) => {
    const row = await findItem(ctx.owned, input.itemId);
    return { ...viewOf(row), report: row.report ?? [] };
  }),

  /** What the plan of the app's owner takes: whoever builds it with them adds to their plan. */
  limits: viewerProcedure.input(appInput({})).query(({ ctx }) => {
    const { fileBytesMax, filesMax, scrapeDepth, scrapePagesMax } = limitsOf(standingOf(ctx.platform.env, ctx.payer));
    return { fileBytesMax, filesMax, scrapeDepth, scrapePagesMax };
  }),

  ingestText: editorProcedure
    .input(appInput({ context: z.string(), name: itemNameSchema.optional(), replaceItemId: itemId.optional() }))
    .mutation(async ({ ctx, input: { context, name = nameOfText(context), replaceItemId } }) => {
      await checkPace(ctx.platform, ctx.account.id);
      const item = { text: context, name, replacesId: replaceItemId };
      return ingestText(ctx.platform, ctx.owned, ctx.payer, item);
    }),

  /** Adds items that are fetched from elsewhere. What the app has already is synced again. */
  ingestMetadata: editorProcedure
    .input(appInput({ contextItems: z.array(itemMetadataSchema).min(1).max(metadataMax) }))
    .mutation(async ({ ctx, input }) => {
      await checkPace(ctx.platform, ctx.account.id);
      // Providers are read with the owner's tokens: nobody else says which of their documents.
      if (ctx.role !== "owner" && input.contextItems.some(({ provider }) => provider))
        throw new AppError(
          "app-role",
          { needed: "owner" },
          "Only the app's owner can add documents from their own drive",
        );
      const [fresh, again]: [ReturnType<typeof readMetadata>[], string[]] = [[], []];
      for (const item of input.contextItems.map(readMetadata)) {
        const twin = await findTwin(ctx.owned, item);
        if (twin) again.push(twin);
        else fresh.push(item);
      }
      const added = fresh.length > 0 ? await createItems(ctx.platform, ctx.owned, ctx.payer, fresh) : [];
      const synced = [];
      for (const id of again) synced.push(await resyncItem(ctx.platform, ctx.owned, id));
      return { contextItems: [...added, ...synced] };
    }),

  /** "PATCH /api/context/{id}: name" (1-platform.md §7), and what its replacer is told. */
  rename: editorProcedure
    .input(itemInput(itemChangeSchema))
    .mutation(({ ctx, input: { appId: _appId, itemId: id, ...change } }) => changeItem(ctx.owned, id, change)),

  delete: editorProcedure.input(itemInput({})).mutation(async ({ ctx, input }) => {
    await deleteItem(ctx.platform, ctx.owned, input.itemId);
    return {};
  }),

  /** Lets a new item take an old one's place, as soon as its chunks are whole. */
  replace: editorProcedure
    .input(appInput({ oldItemId: itemId, newItemId: itemId }))
    .mutation(async ({ ctx, input }) => {
      await replaceItem(ctx.platform, ctx.owned, input);
      return {};
    }),

  /** The passages of an item in their order, a page from a position on. */
  chunks: viewerProcedure
    .input(
      itemInput({
        search: z.string().trim().max(200).optional(),
        cursor: z.int().min(0).default(0),
        direction: directionSchema,
      }),
    )
    .query(async ({ ctx, input: { itemId: id, search, cursor } }) => {
      await findItem(ctx.owned, id);
      const rows = await listChunks(ctx.owned, id, { search, from: cursor, limit: chunksPage + 1 });
      return { chunks: rows.slice(0, chunksPage), nextCursor: rows[chunksPage]?.position ?? null };
    }),

  /** Keeps a passage from answering, or lets it again. */
  switchChunk: editorProcedure
    .input(itemInput({ chunkId: itemId, isEnabled: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      if (!(await switchChunk(ctx.owned, input.itemId, input.chunkId, input.isEnabled)))
        throw new AppError("item-not-found", undefined, "This passage is no longer there");
      return {};
    }),

  /** Syncs an item once more. */
  sync: editorProcedure.input(itemInput({})).mutation(async ({ ctx, input }) => {
    await checkPace(ctx.platform, ctx.account.id);
    return resyncItem(ctx.platform, ctx.owned, input.itemId);
  }),
});
