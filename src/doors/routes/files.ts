import "server-only";
import type { RestRoute } from "../rest";
import { builder, input, params } from "../route";

export const filesRoutes: RestRoute[] = [
  builder("GET /api/apps/:appId/files", (call) => call.caller.files.list(params(call))),
  builder("POST /api/apps/:appId/files/update", async (call) => call.caller.files.update(await input(call))),
  builder("POST /api/apps/:appId/files/delete", async (call) => call.caller.files.delete(await input(call))),
];
