import "server-only";
import type { AppBody } from "@/features/apps/schema";
import { readObject } from "../request";
import type { RestRoute } from "../rest";
import { builder } from "../route";

export const appsRoutes: RestRoute[] = [
  builder("GET /api/apps", (call) => call.caller.apps.list()),
  builder("POST /api/apps", async (call) => {
    // The body decides between saving and creating; both procedures validate it.
    const body = (await readObject(call.request)) as AppBody;
    return body.appId === undefined
      ? call.caller.apps.create(body)
      : call.caller.apps.save({ appId: body.appId, body });
  }),
  builder("GET /api/apps/:appId", (call) => call.caller.apps.bundle(call.params)),
  builder("DELETE /api/apps/:appId", (call) => call.caller.apps.delete(call.params)),
];
