import "server-only";
import { ownedByServer } from "@/api/gates";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { readSale, readSubscriber, type Seller } from "@/features/payment/gumroad";
import { standingOfSale } from "@/features/payment/rules";
import { nextRead } from "@/features/payment/store";
import { membershipJob } from "./schema";
import { findPayment, type PaymentRow, salesToRead, writeMemberSale } from "./store";

const contextOf = (appId: string) => `gumroad-token:${appId}`;

export const sealToken = ({ sealer }: Platform, appId: string, token: string) => sealer.seal(token, contextOf(appId));

export const sellerOfApp = ({ env, sealer }: Platform, { appId, sealedToken }: PaymentRow): Seller => ({
  url: env.GUMROAD_URL,
  token: sealer.open(sealedToken, contextOf(appId)),
});

/**
 * Asks the provider about a sale and stores what it says, if it is one of the app's product. Idempotent, and good in any
 * order: what a message claims is never believed.
 * @throws payment-unavailable
 */
export async function confirmMembership(platform: Platform, appId: string, saleId: string): Promise<void> {
  const scope = ownedByServer(platform.db, appId);
  const payment = await findPayment(scope);
  if (!payment?.productId) return;
  const seller = sellerOfApp(platform, payment);
  const readNumber = await nextRead(platform.db);
  const sale = await readSale(seller, saleId);
  if (!sale || sale.product_id !== payment.productId) return;
  const { status, isEntitled, endsAt } = standingOfSale(sale, await readSubscriber(seller, sale));
  await writeMemberSale(scope, {
    id: sale.id,
    productId: sale.product_id,
    email: sale.email,
    subscriptionId: sale.subscription_id ?? null,
    status,
    isEntitled,
    endsAt,
    readNumber,
  });
}

/** The same for somebody who waits: what the provider cannot tell now, it tells later. */
export const tryConfirm = (platform: Platform, { appId }: OwnedApp | VisitedApp, saleId: string): Promise<void> =>
  confirmMembership(platform, appId, saleId).catch((error: unknown) => log("warn", "membership", { appId, error }));

/** The hourly look at what no message told of. */
export async function checkMemberships({ db, jobs }: Platform): Promise<void> {
  for (const { appId, saleId } of await salesToRead(db)) await jobs.send(db, membershipJob, { appId, saleId });
}
