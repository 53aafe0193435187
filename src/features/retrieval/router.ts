import "server-only";
import { z } from "zod";
import { appInput, router, viewerProcedure } from "@/api/procedures";
import { matchedWords } from "./explain";
import { queryContext } from "./query-context";
import { chunksDefault, chunksMax, queryMethods, questionMax } from "./schema";

const questionInput = {
  question: z.string().trim().min(1, { error: "Write a question first" }).max(questionMax),
  limit: z.number().int().min(1).max(chunksMax).default(chunksDefault),
  method: z.enum(queryMethods).default("automatic"),
  isReranked: z.boolean().default(false),
};

export const retrievalRouter = router({
  /** "POST /api/context/query {appId, question, limit?}" (design §7). Scores compare within one answer only. */
  query: viewerProcedure.input(appInput(questionInput)).mutation(async ({ ctx, input }) => ({
    chunks: await queryContext(ctx.platform, ctx.owned, input.question, input),
  })),

  /** The same for the owner who wants to know why: with the words that each passage shares with the question. */
  explain: viewerProcedure.input(appInput(questionInput)).mutation(async ({ ctx, input }) => {
    const started = performance.now();
    const chunks = await queryContext(ctx.platform, ctx.owned, input.question, input);
    const ms = Math.round(performance.now() - started);
    const matched = await matchedWords(ctx.owned, input.question, chunks);
    return {
      chunks: chunks.map((one) => ({ ...one, matched: matched.get(one.id) ?? [] })),
      hasMeaning: ctx.platform.env.EMBEDDING_MODEL !== undefined,
      hasModel: ctx.platform.env.MODEL_PROVIDER !== "offline",
      ms,
    };
  }),
});
