import "server-only";
import { followLogs } from "@/features/functions/follow-logs";
import type { RestRoute } from "../rest";
import { builder, withBody } from "../route";

export const functionsRoutes: RestRoute[] = [
  builder("GET /apps/:appId/functions/list", async (call) => ({
    functions: await call.caller.functions.list(call.params),
  })),
  builder("POST /apps/:appId/functions/:name/deploy", (call) => call.caller.functions.deploy(call.params)),
  builder("DELETE /apps/:appId/functions/:name", (call) => call.caller.functions.delete(call.params)),
  builder("POST /api/apps/:appId/functions/:name/run", (call) => withBody(call, call.caller.functions.run)),
  builder("GET /api/apps/:appId/functions/:name/logs", async (call) => {
    const lines = await call.caller.functions.logs(call.params);
    return followLogs(
      call.context.platform.functions.log(call.params.appId),
      call.params.name,
      lines,
      call.request.signal,
    );
  }),
];
