import "server-only";
import type { RestRoute } from "../rest";
import { builder, input, params } from "../route";

export const secretsRoutes: RestRoute[] = [
  builder("GET /apps/:appId/secrets", async (call) => ({ secrets: await call.caller.secrets.list(params(call)) })),
  builder("POST /apps/:appId/secrets", async (call) => ({
    secrets: await call.caller.secrets.update(await input(call)),
  })),
  builder("DELETE /apps/:appId/secrets/:key", (call) => call.caller.secrets.delete(params(call))),
];
