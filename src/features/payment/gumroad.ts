import "server-only";
import { type z } from "zod";
import type { Env } from "@/engines/env";
import { AppError } from "@/errors";
import { type GumroadSale, type GumroadSubscriber, saleAnswerSchema, subscribersAnswerSchema } from "./schema";

const timeoutMs = 10_000;

async function ask<T extends z.ZodType>(env: Env, path: string, schema: T): Promise<z.output<T>> {
  const address = `${env.GUMROAD_URL.replace(/\/$/, "")}${path}`;
  const headers = { authorization: `Bearer ${env.GUMROAD_ACCESS_TOKEN}` };
  const response = await fetch(address, { headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  );
  if (!response?.ok) throw new AppError("payment-unavailable", { status: response?.status ?? null });
  return schema.parse(await response.json());
}

/** One sale of this seller (GET /v2/sales/:id), or undefined when there is none. @throws payment-unavailable */
export async function readSale(env: Env, saleId: string): Promise<GumroadSale | undefined> {
  const answer = await ask(env, `/sales/${encodeURIComponent(saleId)}`, saleAnswerSchema);
  return answer.success ? answer.sale : undefined;
}

/** The subscription of a sale (GET /v2/products/:id/subscribers?email). @throws payment-unavailable */
export async function readSubscriber(env: Env, sale: GumroadSale): Promise<GumroadSubscriber | undefined> {
  if (!sale.subscription_id) return undefined;
  const path = `/products/${encodeURIComponent(sale.product_id)}/subscribers?email=${encodeURIComponent(sale.email)}`;
  const answer = await ask(env, path, subscribersAnswerSchema);
  return answer.subscribers.find(({ id }) => id === sale.subscription_id);
}
