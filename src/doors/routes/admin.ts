import "server-only";
import { exportAudit } from "@/features/admin/audit";
import type { RestRoute } from "../rest";
import { builder } from "../route";

export const adminRoutes: RestRoute[] = [
  builder("GET /api/admin/audit", async ({ caller, context }) => {
    await caller.admin.mayExport();
    const encoder = new TextEncoder();
    const lines = exportAudit(context.platform.db);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    });
    return new Response(body, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "content-disposition": 'attachment; filename="audit.jsonl"',
        "cache-control": "no-store",
      },
    });
  }),
];
