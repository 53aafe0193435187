import "server-only";
import type { RestRoute } from "../rest";
import { app, builder, input, params } from "../route";

export const membersRoutes: RestRoute[] = [
  builder("GET /api/apps/:appId/members", (call) => call.caller.members.list(params(call))),
  builder("PUT /api/apps/:appId/members/:memberId", async (call) => call.caller.members.update(await input(call))),
  builder("POST /api/apps/:appId/invitations", async (call) => call.caller.members.invite(await input(call))),
  builder("DELETE /api/apps/:appId/invitations/:invitationId", (call) => call.caller.members.revoke(params(call))),
  builder("GET /api/apps/:appId/settings/signup", (call) => call.caller.members.signup(params(call))),
  builder("PUT /api/apps/:appId/settings/signup", async (call) => call.caller.members.setSignup(await input(call))),
  app("GET /api/apps/:appId/sign-up", (call) => call.caller.members.signup(params(call))),
  app("POST /api/apps/:appId/invitation", async (call) => call.caller.members.invitation(await input(call))),
];
