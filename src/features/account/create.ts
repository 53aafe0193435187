import "server-only";
import { z } from "zod";
import { unverifiedProcedure } from "@/api/procedures";
import { claimPaidSale } from "@/features/payment/confirm-sale";
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
      await claimPaidSale(ctx.platform, ctx.account, saleId);
      return { accountId };
    }),
};
