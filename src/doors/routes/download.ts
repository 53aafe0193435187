import "server-only";
import { dataEntries } from "@/features/download/read-data";
import { streamZip } from "@/features/download/stream-zip";
import type { RestRoute } from "../rest";
import { builder, ownApp } from "../route";

export const downloadRoutes: RestRoute[] = [
  builder("GET /api/apps/:appId/download?data", async (call) => {
    const hasData = call.query.get("data") === "1";
    const { folder, files, entities } = await call.caller.download.project({ ...call.params, hasData });
    const scope = await ownApp(call, "view");
    const data = hasData ? await dataEntries(scope, call.context.platform.blobs, entities) : [];
    return new Response(streamZip(folder, [...files, ...data]), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${folder}.zip"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  }),
];
