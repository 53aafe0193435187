import "server-only";
import { followPeople } from "@/features/collaborators/presence";
import type { RestRoute } from "../rest";
import { builder, builtApp, withBody } from "../route";

export const collaboratorsRoutes: RestRoute[] = [
  builder("GET /api/apps/:appId/collaborators", (call) => call.caller.collaborators.list(call.params)),
  builder("POST /api/apps/:appId/collaborators", (call) => withBody(call, call.caller.collaborators.invite)),
  builder("PUT /api/apps/:appId/collaborators/:accountId", (call) => withBody(call, call.caller.collaborators.setRole)),
  builder("DELETE /api/apps/:appId/collaborators/:accountId", (call) => call.caller.collaborators.remove(call.params)),
  builder("GET /api/apps/:appId/settings/claimInvitation", (call) =>
    call.caller.collaborators.claimInvitation(call.params),
  ),
  builder("GET /api/apps/:appId/people/events", async (call) => {
    const { owned, account } = await builtApp(call, "view");
    const person = { accountId: account.id, email: account.email };
    return followPeople(call.context.platform, owned, person, call.request.signal);
  }),
];
