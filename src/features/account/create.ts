import "server-only";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { unverifiedProcedure } from "@/api/procedures";
import { sale } from "@/db/schema/account";
import { AppError } from "@/errors";
import { saleIdSchema } from "./schema";

export const createProcedures = {
  /**
   * "POST /api/live_api/account/create" (1-platform.md §7): the account behind the session. With a sale's id, binds that sale to it.
   * A sale that the payment provider has not confirmed yet answers 401, which the web app asks again about; one that is another's stays unknown.
   */
  create: unverifiedProcedure
    .input(z.strictObject({ saleId: saleIdSchema.optional() }))
    .mutation(async ({ ctx, input: { saleId } }) => {
      const accountId = ctx.account.id;
      if (saleId === undefined) return { accountId };
      const claimed = await ctx.platform.db
        .update(sale)
        .set({ accountId, claimedAt: sql`coalesce(${sale.claimedAt}, now())` })
        .where(and(eq(sale.id, saleId), or(isNull(sale.accountId), eq(sale.accountId, accountId))))
        .returning({ id: sale.id });
      if (claimed.length === 0) throw new AppError("sale-unknown");
      return { accountId };
    }),
};
