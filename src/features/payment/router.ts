import "server-only";
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { adminProcedure, publicProcedure, router } from "@/api/procedures";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { saleIdsOf } from "./rules";
import { paymentJob } from "./schema";
import { salesOf } from "./store";

/** Gumroad signs nothing, so the ping URL is the secret, derived from the installation's key. */
const keyOf = ({ sealer }: Platform) => Buffer.from(sealer.sign("gumroad-ping"), "base64").toString("base64url");

const isKey = (platform: Platform, given: string): boolean => {
  const [own, other] = [Buffer.from(keyOf(platform)), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
};

const [pingsMax, windowSeconds] = [600, 60];

export const paymentRouter = router({
  /** Webhook of the payment provider. It only names sales, which a job looks up. */
  ping: publicProcedure
    .input(z.strictObject({ key: z.string().max(100), body: z.array(z.tuple([z.string(), z.string()])).max(500) }))
    .mutation(async ({ ctx, input }) => {
      const { platform } = ctx;
      if (!isKey(platform, input.key)) throw new AppError("not-found");
      if (!(await withinLimit(platform.db, "payment-ping", pingsMax, windowSeconds))) throw new AppError("unavailable");
      const { saleIds, subscriptionId } = saleIdsOf(input.body);
      const known = subscriptionId ? await salesOf(platform.db, subscriptionId) : [];
      for (const saleId of new Set([...saleIds, ...known]))
        await platform.jobs.send(platform.db, paymentJob, { saleId });
      return {};
    }),

  /** Values that an administrator enters at Gumroad. */
  state: adminProcedure.query(({ ctx }) => ({
    isConnected: ctx.platform.env.GUMROAD_ACCESS_TOKEN !== undefined,
    pingUrl: `${ctx.platform.env.APP_URL}/api/payment/gumroad/${keyOf(ctx.platform)}`,
    redirectUrl: `${ctx.platform.env.APP_URL}/home?__sale_info__`,
  })),
});
