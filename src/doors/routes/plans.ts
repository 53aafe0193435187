import "server-only";
import type { RestRoute } from "../rest";
import { builder } from "../route";

export const plansRoutes: RestRoute[] = [
  builder("GET /api/live_api/app/paidPlans?appId", (call) =>
    call.caller.plans.paid({ appId: call.query.get("appId") ?? "" }),
  ),
];
