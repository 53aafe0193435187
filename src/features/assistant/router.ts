import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { app } from "@/db/schema/app";
import { appInput, editorProcedure, router, viewerProcedure, visitorProcedure } from "@/api/procedures";
import { AppError } from "@/errors";
import { withinLimit } from "@/api/limit";
import { checkBudget } from "@/features/usage/spend";
import { reachesOf } from "@/features/rows/rules";
import { accessName } from "@/features/entities/rules";
import { headEntities } from "@/features/entities/schemas";
import { questionMax, readChatSettings, sessionSchema } from "./schema";
import { addMessage, clearMessages, listMessages, visitorKey } from "./store";

const quarterHour = 15 * 60;
/** Rate limits of questions in 15 minutes: per member, per anonymous address, per app. */
const questionsMax = { member: 60, address: 20, app: 600 };

const session = { session: sessionSchema.optional() };

/** Visitors reach the assistant only while it is active. */
function checkActive({ data }: { data: Record<string, unknown> }): void {
  if (readChatSettings(data).status !== "active") throw new AppError("assistant-off");
}

export const assistantRouter = router({
  /** The builder's settings, and what the assistant can read for whom. */
  settings: viewerProcedure.input(appInput({})).query(async ({ ctx }) => {
    const { entities } = await headEntities(ctx.owned);
    const reads = [...entities.values()]
      .filter(({ name }) => name !== "User")
      .map(({ name, schema, access }) => ({
        entity: name,
        permissionsName: accessName(schema),
        isOpen: reachesOf(access, null).read === "every",
      }));
    return {
      ...readChatSettings(ctx.app.data),
      reads: reads.sort((a, b) => a.entity.localeCompare(b.entity)),
      isPublished: ctx.app.publishedVersionId !== null,
      revision: ctx.app.revision,
    };
  }),

  /**
   * Saves the introduction. `chat.activate` turns the assistant on and off.
   * @throws stale-revision when the app was saved since the caller read it
   */
  update: editorProcedure
    .input(
      appInput({
        revision: z.number().int(),
        welcomeMessage: z.string().trim().max(500),
        examples: z.array(z.string().trim().max(200)).max(3),
      }),
    )
    .mutation(async ({ ctx, input: { revision, welcomeMessage, examples } }) => {
      const texts = JSON.stringify({ welcomeMessage, examples: examples.filter(Boolean) });
      const merged = sql`${app.data} || jsonb_build_object('chatSettings', ${JSON.stringify({ status: "draft" })}::jsonb || coalesce(${app.data} -> 'chatSettings', '{}'::jsonb) || ${texts}::jsonb)`;
      const [row] = await ctx.platform.db
        .update(app)
        .set({ data: merged, revision: sql`${app.revision} + 1` })
        .where(and(eq(app.id, ctx.app.id), eq(app.revision, revision)))
        .returning({ id: app.id });
      if (!row) throw new AppError("stale-revision");
      return {};
    }),

  /** Loaded when an app's page starts; reveals nothing but whether an assistant exists when it is off. */
  view: visitorProcedure.input(appInput({})).query(({ ctx }) => {
    const { status, welcomeMessage, examples } = readChatSettings(ctx.app.data);
    return status === "active"
      ? { isActive: true, welcomeMessage, examples }
      : { isActive: false, welcomeMessage: "", examples: [] };
  }),

  messages: visitorProcedure.input(appInput(session)).query(({ ctx, input }) => {
    checkActive(ctx.app);
    return listMessages(ctx.visited, visitorKey(ctx.visited, input.session));
  }),

  /** Visitors can delete their own messages, even when the assistant is off. */
  clear: visitorProcedure.input(appInput(session)).mutation(async ({ ctx, input }) => {
    await clearMessages(ctx.visited, visitorKey(ctx.visited, input.session));
    return {};
  }),

  /**
   * Accepts a question within the visitor's rate limit and the owner's budget. The answer is streamed by its own path.
   */
  ask: visitorProcedure
    .input(
      appInput({ ...session, content: z.string().trim().min(1, { error: "Write a message first" }).max(questionMax) }),
    )
    .mutation(async ({ ctx, input }) => {
      checkActive(ctx.app);
      const { visited, platform } = ctx;
      const visitor = visitorKey(visited, input.session);
      const [who, tries] = visited.visitor
        ? [visited.visitor.id, questionsMax.member]
        : [ctx.address, questionsMax.address];
      const isWithin =
        (await withinLimit(platform.db, `assistant:${ctx.app.id}:${who}`, tries, quarterHour)) &&
        (await withinLimit(platform.db, `assistant:${ctx.app.id}`, questionsMax.app, quarterHour));
      if (!isWithin) throw new AppError("too-many-requests");
      if (platform.env.MODEL_PROVIDER !== "offline") {
        // Do not reveal the owner's spending to visitors.
        await checkBudget(platform.db, ctx.app.ownerId, platform.env.MODEL_MONTHLY_USD_MAX).catch((error: unknown) => {
          throw error instanceof AppError ? new AppError("assistant-resting") : error;
        });
      }
      await addMessage(visited, visitor, { role: "user", content: input.content });
      return { visitor, question: input.content, appName: ctx.app.name, ownerId: ctx.app.ownerId };
    }),
});
