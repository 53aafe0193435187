import "server-only";
import { readBody } from "../request";
import type { RestRoute } from "../rest";
import { builder } from "../route";

const pingBytesMax = 256 * 1024;

export const paymentRoutes: RestRoute[] = [
  // The only form that is read, as Gumroad sends no other. Without the key in the path it is refused.
  builder("POST /api/payment/gumroad/:key", async ({ caller, params, request }) => {
    const text = new TextDecoder().decode(await readBody(request, pingBytesMax));
    return caller.payment.ping({ key: params.key, body: [...new URLSearchParams(text)] });
  }),
];
