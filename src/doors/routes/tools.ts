import "server-only";
import { noLinks } from "@/features/members/schema";
import { readObject } from "../request";
import type { RestCall, RestRoute } from "../rest";
import { builder, withBody } from "../route";

const tools = "/api/apps/:appId/tools";

/** The tool that a query names; without one, the app that is a tool itself. */
function toolOf({ params, query }: RestCall<"appId">) {
  const toolId = query.get("toolId");
  return { ...params, ...(toolId && { toolId }) };
}

/**
 * "App settings: isSignupEnabled, termsOfServiceLink, …, isPaidMembershipsEnabled" (2-builder.md §3) are one record on
 * this path, and kept by the features that know their rules.
 */
async function saveSettings({ caller, params, request }: RestCall<"appId">) {
  const { appSettings = {}, ...rest } = (await readObject(request)) as { appSettings?: Record<string, unknown> };
  const { isSignupEnabled, isPaidMembershipsEnabled, ...others } = appSettings;
  const links = Object.fromEntries(Object.entries(others).filter(([key]) => key in noLinks));
  const own = Object.fromEntries(Object.entries(others).filter(([key]) => !(key in noLinks)));
  const isOwn = Object.keys(own).length > 0 || Object.keys(appSettings).length === 0;
  const saved = isOwn ? await caller.settings.save({ ...params, ...rest, appSettings: own }) : undefined;
  if (Object.keys(links).length > 0) await caller.members.setLinks({ ...params, ...links });
  if (isSignupEnabled !== undefined)
    await caller.members.setSignup({ ...params, isSignupEnabled: isSignupEnabled as boolean });
  if (isPaidMembershipsEnabled !== undefined)
    await caller.memberships.setEnabled({
      ...params,
      isPaidMembershipsEnabled: isPaidMembershipsEnabled as boolean,
    });
  return saved ?? (await caller.settings.get(params)).settings;
}

export const toolsRoutes: RestRoute[] = [
  // "POST /api/apps/{id}/style" and "/settings" (2-builder.md §7).
  builder("POST /api/apps/:appId/style", (call) => withBody(call, call.caller.settings.saveStyle)),
  builder("POST /api/apps/:appId/settings", saveSettings),
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
