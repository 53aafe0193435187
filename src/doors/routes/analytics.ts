import "server-only";
import { exportDays } from "@/features/analytics/export-days";
import { spanSchema } from "@/features/analytics/schema";
import { csvResponse } from "../csv-response";
import type { RestRoute } from "../rest";
import { app, builder, ownApp, withBody } from "../route";

const spanOf = (days: string | null) => spanSchema.parse(Number(days ?? 30));

export const analyticsRoutes: RestRoute[] = [
  app("POST /api/apps/:appId/analytics/view", (call) => withBody(call, call.caller.analytics.view)),
  app("POST /api/apps/:appId/analytics/error", (call) => withBody(call, call.caller.analytics.fault)),
  builder("GET /api/apps/:appId/analytics?days", (call) =>
    call.caller.analytics.overview({ ...call.params, span: spanOf(call.query.get("days")) }),
  ),
  builder("GET /api/apps/:appId/analytics/errors", (call) => call.caller.analytics.faults(call.params)),
  builder("GET /api/apps/:appId/analytics/export?days", async (call) =>
    csvResponse("analytics.csv", exportDays(await ownApp(call, "view"), spanOf(call.query.get("days")))),
  ),
];
