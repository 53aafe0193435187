import "server-only";
import { exportMembers } from "@/features/members/export-members";
import { csvResponse } from "../csv-response";
import type { RestRoute } from "../rest";
import { app, builder, ownApp, withBody } from "../route";

export const membersRoutes: RestRoute[] = [
  builder("GET /api/apps/:appId/members", (call) => call.caller.members.list(call.params)),
  builder("GET /api/apps/:appId/members/export", async (call) =>
    csvResponse("members.csv", exportMembers(await ownApp(call, "view"))),
  ),
  builder("DELETE /api/apps/:appId/members/:memberId", (call) => call.caller.members.remove(call.params)),
  builder("PUT /api/apps/:appId/members/:memberId", (call) => withBody(call, call.caller.members.update)),
  builder("POST /api/apps/:appId/invitations", (call) => withBody(call, call.caller.members.invite)),
  builder("DELETE /api/apps/:appId/invitations/:invitationId", (call) => call.caller.members.revoke(call.params)),
  builder("GET /api/apps/:appId/settings/signup", (call) => call.caller.members.signup(call.params)),
  builder("PUT /api/apps/:appId/settings/signup", (call) => withBody(call, call.caller.members.setSignup)),
  app("GET /api/apps/:appId/sign-up", (call) => call.caller.members.signup(call.params)),
  app("POST /api/apps/:appId/invitation", (call) => withBody(call, call.caller.members.invitation)),
];
