import "server-only";
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { type Account, accountProcedure, adminProcedure, publicProcedure, router } from "@/api/procedures";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { parseJson } from "@/engines/json";
import { pricesOf } from "@/features/plans/rules";
import { planIdSchema } from "@/features/plans/schema";
import { listPlans } from "@/features/plans/store";
import { saleIdsOf, stripeRefsOf } from "./rules";
import { paymentJob, stripeEventSchema } from "./schema";
import { isSignedByStripe, openCheckout, openPortal, priceFor } from "./stripe";
import { liveStripe, salesOf } from "./store";

/** Gumroad signs nothing, so the ping URL is the secret, derived from the installation's key. */
const keyOf = ({ sealer }: Platform) => Buffer.from(sealer.sign("gumroad-ping"), "base64").toString("base64url");

const isKey = (platform: Platform, given: string): boolean => {
  const [own, other] = [Buffer.from(keyOf(platform)), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
};

const [pingsMax, windowSeconds] = [600, 60];
const [asksMax, quarterHour] = [20, 900];
const eventCharsMax = 256 * 1024;

const homeOf = ({ APP_URL }: Pick<Platform["env"], "APP_URL">) => `${APP_URL}/home`;

async function checkAsks({ platform, account }: { platform: Platform; account: Account }): Promise<void> {
  if (!(await withinLimit(platform.db, `checkout:${account.id}`, asksMax, quarterHour)))
    throw new AppError("too-many-requests");
}

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

  /** Stripe's webhook, with its raw body and signature. It only names objects, which a job looks up. */
  stripeEvent: publicProcedure
    .input(z.strictObject({ body: z.string().max(eventCharsMax), signature: z.string().max(2_000) }))
    .mutation(async ({ ctx: { platform }, input: { body, signature } }) => {
      const { STRIPE_WEBHOOK_SECRET: secret } = platform.env;
      if (!secret || !isSignedByStripe(secret, signature, body)) throw new AppError("not-found");
      if (!(await withinLimit(platform.db, "stripe-event", pingsMax, windowSeconds))) throw new AppError("unavailable");
      const event = stripeEventSchema.safeParse(parseJson(body));
      for (const saleId of event.success ? stripeRefsOf(event.data) : [])
        await platform.jobs.send(platform.db, paymentJob, { saleId });
      return {};
    }),

  /**
   * Where the account pays for a plan. Whoever has a subscription changes it instead, so that nobody pays for two.
   */
  checkout: accountProcedure
    .input(z.strictObject({ plan: planIdSchema, period: z.enum(["monthly", "yearly"]) }))
    .mutation(async ({ ctx, input: { plan, period } }): Promise<{ url: string }> => {
      const { db, env } = ctx.platform;
      await checkAsks(ctx);
      const current = await liveStripe(db, ctx.account.id);
      if (current) return { url: await openPortal(env, current, homeOf(env)) };
      const sold = (await listPlans(db)).find(({ id, isEnabled }) => id === plan && isEnabled);
      const prices = sold ? pricesOf(env, sold) : [];
      const price = prices.length > 0 ? await priceFor(env, prices, period) : undefined;
      if (!price) throw new AppError("not-found");
      return { url: await openCheckout(env, { ...ctx.account, home: homeOf(env) }, price) };
    }),

  /** Where the account changes or ends its subscription. */
  portal: accountProcedure.mutation(async ({ ctx }): Promise<{ url: string }> => {
    const { db, env } = ctx.platform;
    await checkAsks(ctx);
    const current = await liveStripe(db, ctx.account.id);
    if (!env.STRIPE_SECRET_KEY || !current) throw new AppError("not-found");
    return { url: await openPortal(env, current, homeOf(env)) };
  }),

  /** Values that an administrator enters at Gumroad and Stripe. */
  state: adminProcedure.query(({ ctx }) => ({
    isConnected: ctx.platform.env.GUMROAD_ACCESS_TOKEN !== undefined,
    pingUrl: `${ctx.platform.env.APP_URL}/api/payment/gumroad/${keyOf(ctx.platform)}`,
    isStripeConnected: Boolean(ctx.platform.env.STRIPE_SECRET_KEY && ctx.platform.env.STRIPE_WEBHOOK_SECRET),
    stripeUrl: `${ctx.platform.env.APP_URL}/api/payment/stripe`,
    redirectUrl: `${ctx.platform.env.APP_URL}/home?__sale_info__`,
  })),
});
