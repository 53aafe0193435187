import "server-only";
import { readBody } from "../request";
import type { RestRoute } from "../rest";
import { builder } from "../route";

const pingBytesMax = 256 * 1024;

export const paymentRoutes: RestRoute[] = [
  // Signed over the very bytes: read as text, not as JSON.
  builder("POST /api/payment/stripe", async ({ caller, request }) => {
    const body = new TextDecoder().decode(await readBody(request, pingBytesMax));
    return caller.payment.stripeEvent({ body, signature: request.headers.get("stripe-signature") ?? "" });
  }),
  // The only form that is read, as Gumroad sends no other. Without the key in the path it is refused.
  builder("POST /api/payment/gumroad/:key", async ({ caller, params, request }) => {
    const text = new TextDecoder().decode(await readBody(request, pingBytesMax));
    return caller.payment.ping({ key: params.key, body: [...new URLSearchParams(text)] });
  }),
];
