import "server-only";
import type { RestRoute } from "../rest";
import { builder, withBody } from "../route";

const tools = "/api/apps/:appId/tools";

export const toolsRoutes: RestRoute[] = [
  // "POST /api/apps/{id}/style" and "/settings" (2-builder.md §7).
  builder("POST /api/apps/:appId/style", (call) => withBody(call, call.caller.settings.saveStyle)),
  builder("POST /api/apps/:appId/settings", (call) => withBody(call, call.caller.settings.save)),
  builder("POST /api/builder/magicCreate", (call) => withBody(call, call.caller.tools.magicCreate)),
  builder(`GET ${tools}`, (call) => call.caller.tools.list(call.params)),
  builder(`POST ${tools}`, (call) => withBody(call, call.caller.tools.create)),
  builder(`POST ${tools}/:toolId`, (call) => withBody(call, call.caller.tools.save)),
  builder(`PATCH ${tools}/:toolId`, (call) => withBody(call, call.caller.tools.update)),
  builder(`DELETE ${tools}/:toolId`, (call) => call.caller.tools.delete(call.params)),
  builder(`POST ${tools}/:toolId/duplicate`, (call) => call.caller.tools.duplicate(call.params)),
  builder(`POST ${tools}/:toolId/status`, (call) => withBody(call, call.caller.tools.setStatus)),
];
