import "server-only";
import { toSpecMessage } from "@/features/chat/spec-message";
import type { RestRoute } from "../rest";
import { builder, withBody } from "../route";

export const versionsRoutes: RestRoute[] = [
  builder("POST /api/apps/:appId/versions/:versionId/restore", async (call) => {
    const { versionId, messages } = await withBody(call, call.caller.versions.restore);
    return { versionId, messages: messages.map(toSpecMessage) };
  }),
  builder("GET /api/apps/:appId/versions", async (call) =>
    (await call.caller.versions.list(call.params)).map((version) => ({
      ...version,
      content: version.description,
      metadata: { description: version.description },
    })),
  ),
  builder("GET /api/apps/:appId/versions/:versionId", (call) => call.caller.versions.get(call.params)),
];
