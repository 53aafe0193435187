import "server-only";
import type { RestRoute } from "../rest";
import { builder, withBody } from "../route";

export const filesRoutes: RestRoute[] = [
  builder("GET /api/apps/:appId/files", (call) => call.caller.files.list(call.params)),
  builder("POST /api/apps/:appId/files/update", (call) => withBody(call, call.caller.files.update)),
  builder("POST /api/apps/:appId/files/delete", (call) => withBody(call, call.caller.files.delete)),
];
