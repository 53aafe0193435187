import "server-only";
import { z } from "zod";
import { askGumroad, readSale, readSubscriber, type Seller } from "@/features/payment/gumroad";
import { standingOfSale } from "@/features/payment/rules";
import type { Provider } from "./provider";
import {
  type GumroadProduct,
  licenseAnswerSchema,
  priceWords,
  productsAnswerSchema,
  recurrences,
  withCents,
} from "./schema";

const pagesMax = 50;

/** All products of a seller, ten a page. @throws payment-unavailable, with status 401 for a token that is wrong */
async function listProducts(seller: Seller): Promise<GumroadProduct[]> {
  const found: GumroadProduct[] = [];
  let key: string | null | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query: string = key ? `?page_key=${encodeURIComponent(key)}` : "";
    const answer = await askGumroad(seller, `/products${query}`, productsAnswerSchema);
    found.push(...answer.products.filter(({ deleted }) => !deleted));
    key = answer.next_page_key;
    if (!key) break;
  }
  return found;
}

/** The sale that a license key belongs to, or undefined for a key that there is not. @throws payment-unavailable */
async function saleOfLicense(seller: Seller, productId: string, key: string): Promise<string | undefined> {
  const form = { product_id: productId, license_key: key, increment_uses_count: "false" };
  const call = { method: "POST", form, notFound: 404 } as const;
  const { success, purchase } = await askGumroad(seller, "/licenses/verify", licenseAnswerSchema, call);
  return success ? (purchase?.sale_id ?? purchase?.id) : undefined;
}

/** What changes what a sale gives. */
const events = [
  "sale",
  "refund",
  "dispute",
  "dispute_won",
  "cancellation",
  "subscription_updated",
  "subscription_ended",
  "subscription_restarted",
];

/** Asks to be told of sales and what becomes of them. @returns whether all were accepted: an address of this machine is not */
async function subscribePings(seller: Seller, url: string): Promise<boolean> {
  for (const event of events) {
    const form = { resource_name: event, post_url: url };
    const answer = await askGumroad(seller, "/resource_subscriptions", z.object({ success: z.boolean() }), {
      method: "PUT",
      form,
    }).catch(() => undefined);
    if (!answer?.success) return false;
  }
  return true;
}

export const gumroadSeller = (seller: Seller): Provider => ({
  label: "Gumroad",
  listProducts: async () =>
    (await listProducts(seller)).map(({ id, name, short_url, formatted_price, subscription_duration }) => ({
      id,
      name,
      price: priceWords(withCents(formatted_price ?? ""), recurrences[subscription_duration ?? ""]),
      url: short_url ?? "",
    })),
  salesOf: (ref) => Promise.resolve([ref]),
  async readSale(saleId) {
    const sale = await readSale(seller, saleId);
    if (!sale) return undefined;
    return {
      id: sale.id,
      products: [sale.product_id],
      email: sale.email,
      subscriptionId: sale.subscription_id ?? null,
      memberId: undefined,
      standing: standingOfSale(sale, await readSubscriber(seller, sale)),
    };
  },
  subscribe: async (url) => ({ isOn: await subscribePings(seller, url) }),
  saleOfLicense: (productId, key) => saleOfLicense(seller, productId, key),
});
