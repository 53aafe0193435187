import "server-only";
import { z } from "zod";
import { appInput, ownerProcedure, router } from "@/api/procedures";
import { queryContext } from "./query-context";
import { chunksDefault, chunksMax, queryMethods, questionMax } from "./schema";

export const retrievalRouter = router({
  /** "POST /api/context/query {appId, question, limit?}" (design §7). Scores compare within one answer only. */
  query: ownerProcedure
    .input(
      appInput({
        question: z.string().trim().min(1, { error: "Write a question first" }).max(questionMax),
        limit: z.number().int().min(1).max(chunksMax).default(chunksDefault),
        method: z.enum(queryMethods).default("automatic"),
      }),
    )
    .mutation(async ({ ctx, input: { question, limit, method } }) => ({
      chunks: await queryContext(ctx.platform, ctx.owned, question, { limit, method }),
    })),
});
