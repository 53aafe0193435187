import "server-only";
import { z } from "zod";
import { appInput, ownerProcedure, router } from "@/api/procedures";
import { queryContext } from "./query-context";
import { chunksDefault, chunksMax, questionMax } from "./schema";

export const retrievalRouter = router({
  /** "POST /api/context/query {appId, question, limit?}" (design §7). Scores compare within one answer only. */
  query: ownerProcedure
    .input(
      appInput({
        question: z.string().trim().min(1, { error: "Write a question first" }).max(questionMax),
        limit: z.number().int().min(1).max(chunksMax).default(chunksDefault),
      }),
    )
    .mutation(async ({ ctx, input: { question, limit } }) => ({
      chunks: await queryContext(ctx.owned, question, { limit }),
    })),
});
