import "server-only";
import { z } from "zod";
import { AppError } from "@/errors";
import {
  askStripe,
  checkoutsOf,
  openCheckout,
  openPortal,
  readCheckout,
  type StripeSeller,
} from "@/features/payment/stripe";
import { stripeId, stripeVersion } from "@/features/payment/schema";
import type { Offered, Provider } from "./provider";
import { priceWords } from "./schema";

const pagesMax = 20;

const priceSchema = z.object({
  id: z.string(),
  unit_amount: z.number().nullish(),
  currency: z.string(),
  recurring: z.object({ interval: z.string(), interval_count: z.number().default(1) }).nullish(),
});
const productSchema = z.object({ id: z.string(), name: z.string(), default_price: priceSchema.nullish() });
const productsSchema = z.object({ data: z.array(productSchema), has_more: z.boolean().default(false) });

/** What changes what a checkout gives. */
const events = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
];

/** 4900, "usd" → "$49"; 500, "jpy" → "¥500". */
function amountWords(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const value = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  return format.format(value);
}

function offered({ id, name, default_price: price }: z.output<typeof productSchema>): Offered[] {
  if (!price) return [];
  const { interval, interval_count: count } = price.recurring ?? {};
  const every = interval && (count === 1 ? `a ${interval}` : `every ${count} ${interval}s`);
  return [{ id, name, price: priceWords(amountWords(price.unit_amount ?? 0, price.currency), every), url: "" }];
}

export const stripeSeller = (seller: StripeSeller): Provider => ({
  label: "Stripe",

  /** Products with a default price: it is what members pay. */
  async listProducts() {
    const found: z.output<typeof productSchema>[] = [];
    for (let page = 0; page < pagesMax; page += 1) {
      const last = found.at(-1);
      const query = `active=true&limit=100&expand[]=data.default_price${last ? `&starting_after=${last.id}` : ""}`;
      const answer = await askStripe(seller, `/products?${query}`, productsSchema);
      found.push(...(answer?.data ?? []));
      if (!answer?.has_more) break;
    }
    return found.flatMap(offered);
  },

  salesOf: async (ref) => (stripeId.test(ref) ? checkoutsOf(seller, ref) : []),

  async readSale(saleId) {
    if (!stripeId.test(saleId)) return undefined;
    const found = await readCheckout(seller, saleId);
    return found && { ...found, memberId: found.accountId };
  },

  /** Stripe tells an endpoint's signing secret only when it is made: one of the same address is replaced. */
  async subscribe(url) {
    try {
      const endpoint = z.object({ id: z.string(), url: z.string() });
      const known = await askStripe(seller, "/webhook_endpoints?limit=100", z.object({ data: z.array(endpoint) }));
      for (const { id } of known?.data.filter((one) => one.url === url) ?? [])
        await askStripe(seller, `/webhook_endpoints/${id}`, z.object({ id: z.string() }), undefined, "DELETE");
      const form = {
        url,
        api_version: stripeVersion,
        ...Object.fromEntries(events.map((name, at) => [`enabled_events[${at}]`, name])),
      };
      const made = await askStripe(seller, "/webhook_endpoints", z.object({ secret: z.string() }), form);
      return made ? { isOn: true, signingSecret: made.secret } : { isOn: false };
    } catch (error) {
      // A restricted key may not, and Stripe refuses addresses that it cannot reach.
      if (error instanceof AppError) return { isOn: false };
      throw error;
    }
  },

  async openCheckout(buyer, productId) {
    const path = `/products/${encodeURIComponent(productId)}?expand[]=default_price`;
    const product = await askStripe(seller, path, productSchema);
    if (!product?.default_price) throw new AppError("payment-unavailable");
    return openCheckout(seller, buyer, product.default_price, productId);
  },

  openPortal: (subscriptionId, home) => openPortal(seller, subscriptionId, home),
});
