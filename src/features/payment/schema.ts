import { z } from "zod";

export const paymentJob = "payment";
/** Hourly for sales that expired, daily for each subscription: a lost ping costs a day at most. */
export const paymentCheckJob = "payment-check";
export const paymentCheckCron = "17 * * * *";

/** The version of Stripe's API whose answers are read: later ones name the charge of an invoice elsewhere. */
export const stripeVersion = "2024-06-20";
/** Older webhooks are taken for replays, as Stripe's own libraries do. */
export const webhookToleranceSeconds = 300;
/** Ids of Stripe's objects that an event may be about. */
export const stripeId = /^(?:cs|sub|in|ch|py|pi)_\w{1,120}$/;

/** An event names objects, which are then looked up; nothing else of it is read. */
export const stripeEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
export type StripeEvent = z.infer<typeof stripeEventSchema>;

/** "The sale was not found" is HTTP 200 with success false (facts/providers.md §1). Absent means false or null. */
export const saleAnswerSchema = z.object({
  success: z.boolean(),
  sale: z
    .object({
      id: z.string(),
      email: z.string().default(""),
      product_id: z.string().default(""),
      product_permalink: z.string().default(""),
      price: z.number().default(0),
      variants: z.union([z.record(z.string(), z.string()), z.string()]).nullish(),
      subscription_id: z.string().nullish(),
      refunded: z.boolean().nullish(),
      chargedback: z.boolean().nullish(),
      disputed: z.boolean().nullish(),
      dispute_won: z.boolean().nullish(),
    })
    .optional(),
});
export type GumroadSale = NonNullable<z.infer<typeof saleAnswerSchema>["sale"]>;

export const subscribersAnswerSchema = z.object({
  success: z.boolean(),
  subscribers: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        cancelled_at: z.string().nullish(),
        ended_at: z.string().nullish(),
        failed_at: z.string().nullish(),
      }),
    )
    .default([]),
});
export type GumroadSubscriber = z.infer<typeof subscribersAnswerSchema>["subscribers"][number];

/** What a sale grants now. */
export type SaleStanding = {
  status: string;
  isEntitled: boolean;
  endsAt: Date | null;
  cancelledAt: Date | null;
};
