import "server-only";
import { readBody } from "../request";
import type { RestRoute } from "../rest";
import { builder } from "../route";

const pingBytesMax = 256 * 1024;

export const paymentRoutes: RestRoute[] = [
  // A form, as Gumroad sends it, and the only one that is read: without the key in the path it means nothing.
  builder("POST /api/payment/gumroad/:key", async ({ caller, params, request }) => {
    const text = new TextDecoder().decode(await readBody(request, pingBytesMax));
    return caller.payment.ping({ key: params.key, body: [...new URLSearchParams(text)] });
  }),
];
