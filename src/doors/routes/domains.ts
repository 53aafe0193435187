import "server-only";
import type { RestRoute } from "../rest";
import { builder, withBody } from "../route";

export const domainsRoutes: RestRoute[] = [
  builder("GET /api/apps/:appId/domain", (call) => call.caller.domains.get(call.params)),
  builder("PUT /api/apps/:appId/domain", (call) => withBody(call, call.caller.domains.set)),
  builder("POST /api/apps/:appId/domain/check", (call) => call.caller.domains.check(call.params)),
  builder("DELETE /api/apps/:appId/domain", (call) => call.caller.domains.remove(call.params)),
  builder("GET /api/tls/ask?domain", (call) => call.caller.domains.ask({ domain: call.query.get("domain") ?? "" })),
];
