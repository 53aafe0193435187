import "server-only";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { app } from "@/db/schema/app";
import { inTransaction } from "@/db/scope";
import { appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import { AppError } from "@/errors";
import { filePathSchema } from "@/features/files/schema";
import { beginTurn } from "@/features/turns/begin";
import { withoutWork } from "@/features/turns/decide-held";
import { checkFixLoop } from "@/features/turns/fix-loop";
import { standingSchema } from "@/features/turns/schema";
import { attachmentsMax, requestMax } from "@/features/turns/limits";
import {
  findMessage,
  findTurn,
  latestTurn,
  listMessages,
  type MessageRow,
  pageOfMessages,
  replaceMessagesFrom,
  updateMessage,
} from "@/features/turns/store";
import { pickedSchema } from "@/features/runtime/schema";
import { actionProcedures } from "./action-procedures";
import { planProcedures, stopPlan } from "./plan-procedures";
import { suggestionsFor } from "./suggest";
import { stopTurn } from "@/features/turns/stop";
import { textOf } from "@/features/turns/message";

const idSchema = z.string().min(1).max(60);
const attachmentSchema = z.strictObject({
  name: z.string().max(200),
  url: z.string().max(300),
  contentType: z.string().max(100),
});
const contentSchema = z.string().max(requestMax, { error: `A message has at most ${requestMax} characters` });

/** The parts of a builder's message. Only attachments of this app are accepted. */
function partsOf(appId: string, content: string, attachments: z.infer<typeof attachmentSchema>[]): unknown[] {
  const own = attachments.filter(({ url }) => url.startsWith(`/api/apps/${appId}/chat/attachments/`));
  if (content.trim() === "" && own.length === 0) throw new AppError("empty-message");
  return [
    { type: "text", text: content },
    ...own.map(({ name, url, contentType }) => ({ type: "file", mediaType: contentType, url, filename: name })),
  ];
}

/** Page size of the chat, and the largest that may be asked for. */
const messagesShown = 30;
const messagesPageMax = 100;

const shown = ({ id, role, parts, metadata }: MessageRow) => ({ id, role, parts, metadata: withoutWork(metadata) });

export const chatRouter = router({
  /** The chat's current messages, oldest first, in the AI SDK's UIMessage shape. */
  messages: viewerProcedure.input(appInput({})).query(async ({ ctx }) => (await listMessages(ctx.owned)).map(shown)),

  /** One page of messages, the newest or those before a cursor, oldest first. */
  page: viewerProcedure
    .input(
      appInput({
        cursor: z.number().int().nullish(),
        limit: z.number().int().min(1).max(messagesPageMax).default(messagesShown),
        direction: z.literal("forward").optional(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { items, hasEarlier } = await pageOfMessages(ctx.owned, {
        before: input.cursor ?? undefined,
        limit: input.limit,
      });
      return { items: items.map(shown), earlier: hasEarlier ? items[0]!.number : null };
    }),

  /** The running turn, or null. */
  turn: viewerProcedure.input(appInput({})).query(async ({ ctx }) => {
    const row = await latestTurn(ctx.owned);
    return row?.status === "running"
      ? {
          turnId: row.id,
          assistantMessageId: row.assistantMessageId,
          userMessageId: row.userMessageId,
          status: row.status,
        }
      : null;
  }),

  send: editorProcedure
    .input(
      appInput({
        content: contentSchema,
        attachments: z.array(attachmentSchema).max(attachmentsMax).default([]),
        systemAction: z.literal("resolve-errors").optional(),
        seenIn: idSchema.optional(),
        openFile: filePathSchema.optional().catch(undefined),
        element: pickedSchema.optional().catch(undefined),
        isPlanFirst: z.boolean().optional(),
      }),
    )
    .mutation(({ ctx, input }) => {
      const parts = partsOf(input.appId, input.content, input.attachments);
      return inTransaction(ctx.owned, async (owned) => {
        const info = input.systemAction && {
          type: input.systemAction,
          ...(await checkFixLoop(owned, input.content, input.seenIn)),
        };
        return beginTurn(ctx.platform, owned, parts, {
          authorId: ctx.account.id,
          ...(info && { systemActionInfo: info }),
          ...(input.openFile && { openFile: input.openFile }),
          ...(input.element && { element: input.element }),
          ...(input.isPlanFirst && !info && { isPlanFirst: true }),
        });
      });
    }),

  /** Resends an edited message: it and what followed are replaced in the chat, and kept in the table. */
  resend: editorProcedure.input(appInput({ messageId: idSchema, content: contentSchema })).mutation(({ ctx, input }) =>
    inTransaction(ctx.owned, async (owned) => {
      const old = await findMessage(owned, input.messageId);
      if (old.role !== "user") throw new AppError("message-not-found");
      const files = old.parts.filter(
        (part) => typeof part === "object" && part !== null && "type" in part && part.type === "file",
      );
      if (input.content.trim() === "" && files.length === 0) throw new AppError("empty-message");
      await replaceMessagesFrom(owned, old.number);
      // Unchanged text is the same request: a fix still counts as one, and "this page" means the same.
      const { openFile, element, systemActionInfo, isPlanFirst } = old.metadata;
      const isSame = input.content === textOf(old.parts);
      return beginTurn(ctx.platform, owned, [{ type: "text", text: input.content }, ...files], {
        authorId: ctx.account.id,
        ...(openFile ? { openFile } : {}),
        ...(element ? { element } : {}),
        ...(isPlanFirst ? { isPlanFirst } : {}),
        ...(isSame && systemActionInfo ? { systemActionInfo } : {}),
      });
    }),
  ),

  /** What the assistant is to keep to in this app. */
  instructions: viewerProcedure
    .input(appInput({}))
    .query(({ ctx }) => ({ instructions: ctx.app.assistantInstructions })),

  setInstructions: editorProcedure
    .input(appInput({ instructions: standingSchema }))
    .mutation(async ({ ctx, input: { instructions } }) => {
      await ctx.owned.db.update(app).set({ assistantInstructions: instructions }).where(eq(app.id, ctx.owned.appId));
      return { instructions };
    }),

  /** Three suggestions for this app, what its first message may have meant before what suits it next; each is verified to work with the offline builder. */
  suggestions: viewerProcedure.input(appInput({})).query(({ ctx }) => suggestionsFor(ctx.owned, ctx.app.name)),

  ...planProcedures,

  /** Stops the turn, and the plan that it belongs to. Finished actions are kept. */
  stop: editorProcedure.input(appInput({ turnId: idSchema })).mutation(async ({ ctx, input }) => {
    await stopPlan(ctx.platform, ctx.owned);
    const row = await findTurn(ctx.owned, input.turnId);
    if (row.status === "running") await stopTurn(ctx.platform, row);
    return {};
  }),

  /** Turns the app's own chat assistant on or off (2-builder.md §7). */
  activate: editorProcedure
    .input(appInput({ isActive: z.boolean(), chatAppId: idSchema.optional() }))
    .mutation(async ({ ctx, input }) => {
      const chatSettings = {
        chatAppId: input.chatAppId ?? input.appId,
        status: input.isActive ? "active" : "draft",
      } as const;
      // Keep the assistant's instructions while it is off.
      const merged = sql`${app.data} || jsonb_build_object('chatSettings', coalesce(${app.data} -> 'chatSettings', '{}'::jsonb) || ${JSON.stringify(chatSettings)}::jsonb)`;
      await ctx.platform.db
        .update(app)
        .set({ data: merged, revision: sql`${app.revision} + 1` })
        .where(eq(app.id, input.appId));
      return { chatSettings };
    }),

  /** "Already-rated messages … cannot be rated again" (2-builder.md §4). */
  rate: editorProcedure
    .input(
      appInput({
        messageId: idSchema,
        score: z.number().int().min(1).max(5),
        feedback: z.array(z.string().max(100)).max(20).default([]),
        comment: z.string().trim().max(2_000).default(""),
      }),
    )
    .mutation(({ ctx, input: { messageId, score, feedback, comment } }) =>
      inTransaction(ctx.owned, async (owned) => {
        const message = await findMessage(owned, messageId);
        if (message.role !== "assistant") throw new AppError("rating-failed");
        if (message.metadata.rating) throw new AppError("already-rated");
        await updateMessage(owned, messageId, { metadata: { rating: { score, feedback, comment } } });
        return {};
      }),
    ),

  ...actionProcedures,
});
