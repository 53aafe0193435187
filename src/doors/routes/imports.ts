import "server-only";
import type { OwnedApp } from "@/db/scope";
import { beginImport, findImport, type Plan, viewOf } from "@/features/imports/store";
import { listFailedRows } from "@/features/imports/list-failed-rows";
import { runImport, storeImport } from "@/features/imports/run-import";
import { importPlanSchema } from "@/features/imports/schema";
import { parseJson } from "@/engines/json";
import { AppError } from "@/errors";
import { csvResponse } from "../csv-response";
import type { RestCall, RestRoute } from "../rest";
import { builder, ownApp, visitedRows, withBody } from "../route";
import { bodyOf } from "../web";

/** `mapping` (JSON), `matchField`, `guarded=1` of an import, whose body is the file itself. */
function importPlan({ query }: RestCall): Plan {
  const mapping = query.get("mapping");
  return importPlanSchema.parse({
    mapping: mapping === null ? undefined : parseJson(mapping, "mapping"),
    matchField: query.get("matchField") ?? undefined,
    isGuarded: query.get("guarded") === "1",
  });
}

/** Stores the file of an import. Progress is reported under its import id. */
async function storeCsv(call: RestCall<"appId" | "entity">): Promise<{ scope: OwnedApp; importId: string }> {
  const scope = await ownApp(call, "edit");
  const { scope: visited, entity } = await visitedRows({ ...call, params: { ...call.params, appId: scope.appId } });
  const importId = await storeImport(call.context.platform, scope, {
    entity: entity.name,
    accountId: visited.visitor!.id,
    name: call.query.get("name") ?? `${entity.name}.csv`,
    pieces: bodyOf(call.request),
  });
  return { scope, importId };
}

const failedPath = (appId: string, importId: string) => `/api/apps/${appId}/imports/${importId}/failed`;

/**
 * Imports a file in one call. The job continues when the caller hangs up or the server stops; `GET
 * …/imports/{importId}` reports on it.
 */
async function importCsv(call: RestCall<"appId" | "entity">): Promise<unknown> {
  const plan = importPlan(call);
  const { platform } = call.context;
  const { scope, importId } = await storeCsv(call);
  await beginImport(scope, importId, call.query.get("dryRun") === "1" ? "checking" : "importing", plan);
  await runImport(platform, scope.appId, importId);
  const view = viewOf(await findImport(scope, importId));
  if (view.state === "failed")
    throw new AppError(
      "csv-unreadable",
      { importId, created: view.created, updated: view.updated },
      view.message ?? undefined,
    );
  return { ...view, failedCsvUrl: view.failed > 0 ? failedPath(scope.appId, importId) : null };
}

export const importsRoutes: RestRoute[] = [
  builder("POST /api/csv/generateMapping", (call) => withBody(call, call.caller.entities.suggestMapping)),
  builder("POST /api/apps/:appId/entities/:entity/import?name&mapping&matchField&guarded&dryRun", importCsv),
  builder("POST /api/apps/:appId/entities/:entity/imports?name", async (call) => ({
    importId: (await storeCsv(call)).importId,
  })),
  builder("GET /api/apps/:appId/imports/:importId", (call) => call.caller.entities.getImport(call.params)),
  builder("POST /api/apps/:appId/imports/:importId/cancel", (call) => call.caller.entities.cancelImport(call.params)),
  builder("POST /api/apps/:appId/imports/:importId/undo", (call) => call.caller.entities.undoImport(call.params)),
  builder("GET /api/apps/:appId/imports/:importId/failed", async (call) => {
    const scope = await ownApp(call, "view");
    const row = await findImport(scope, call.params.importId);
    return csvResponse(`${row.entity}_failed_rows.csv`, listFailedRows(call.context.platform.blobs, scope, row));
  }),
];
