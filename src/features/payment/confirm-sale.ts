import "server-only";
import type { Account } from "@/api/actor";
import { withinLimit } from "@/api/limit";
import type { Retries } from "@/engines/jobs";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { listPlans } from "@/features/plans/store";
import { readSale, readSubscriber, sellerOf } from "./gumroad";
import { planOfSale, standingOfSale } from "./rules";
import { paymentJob } from "./schema";
import { claimSale, nextRead, salesToCheck, writeSale } from "./store";

/** 30 s, 1 min … 1 h, for a day: what the provider cannot tell now, it tells later. */
export const paymentRetries: Retries = { limit: 28, seconds: 30, secondsMax: 3_600 };

/**
 * Asks the provider about a sale and stores what it says. Idempotent, and good in any order: what a message claims is never believed.
 * @throws payment-unavailable
 */
export async function confirmSale({ db, env }: Platform, saleId: string): Promise<void> {
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

const [lookUpsMax, quarterHour] = [30, 15 * 60];

/**
 * Binds a sale to the account that comes with its id. One that no message told of yet is looked up, so that an installation
 * that the provider cannot reach sells plans too.
 * @throws sale-unknown while the provider does not confirm it, and for a sale of another account
 */
export async function claimPaidSale(platform: Platform, { id }: Pick<Account, "id">, saleId: string): Promise<void> {
  const { db } = platform;
  if (await claimSale(db, id, saleId)) return;
  if (await withinLimit(db, `sale:${id}`, lookUpsMax, quarterHour))
    await confirmSale(platform, saleId).catch((error: unknown) => log("warn", "sale", { error }));
  if (!(await claimSale(db, id, saleId))) throw new AppError("sale-unknown");
}

/** The hourly look at what no message told of. */
export async function checkSales({ db, jobs }: Platform): Promise<void> {
  for (const saleId of await salesToCheck(db)) await jobs.send(db, paymentJob, { saleId });
}
