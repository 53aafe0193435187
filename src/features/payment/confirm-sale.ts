import "server-only";
import type { Account } from "@/api/actor";
import { withinLimit } from "@/api/limit";
import type { Retries } from "@/engines/jobs";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { listPlans } from "@/features/plans/store";
import { readSale, readSubscriber, sellerOf } from "./gumroad";
import { planNamed, planOfSale, standingOfSale } from "./rules";
import { paymentJob, stripeId } from "./schema";
import { checkoutsOf, readCheckout } from "./stripe";
import { claimSale, nextRead, salesToCheck, writeSale } from "./store";

/** Exponential backoff 30 s, 1 min … 1 h, for a day. */
export const paymentRetries: Retries = { limit: 28, seconds: 30, secondsMax: 3_600 };

/**
 * Looks up a sale at the provider and stores the result. Idempotent and independent of order; contents of pings are
 * never trusted.
 * @throws payment-unavailable
 */
export async function confirmSale({ db, env }: Platform, saleId: string): Promise<void> {
  if (stripeId.test(saleId)) return confirmStripe({ db, env }, saleId);
  if (!env.GUMROAD_ACCESS_TOKEN) return;
  const readNumber = await nextRead(db);
  const seller = sellerOf(env);
  const found = await readSale(seller, saleId);
  if (!found) return;
  const standing = standingOfSale(found, await readSubscriber(seller, found));
  await writeSale(db, {
    id: found.id,
    plan: planOfSale(found, await listPlans(db)) ?? null,
    productId: found.product_id,
    email: found.email,
    subscriptionId: found.subscription_id ?? null,
    priceCents: found.price,
    readNumber,
    ...standing,
  });
}

/** @param ref whatever an event named: what was bought is found from there */
async function confirmStripe({ db, env }: Pick<Platform, "db" | "env">, ref: string): Promise<void> {
  if (!env.STRIPE_SECRET_KEY) return;
  for (const checkoutId of await checkoutsOf(env, ref)) {
    const readNumber = await nextRead(db);
    const found = await readCheckout(env, checkoutId);
    if (!found) continue;
    const { accountId, products, standing, ...facts } = found;
    const plan = planNamed(products, await listPlans(db)) ?? null;
    await writeSale(db, { ...facts, plan, productId: products[0] ?? "", readNumber, ...standing }, accountId);
  }
}

const [lookUpsMax, quarterHour] = [30, 15 * 60];

/**
 * Binds a sale to the account that presents its id. Unknown sales are looked up, so that installations that receive no
 * pings can sell plans too.
 * @throws sale-unknown while unconfirmed, and for another account's sale
 */
export async function claimPaidSale(platform: Platform, { id }: Pick<Account, "id">, saleId: string): Promise<void> {
  const { db } = platform;
  if (await claimSale(db, id, saleId)) return;
  if (await withinLimit(db, `sale:${id}`, lookUpsMax, quarterHour))
    await confirmSale(platform, saleId).catch((error: unknown) => log("warn", "sale", { error }));
  if (!(await claimSale(db, id, saleId))) throw new AppError("sale-unknown");
}

/** Hourly check of sales without a ping. */
export async function checkSales({ db, jobs }: Platform): Promise<void> {
  for (const saleId of await salesToCheck(db)) await jobs.send(db, paymentJob, { saleId });
}
