import "server-only";
import { z } from "zod";
import { eq, sql } from "drizzle-orm";
import { csvImport } from "@/db/schema/entity";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { accountProcedure, appInput, editorProcedure, router, viewerProcedure } from "@/api/procedures";
import { AppError } from "@/errors";
import { importBatch, startBatches } from "./import-batch";
import { groupFaults } from "./list-failed-rows";
import { closeImport } from "./prune";
import { beginImport, cancelImport, findImport, openImport, releaseBatches, viewOf } from "./store";
import { withinLimit } from "@/api/limit";
import { undoChange } from "@/features/rows/history";
import { csvRecordsSchema, importJob, importPlanSchema, mappingRequestSchema } from "./schema";
import { mappingPreviewRows } from "./limits";
import { suggestMapping } from "./suggest-mapping";

const importInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  appInput({ importId: z.string().min(1).max(60), ...shape });

/** Undoes all rows of a finished import. */
async function undoImport(
  owned: OwnedApp,
  importId: string,
  accountId: string,
): Promise<Awaited<ReturnType<typeof undoChange>>> {
  return inTransaction(owned, async (scope) => {
    const row = await findImport(scope, importId);
    if (!["done", "failed", "cancelled"].includes(row.state) || row.undoneAt) throw new AppError("import-state");
    await scope.db
      .update(csvImport)
      .set({ undoneAt: sql`now()` })
      .where(eq(csvImport.id, importId));
    return undoChange(scope, row.changeId, accountId);
  });
}

/** Life of an uploaded file (`POST …/imports`): check, import, progress, cancel, undo. */
export const importsRouter = router({
  /** Suggests a mapping of columns to fields from the headers and first rows. */
  suggestMapping: accountProcedure
    .input(mappingRequestSchema)
    .mutation(async ({ ctx, input: { headers, previewData, schema, entityName } }) => {
      if (!(await withinLimit(ctx.platform.db, `mapping:${ctx.account.id}`, 30, 60)))
        throw new AppError("too-many-requests");
      const rows = previewData
        .slice(0, mappingPreviewRows)
        .map((row) =>
          (Array.isArray(row) ? row : headers.map((header) => row[header])).map((cell) =>
            typeof cell === "string" ? cell : JSON.stringify(cell ?? ""),
          ),
        );
      return suggestMapping(ctx.platform, ctx.account.id, {
        schema: { ...schema, name: entityName, type: "object" },
        headers,
        rows,
      });
    }),

  getImport: viewerProcedure
    .input(importInput({}))
    .query(async ({ ctx, input }) => viewOf(await findImport(ctx.owned, input.importId))),

  /** Failed rows grouped by reason. */
  importFaults: viewerProcedure
    .input(importInput({}))
    .query(async ({ ctx, input }) => groupFaults(ctx.owned, (await findImport(ctx.owned, input.importId)).id)),

  /** The running import, or the last one not dismissed. */
  openImport: viewerProcedure.input(appInput({})).query(async ({ ctx }) => {
    const row = await openImport(ctx.owned);
    return row ? viewOf(row) : null;
  }),

  /** Dry run over the whole file. */
  checkImport: editorProcedure.input(importInput({ plan: importPlanSchema })).mutation(async ({ ctx, input }) => {
    await beginImport(ctx.owned, input.importId, "checking", input.plan);
    await ctx.platform.jobs.send(ctx.platform.db, importJob, { appId: input.appId, importId: input.importId });
  }),

  startImport: editorProcedure.input(importInput({})).mutation(async ({ ctx, input }) => {
    await beginImport(ctx.owned, input.importId, "importing");
    await ctx.platform.jobs.send(ctx.platform.db, importJob, { appId: input.appId, importId: input.importId });
  }),

  /** Starts the import of a small file whose batches the browser sends. */
  startBatches: editorProcedure
    .input(importInput({}))
    .mutation(({ ctx, input }) => startBatches(ctx.platform, ctx.owned, input.importId)),

  /** One batch; "3 batches in parallel" are concurrent. Idempotent. */
  importBatch: editorProcedure
    .input(importInput({ batch: z.int().min(0), records: csvRecordsSchema }))
    .mutation(({ ctx, input }) => importBatch(ctx.platform, ctx.owned, input.importId, input.batch, input.records)),

  /** The browser gives up or leaves: the server continues from the stored file. */
  releaseBatches: editorProcedure.input(importInput({})).mutation(async ({ ctx, input }) => {
    if (await releaseBatches(ctx.owned, input.importId))
      await ctx.platform.jobs.send(ctx.platform.db, importJob, { appId: input.appId, importId: input.importId });
  }),

  /** Stops the import. Imported rows stay until undone. */
  cancelImport: editorProcedure.input(importInput({})).mutation(async ({ ctx, input }) => {
    await cancelImport(ctx.owned, input.importId);
    return viewOf(await findImport(ctx.owned, input.importId));
  }),

  /** Dismisses an import that is over or was not started. */
  closeImport: editorProcedure
    .input(importInput({}))
    .mutation(({ ctx, input }) => closeImport(ctx.platform.blobs, ctx.owned, input.importId)),

  undoImport: editorProcedure.input(importInput({})).mutation(async ({ ctx, input }) => {
    const undone = await undoImport(ctx.owned, input.importId, ctx.account.id);
    for (const entity of undone.entities)
      ctx.platform.events.announce(ctx.platform.db, `rows:${input.appId}:${entity}`);
    return undone;
  }),
});
