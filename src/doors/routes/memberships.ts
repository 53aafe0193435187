import "server-only";
import { readBody } from "../request";
import type { PaymentProvider } from "@/features/memberships/schema";
import type { RestRoute } from "../rest";
import { app, builder, withBody } from "../route";

const pingBytesMax = 256 * 1024;

export const membershipsRoutes: RestRoute[] = [
  // "accessToken" stands in the address because the specification puts it there. It is written to no log.
  builder("GET /api/apps/:appId/payments/products?appId&accessToken&provider", (call) => {
    const accessToken = call.query.get("accessToken");
    const provider = call.query.get("provider") as PaymentProvider | null;
    return call.caller.memberships.products({
      ...call.params,
      ...(accessToken && { accessToken }),
      ...(provider && { provider }),
    });
  }),
  builder("POST /api/apps/:appId/payments/connect", (call) => withBody(call, call.caller.memberships.connect)),
  builder("GET /api/apps/:appId/payments/settings", (call) => call.caller.memberships.settings(call.params)),
  builder("PUT /api/apps/:appId/payments/settings", (call) => withBody(call, call.caller.memberships.setEnabled)),
  // A form, as Gumroad sends it, and the only one that is read: without the key in the path it means nothing.
  builder("POST /api/apps/:appId/payments/gumroad/:key", async ({ caller, params, request }) => {
    const text = new TextDecoder().decode(await readBody(request, pingBytesMax));
    return caller.memberships.ping({ ...params, body: [...new URLSearchParams(text)] });
  }),
  // Signed over the very bytes: read as text, not as JSON.
  builder("POST /api/apps/:appId/payments/stripe/:key", async ({ caller, params, request }) => {
    const body = new TextDecoder().decode(await readBody(request, pingBytesMax));
    return caller.memberships.stripeEvent({
      ...params,
      body,
      signature: request.headers.get("stripe-signature") ?? "",
    });
  }),
  app("POST /api/apps/:appId/membership/checkout", (call) => call.caller.memberships.checkout(call.params)),
  app("GET /api/apps/:appId/membership", (call) => call.caller.memberships.offer(call.params)),
  app("POST /api/apps/:appId/membership", (call) => withBody(call, call.caller.memberships.claim)),
];
