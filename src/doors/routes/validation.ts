import "server-only";
import type { RestRoute } from "../rest";
import { builder, withBody } from "../route";

export const validationRoutes: RestRoute[] = [
  builder("POST /api/apps/:appId/versions/:versionId/validate", (call) =>
    withBody(call, call.caller.validation.validate),
  ),
  builder("POST /api/apps/:appId/versions/:versionId/repair", (call) => withBody(call, call.caller.validation.repair)),
];
