import "server-only";
import { followLogs } from "@/features/functions/follow-logs";
import type { RestRoute } from "../rest";
import { builder, input, params } from "../route";

export const functionsRoutes: RestRoute[] = [
  builder("GET /apps/:appId/functions/list", async (call) => ({
    functions: await call.caller.functions.list(params(call)),
  })),
  builder("POST /apps/:appId/functions/:name/deploy", (call) => call.caller.functions.deploy(params(call))),
  builder("DELETE /apps/:appId/functions/:name", (call) => call.caller.functions.delete(params(call))),
  builder("POST /api/apps/:appId/functions/:name/run", async (call) => call.caller.functions.run(await input(call))),
  builder("GET /api/apps/:appId/functions/:name/logs", async (call) => {
    const lines = await call.caller.functions.logs(params(call));
    return followLogs(
      call.context.platform.functions.log(call.params.appId!),
      call.params.name!,
      lines,
      call.request.signal,
    );
  }),
];
