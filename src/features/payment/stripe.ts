import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Env } from "@/engines/env";
import { AppError } from "@/errors";
import { type SaleStanding, stripeVersion, webhookToleranceSeconds } from "./schema";
import { standingOfStripe } from "./rules";

const timeoutMs = 10_000;

const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

const subscriptionSchema = z.object({
  id: z.string(),
  status: z.string(),
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: z.number().nullish(),
  canceled_at: z.number().nullish(),
  current_period_end: z.number().nullish(),
  latest_invoice: z.object({ charge: idOf }).nullish(),
  items: z.object({ data: z.array(z.object({ price: z.object({ id: z.string(), product: idOf }) })) }),
});
const chargeSchema = z.object({
  id: z.string(),
  refunded: z.boolean().nullish(),
  disputed: z.boolean().nullish(),
  invoice: idOf,
  payment_intent: idOf,
});
const sessionSchema = z.object({
  id: z.string(),
  status: z.string().nullish(),
  payment_status: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  customer_details: z.object({ email: z.string().nullish() }).nullish(),
  amount_total: z.number().nullish(),
  subscription: idOf,
  payment_intent: idOf,
  metadata: z.record(z.string(), z.string()).nullish(),
});
const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });
const withId = z.object({ id: z.string() });

type Form = Record<string, string>;

/** Whose sales are asked about: the installation's own, or an app owner's. */
export type StripeSeller = Pick<Env, "STRIPE_URL" | "STRIPE_SECRET_KEY">;

/**
 * One call of Stripe's API. The version is pinned, so that answers have the shape that is read here.
 * @returns undefined for what Stripe does not know @throws payment-unavailable
 */
export async function askStripe<T extends z.ZodType>(
  { STRIPE_URL, STRIPE_SECRET_KEY }: StripeSeller,
  path: string,
  schema: T,
  form?: Form,
  method: "GET" | "POST" | "DELETE" = form ? "POST" : "GET",
): Promise<z.output<T> | undefined> {
  const response = await fetch(`${STRIPE_URL.replace(/\/$/, "")}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY ?? ""}`, "stripe-version": stripeVersion },
    ...(form && { body: new URLSearchParams(form) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  if (response?.status === 404) return undefined;
  if (!response?.ok) throw new AppError("payment-unavailable", { status: response?.status ?? null });
  return schema.parse(await response.json());
}

const part = encodeURIComponent;

/** The checkouts that an object belongs to: whatever an event names, a checkout, subscription, invoice, charge, … */
export async function checkoutsOf(env: StripeSeller, ref: string, depth = 0): Promise<string[]> {
  const follow = (next: string | null | undefined) => (next && depth < 4 ? checkoutsOf(env, next, depth + 1) : []);
  const filtered = async (name: "subscription" | "payment_intent") =>
    (await askStripe(env, `/checkout/sessions?${name}=${part(ref)}&limit=10`, listOf(withId)))?.data.map(
      ({ id }) => id,
    ) ?? [];
  const [kind] = ref.split("_");
  if (kind === "cs") return [ref];
  if (kind === "sub") return filtered("subscription");
  if (kind === "in")
    return follow((await askStripe(env, `/invoices/${part(ref)}`, z.object({ subscription: idOf })))?.subscription);
  if (kind === "ch" || kind === "py") {
    const charge = await askStripe(env, `/charges/${part(ref)}`, chargeSchema);
    return follow(charge?.invoice ?? charge?.payment_intent);
  }
  if (kind === "pi") {
    const intent = await askStripe(env, `/payment_intents/${part(ref)}`, z.object({ invoice: idOf }));
    return intent?.invoice ? follow(intent.invoice) : filtered("payment_intent");
  }
  return [];
}

/**
 * A dispute takes away what was bought until it is won. A refund does so when it is whole: Stripe's "refunded" is false
 * after a partial one, which changes nothing, as a partial one at Gumroad does not.
 */
async function isDisputeLost(env: StripeSeller, { id, disputed }: z.output<typeof chargeSchema>): Promise<boolean> {
  if (!disputed) return false;
  const found = await askStripe(env, `/disputes?charge=${part(id)}&limit=10`, listOf(z.object({ status: z.string() })));
  return (
    !found ||
    found.data.length === 0 ||
    found.data.some(({ status }) => status !== "won" && status !== "warning_closed")
  );
}

export type StripeSale = {
  id: string;
  accountId: string | undefined;
  email: string;
  products: string[];
  subscriptionId: string | null;
  priceCents: number;
  standing: SaleStanding;
};

/** A paid checkout with what became of it, or undefined. @throws payment-unavailable */
export async function readCheckout(env: StripeSeller, checkoutId: string): Promise<StripeSale | undefined> {
  const session = await askStripe(env, `/checkout/sessions/${part(checkoutId)}`, sessionSchema);
  if (!session || session.status !== "complete" || session.payment_status === "unpaid") return undefined;
  const { subscription: subscriptionId, payment_intent: intentId } = session;
  const subscription = subscriptionId
    ? await askStripe(env, `/subscriptions/${part(subscriptionId)}?expand[]=latest_invoice`, subscriptionSchema)
    : undefined;
  const intent = intentId
    ? await askStripe(env, `/payment_intents/${part(intentId)}`, z.object({ latest_charge: idOf }))
    : undefined;
  const chargeId = subscription?.latest_invoice?.charge ?? intent?.latest_charge;
  const charge = chargeId ? await askStripe(env, `/charges/${part(chargeId)}`, chargeSchema) : undefined;
  const prices = subscription?.items.data.map(({ price }) => price) ?? [];
  const named = prices.flatMap(({ id, product }) => [id, product ?? ""]);
  return {
    id: session.id,
    accountId: session.client_reference_id ?? undefined,
    email: session.customer_details?.email ?? "",
    products: (subscriptionId ? named : [session.metadata?.price ?? "", session.metadata?.product ?? ""]).filter(
      Boolean,
    ),
    subscriptionId: subscriptionId ?? null,
    priceCents: session.amount_total ?? 0,
    standing: standingOfStripe({
      isSubscription: Boolean(subscriptionId),
      subscription,
      isRefunded: charge?.refunded === true,
      isDisputed: charge ? await isDisputeLost(env, charge) : false,
    }),
  };
}

const priceSchema = z.object({
  id: z.string(),
  active: z.boolean(),
  recurring: z.object({ interval: z.string() }).nullish(),
});
type Price = Pick<z.output<typeof priceSchema>, "id" | "recurring">;

/** The price of a plan for a period; without one for it, the first that is sold. @throws payment-unavailable */
export async function priceFor(env: StripeSeller, priceIds: string[], period: "monthly" | "yearly") {
  const asked = await Promise.all(priceIds.map((id) => askStripe(env, `/prices/${part(id)}`, priceSchema)));
  const sold = asked.flatMap((price) => (price?.active ? [price] : []));
  const interval = period === "yearly" ? "year" : "month";
  return sold.find(({ recurring }) => recurring?.interval === interval) ?? sold[0];
}

const pageSchema = z.object({ url: z.url() });

/** Who pays: an account, or a member of an app; `home` is where they come back to, with the sale's id. */
type Buyer = { id: string; email: string; home: string };

/** Stripe's page on which somebody pays. */
export async function openCheckout(
  env: StripeSeller,
  { id, email, home }: Buyer,
  price: Price,
  product?: string,
): Promise<string> {
  const page = await askStripe(env, "/checkout/sessions", pageSchema, {
    mode: price.recurring ? "subscription" : "payment",
    "line_items[0][price]": price.id,
    "line_items[0][quantity]": "1",
    client_reference_id: id,
    customer_email: email,
    "metadata[price]": price.id,
    ...(product && { "metadata[product]": product }),
    success_url: `${home}?sale_id={CHECKOUT_SESSION_ID}`,
    cancel_url: home,
  });
  if (!page) throw new AppError("payment-unavailable");
  return page.url;
}

/** Stripe's page on which somebody changes or ends what they pay for. */
export async function openPortal(env: StripeSeller, subscriptionId: string, home: string): Promise<string> {
  const subscription = await askStripe(env, `/subscriptions/${part(subscriptionId)}`, z.object({ customer: idOf }));
  const form = { customer: subscription?.customer ?? "", return_url: home };
  const page = form.customer ? await askStripe(env, "/billing_portal/sessions", pageSchema, form) : undefined;
  if (!page) throw new AppError("payment-unavailable");
  return page.url;
}

/** Stripe's signature of a webhook: `t=<seconds>,v1=<HMAC of "<t>.<body>">`, several v1 while a secret is rolled. */
export function isSignedByStripe(secret: string, header: string, body: string, nowMs = Date.now()): boolean {
  const parts = header.split(",").map((piece) => piece.trim().split("=") as [string, string | undefined]);
  const at = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d+$/.test(at) || Math.abs(nowMs / 1_000 - Number(at)) > webhookToleranceSeconds) return false;
  const wanted = createHmac("sha256", secret).update(`${at}.${body}`).digest();
  return parts.some(([name, value = ""]) => {
    const given = Buffer.from(name === "v1" ? value : "", "hex");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}
