import type { Plan } from "../plans/schema";
import type { PlanId } from "../plans/limits";
import { type GumroadSale, type GumroadSubscriber, type SaleStanding, type StripeEvent, stripeId } from "./schema";

/** "Entitled = first three; pending_cancellation keeps access until cancelled_at" (facts/providers.md §1). */
const entitledStates = new Set(["alive", "pending_cancellation", "pending_failure"]);

const timeOf = (text: string | null | undefined): Date | null =>
  text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null;

/** What a sale grants, from the provider's current answer only, so that the order of pings does not matter. */
export function standingOfSale(sale: GumroadSale, subscriber: GumroadSubscriber | undefined): SaleStanding {
  const no = (status: string): SaleStanding => ({
    status,
    isEntitled: false,
    endsAt: null,
    cancelledAt: timeOf(subscriber?.cancelled_at),
  });
  if (sale.refunded) return no("refunded");
  if ((sale.chargedback || sale.disputed) && !sale.dispute_won) return no("disputed");
  if (!sale.subscription_id) return { status: "paid", isEntitled: true, endsAt: null, cancelledAt: null };
  if (!subscriber) return no("unknown");
  const cancelledAt = timeOf(subscriber.cancelled_at);
  return {
    status: subscriber.status,
    isEntitled: entitledStates.has(subscriber.status),
    endsAt: subscriber.status === "pending_cancellation" ? cancelledAt : null,
    cancelledAt,
  };
}

type StripeFacts = {
  isSubscription: boolean;
  subscription:
    | {
        status: string;
        cancel_at_period_end?: boolean | null | undefined;
        cancel_at?: number | null | undefined;
        canceled_at?: number | null | undefined;
        current_period_end?: number | null | undefined;
      }
    | undefined;
  isRefunded: boolean;
  isDisputed: boolean;
};

/** Stripe tries a failed payment again for days: until it gives up, "past_due" keeps the plan. */
const stripeEntitled = new Set(["active", "trialing", "past_due"]);

const timeOfSeconds = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1_000) : null);

/** The same for Stripe: what a checkout grants now. */
export function standingOfStripe({ isSubscription, subscription, isRefunded, isDisputed }: StripeFacts): SaleStanding {
  const cancelledAt = timeOfSeconds(subscription?.canceled_at);
  const no = (status: string): SaleStanding => ({ status, isEntitled: false, endsAt: null, cancelledAt });
  if (isRefunded) return no("refunded");
  if (isDisputed) return no("disputed");
  if (!isSubscription) return { status: "paid", isEntitled: true, endsAt: null, cancelledAt: null };
  if (!subscription) return no("unknown");
  if (!stripeEntitled.has(subscription.status)) return no(subscription.status);
  const ends = subscription.cancel_at ?? (subscription.cancel_at_period_end ? subscription.current_period_end : null);
  const status = ends ? "pending_cancellation" : subscription.status === "active" ? "alive" : subscription.status;
  return { status, isEntitled: true, endsAt: timeOfSeconds(ends), cancelledAt };
}

/** The objects that an event is about: itself, or the payment that a refund or a dispute is of. */
export function stripeRefsOf({ data: { object } }: StripeEvent): string[] {
  const { id, charge, payment_intent: intent } = object;
  const own = typeof id === "string" && stripeId.test(id) ? [id] : [];
  return (own.length > 0 ? own : [charge, intent]).filter(
    (ref): ref is string => typeof ref === "string" && stripeId.test(ref),
  );
}

/** The plan of any of these names of a product or a price. */
export const planNamed = (names: string[], plans: Pick<Plan, "id" | "products">[]): PlanId | undefined =>
  plans.find(({ products }) => products.some((name) => names.includes(name)))?.id;

/** The plan of a product: by id or permalink, with the tier where the administrator gave one. */
export function planOfSale(sale: GumroadSale, plans: Pick<Plan, "id" | "products">[]): PlanId | undefined {
  const tiers = typeof sale.variants === "string" ? [sale.variants] : sale.variants ? Object.values(sale.variants) : [];
  const products = [sale.product_id, sale.product_permalink].filter((name) => name !== "");
  const exact = new Set(products.flatMap((product) => tiers.map((tier) => `${product}/${tier}`)));
  const named = (names: Set<string>) => plans.find((plan) => plan.products.some((name) => names.has(name)))?.id;
  return named(exact) ?? named(new Set(products));
}

const purchasesMax = 24;

/** The sales that a ping names, directly or by subscription. Nothing else of it is trusted. */
export function saleIdsOf(body: [string, string][]): { saleIds: string[]; subscriptionId: string | undefined } {
  const all = (name: RegExp) => body.filter(([key, value]) => name.test(key) && value !== "").map(([, value]) => value);
  const ids = [...all(/^sale_id$/), ...all(/^purchase_ids(\[\d*\])?$/).slice(-purchasesMax)];
  return {
    saleIds: [...new Set(ids)].filter((id) => id.length <= 100),
    subscriptionId: all(/^subscription_id$/)[0]?.slice(0, 100),
  };
}
