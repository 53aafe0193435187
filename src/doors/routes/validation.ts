import "server-only";
import type { RestRoute } from "../rest";
import { builder, input } from "../route";

export const validationRoutes: RestRoute[] = [
  builder("POST /api/apps/:appId/versions/:versionId/validate", async (call) =>
    call.caller.validation.validate(await input(call)),
  ),
  builder("POST /api/apps/:appId/versions/:versionId/repair", async (call) =>
    call.caller.validation.repair(await input(call)),
  ),
];
