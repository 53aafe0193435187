import "server-only";
import { type z } from "zod";
import type { Env } from "@/engines/env";
import { AppError } from "@/errors";
import { type GumroadSale, type GumroadSubscriber, saleAnswerSchema, subscribersAnswerSchema } from "./schema";

const timeoutMs = 10_000;

/** Whose sales are asked about: the installation's own, or an app owner's. */
export type Seller = { url: string; token: string };

export const sellerOf = ({ GUMROAD_URL, GUMROAD_ACCESS_TOKEN }: Env): Seller => ({
  url: GUMROAD_URL,
  token: GUMROAD_ACCESS_TOKEN ?? "",
});

type Call = { method?: "GET" | "POST" | "PUT"; form?: Record<string, string>; notFound?: number };

/**
 * One call of Gumroad's API as a seller.
 * @param notFound a status that says "there is none", and has a body like any answer
 * @throws payment-unavailable with the status
 */
export async function askGumroad<T extends z.ZodType>(
  { url, token }: Seller,
  path: string,
  schema: T,
  { method = "GET", form, notFound }: Call = {},
): Promise<z.output<T>> {
  const address = `${url.replace(/\/$/, "")}${path}`;
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(form && { body: new URLSearchParams(form) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  if (!response || !(response.ok || response.status === notFound))
    throw new AppError("payment-unavailable", { status: response?.status ?? null });
  return schema.parse(await response.json());
}

/** One sale of this seller (GET /v2/sales/:id), or undefined when there is none. @throws payment-unavailable */
export async function readSale(seller: Seller, saleId: string): Promise<GumroadSale | undefined> {
  const answer = await askGumroad(seller, `/sales/${encodeURIComponent(saleId)}`, saleAnswerSchema);
  return answer.success ? answer.sale : undefined;
}

/** The subscription of a sale (GET /v2/products/:id/subscribers?email). @throws payment-unavailable */
export async function readSubscriber(seller: Seller, sale: GumroadSale): Promise<GumroadSubscriber | undefined> {
  if (!sale.subscription_id) return undefined;
  const path = `/products/${encodeURIComponent(sale.product_id)}/subscribers?email=${encodeURIComponent(sale.email)}`;
  const answer = await askGumroad(seller, path, subscribersAnswerSchema);
  return answer.subscribers.find(({ id }) => id === sale.subscription_id);
}
