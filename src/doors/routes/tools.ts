import "server-only";
import type { RestCall, RestRoute } from "../rest";
import { builder, withBody } from "../route";

const tools = "/api/apps/:appId/tools";

/** The tool that a query names; without one, the app that is a tool itself. */
function toolOf({ params, query }: RestCall<"appId">) {
  const toolId = query.get("toolId");
  return { ...params, ...(toolId && { toolId }) };
}

export const toolsRoutes: RestRoute[] = [
  // "POST /api/apps/{id}/style" and "/settings" (2-builder.md §7).
  builder("POST /api/apps/:appId/style", (call) => withBody(call, call.caller.settings.saveStyle)),
  builder("POST /api/apps/:appId/settings", (call) => withBody(call, call.caller.settings.save)),
  builder("POST /api/builder/magicCreate", (call) => withBody(call, call.caller.tools.magicCreate)),
  builder(`GET ${tools}`, (call) => call.caller.tools.list(call.params)),
  builder(`POST ${tools}`, (call) => withBody(call, call.caller.tools.create)),
  // A whole tool by a sentence: a new app, one more tool of an app, or a tool anew. By a model it goes on after the answer.
  builder("POST /api/apps/compose", (call) => withBody(call, call.caller.toolVersions.create)),
  builder(`POST ${tools}/compose`, (call) => withBody(call, call.caller.toolVersions.createTool)),
  builder("POST /api/apps/:appId/compose", (call) => withBody(call, call.caller.toolVersions.compose)),
  builder("GET /api/apps/:appId/compose?toolId", (call) => call.caller.toolVersions.composition(toolOf(call))),
  builder("DELETE /api/apps/:appId/compose?toolId", (call) => call.caller.toolVersions.stopComposing(toolOf(call))),
  builder("GET /api/apps/:appId/tool-versions?toolId", (call) => call.caller.toolVersions.list(toolOf(call))),
  builder("POST /api/apps/:appId/tool-versions/restore", (call) => withBody(call, call.caller.toolVersions.restore)),
  builder(`POST ${tools}/:toolId`, (call) => withBody(call, call.caller.tools.save)),
  builder(`PATCH ${tools}/:toolId`, (call) => withBody(call, call.caller.tools.update)),
  builder(`DELETE ${tools}/:toolId`, (call) => call.caller.tools.delete(call.params)),
  builder(`POST ${tools}/:toolId/duplicate`, (call) => call.caller.tools.duplicate(call.params)),
  builder(`POST ${tools}/:toolId/status`, (call) => withBody(call, call.caller.tools.setStatus)),
];
