import "server-only";
import { followRows } from "@/features/rows/follow-rows";
import { reachesOf } from "@/features/rows/rules";
import { exportCsv } from "@/features/entities/write-csv";
import { parseJson } from "@/engines/json";
import { csvResponse } from "../csv-response";
import { readJson, readObject } from "../request";
import type { RestCall, RestRoute } from "../rest";
import { both, builder, rowTexts, visitedApp, visitedRows } from "../route";

/** `q` (JSON), `sort` (`-createdAt`), `limit`, `cursor`, `fields` (comma-separated) of a list. */
function listQuery({ query }: RestCall) {
  const given = (name: string) => query.get(name) ?? undefined;
  const q = given("q");
  return {
    sort: given("sort"),
    limit: given("limit"),
    cursor: given("cursor"),
    fields: given("fields")?.split(","),
    q: q === undefined ? undefined : parseJson(q, "q"),
  };
}

export const entitiesRoutes: RestRoute[] = [
  builder("GET /api/apps/:appId/entities", (call) => call.caller.entities.schemas(call.params)),
  both("GET /api/apps/:appId/entities/events", async (call) => {
    const { scope, entities } = await visitedApp(call);
    return followRows(scope, entities, call.context.platform.events, call.request.signal);
  }),
  both("GET /api/apps/:appId/entities/:entity?q&sort&limit&cursor&fields", (call) =>
    rowTexts(call).list({ ...call.params, ...listQuery(call) }),
  ),
  both("GET /api/apps/:appId/entities/:entity/count?q", (call) =>
    call.caller.entities.count({ ...call.params, q: listQuery(call).q }),
  ),
  both("GET /api/apps/:appId/entities/:entity/aggregate?q&group&metrics", (call) =>
    call.caller.entities.aggregate({
      ...call.params,
      q: listQuery(call).q,
      group: call.query.get("group") ?? undefined,
      metrics: call.query.get("metrics") ?? undefined,
    }),
  ),
  both("GET /api/apps/:appId/entities/:entity/taken?from&to&per", (call) => {
    const per = call.query.get("per");
    return call.caller.entities.taken({
      ...call.params,
      from: call.query.get("from") ?? "",
      to: call.query.get("to") ?? "",
      ...(per !== null && { per: parseJson(per, "per") as Record<string, string> }),
    });
  }),
  both("GET /api/apps/:appId/entities/:entity/export?q&sort&guard", async (call) => {
    const rows = await visitedRows(call);
    const pages = exportCsv(rows, reachesOf(rows.entity.access, rows.actor).read, {
      ...listQuery(call),
      isGuarded: call.query.get("guard") === "1",
    });
    return csvResponse(`${rows.entity.name}_export_${new Date().toISOString().slice(0, 10)}.csv`, pages);
  }),
  both("GET /api/apps/:appId/entities/:entity/:id", (call) => rowTexts(call).get(call.params)),
  both("POST /api/apps/:appId/entities/:entity", async (call) =>
    rowTexts(call).create({ ...call.params, data: await readObject(call.request) }),
  ),
  both("POST /api/apps/:appId/entities/:entity/bulk", async (call) => {
    // The procedure validates that it is a list of rows.
    const rows = (await readJson(call.request)) as Record<string, unknown>[];
    return (await rowTexts(call).bulkCreate({ ...call.params, rows })).items;
  }),
  both("PUT /api/apps/:appId/entities/:entity/:id", async (call) =>
    rowTexts(call).update({ ...call.params, data: await readObject(call.request) }),
  ),
  both("DELETE /api/apps/:appId/entities/:entity/:id", (call) => call.caller.entities.delete(call.params)),
];
