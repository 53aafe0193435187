import "server-only";
import { ownedByServer } from "@/api/gates";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { nextRead } from "@/features/payment/store";
import { gumroadSeller } from "./gumroad";
import type { Provider } from "./provider";
import { membershipJob, type PaymentProvider } from "./schema";
import { stripeSeller } from "./stripe";
import { findMemberSale, findPayment, type PaymentRow, salesToRead, writeMemberSale } from "./store";

const contextOf = (provider: PaymentProvider, appId: string) => `${provider}-token:${appId}`;

export const sealToken = ({ sealer }: Platform, appId: string, provider: PaymentProvider, token: string) =>
  sealer.seal(token, contextOf(provider, appId));

export const openToken = ({ sealer }: Platform, { appId, provider, sealedToken }: PaymentRow): string =>
  sealer.open(sealedToken, contextOf(provider, appId));

export const providerBy = ({ env }: Platform, provider: PaymentProvider, token: string): Provider =>
  provider === "stripe"
    ? stripeSeller({ STRIPE_URL: env.STRIPE_URL, STRIPE_SECRET_KEY: token })
    : gumroadSeller({ url: env.GUMROAD_URL, token });

export const providerOfApp = (platform: Platform, row: PaymentRow): Provider =>
  providerBy(platform, row.provider, openToken(platform, row));

/**
 * Asks the provider about what a message or a buyer named, and stores what it says, if it is a sale of the app's
 * product. Idempotent, and good in any order: what a message claims is never believed.
 * @throws payment-unavailable
 */
export async function confirmMembership(platform: Platform, appId: string, ref: string): Promise<void> {
  const scope = ownedByServer(platform.db, appId);
  const payment = await findPayment(scope);
  if (!payment?.productId) return;
  const provider = providerOfApp(platform, payment);
  for (const saleId of await provider.salesOf(ref)) {
    const readNumber = await nextRead(platform.db);
    const sale = await provider.readSale(saleId);
    // A sale of a product that was connected before can still be refunded.
    const productId = (await findMemberSale(scope, saleId))?.productId ?? payment.productId;
    if (!sale?.products.includes(productId)) continue;
    const { standing, products: _products, memberId, ...facts } = sale;
    const { status, isEntitled, endsAt } = standing;
    const row = { ...facts, productId, status, isEntitled, endsAt, readNumber };
    await writeMemberSale(scope, row, memberId);
  }
}

/** The same for somebody who waits: what the provider cannot tell now, it tells later. */
export const tryConfirm = (platform: Platform, { appId }: OwnedApp | VisitedApp, saleId: string): Promise<void> =>
  confirmMembership(platform, appId, saleId).catch((error: unknown) => log("warn", "membership", { appId, error }));

/** The hourly look at what no message told of. */
export async function checkMemberships({ db, jobs }: Platform): Promise<void> {
  for (const { appId, saleId } of await salesToRead(db)) await jobs.send(db, membershipJob, { appId, saleId });
}
