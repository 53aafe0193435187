import "server-only";
import { z } from "zod";
import { unverifiedProcedure } from "@/api/procedures";
import { claimPaidSale } from "@/features/payment/confirm-sale";
import { saleIdSchema } from "./schema";

export const createProcedures = {
  /**
   * "POST /api/live_api/account/create" (1-platform.md §7): the session's account. With a sale's id, binds that sale to
   * it: 401 while the payment provider has not confirmed it, so that the web app retries; the same for somebody else's
   * sale.
   */
  create: unverifiedProcedure
    .input(z.strictObject({ saleId: saleIdSchema.optional() }))
    .mutation(async ({ ctx, input: { saleId } }) => {
      const accountId = ctx.account.id;
      if (saleId === undefined) return { accountId };
      await claimPaidSale(ctx.platform, ctx.account, saleId);
      return { accountId };
    }),
};
