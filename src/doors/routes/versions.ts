import "server-only";
import { toSpecMessage } from "@/features/chat/spec-message";
import type { RestRoute } from "../rest";
import { builder, input, params } from "../route";

export const versionsRoutes: RestRoute[] = [
  builder("POST /api/apps/:appId/versions/:versionId/restore", async (call) => {
    const { versionId, messages } = await call.caller.versions.restore(await input(call));
    return { versionId, messages: messages.map(toSpecMessage) };
  }),
  builder("GET /api/apps/:appId/versions", async (call) =>
    (await call.caller.versions.list(params(call))).map((version) => ({
      ...version,
      content: version.description,
      metadata: { description: version.description },
    })),
  ),
  builder("GET /api/apps/:appId/versions/:versionId", (call) => call.caller.versions.get(params(call))),
];
