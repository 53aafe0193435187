import "server-only";
import type { RestRoute } from "../rest";
import { builder, withBody } from "../route";

export const secretsRoutes: RestRoute[] = [
  builder("GET /apps/:appId/secrets", async (call) => ({ secrets: await call.caller.secrets.list(call.params) })),
  builder("POST /apps/:appId/secrets", async (call) => ({
    secrets: await withBody(call, call.caller.secrets.update),
  })),
  builder("DELETE /apps/:appId/secrets/:key", (call) => call.caller.secrets.delete(call.params)),
];
