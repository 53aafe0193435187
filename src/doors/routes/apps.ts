import "server-only";
import type { AppBody } from "@/features/apps/schema";
import type { RestRoute } from "../rest";
import { builder, input, params } from "../route";

export const appsRoutes: RestRoute[] = [
  builder("GET /api/apps", (call) => call.caller.apps.list()),
  builder("POST /api/apps", async (call) => {
    const body = await input<AppBody>(call);
    return body.appId === undefined
      ? call.caller.apps.create(body)
      : call.caller.apps.save({ appId: body.appId, body });
  }),
  builder("GET /api/apps/:appId", (call) => call.caller.apps.bundle(params(call))),
  builder("DELETE /api/apps/:appId", (call) => call.caller.apps.delete(params(call))),
];
