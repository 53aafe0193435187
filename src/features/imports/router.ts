import "server-only";
import { z } from "zod";
import { eq, sql } from "drizzle-orm";
import { csvImport } from "@/db/schema/entity";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { accountProcedure, appInput, ownerProcedure, router } from "@/api/procedures";
import { AppError } from "@/errors";
import { importBatch, startBatches } from "./import-batch";
import { groupFaults } from "./list-failed-rows";
import { beginImport, cancelImport, closeImport, findImport, openImport, releaseBatches, viewOf } from "./store";
import { withinLimit } from "@/api/limit";
import { undoChange } from "@/features/rows/history";
import { csvRecordsSchema, importJob, importPlanSchema, mappingPreviewRows, mappingRequestSchema } from "./schema";
import { suggestMapping } from "./suggest-mapping";

const importInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  appInput({ importId: z.string().min(1).max(60), ...shape });

/** Takes back every row of an import that is over. */
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

/**
 * A file that was uploaded (`POST …/imports`) on its way into rows: checked, imported, followed, stopped, taken back.
 */
export const importsRouter = router({
  /** Which column of a file fills which field, read from its headers and first rows. */
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

  getImport: ownerProcedure
    .input(importInput({}))
    .query(async ({ ctx, input }) => viewOf(await findImport(ctx.owned, input.importId))),

  /** Why rows of an import did not fit, grouped. */
  importFaults: ownerProcedure
    .input(importInput({}))
    .query(async ({ ctx, input }) => groupFaults(ctx.owned, (await findImport(ctx.owned, input.importId)).id)),

  /** The import that runs, or whose end nobody has read yet. */
  openImport: ownerProcedure.input(appInput({})).query(async ({ ctx }) => {
    const row = await openImport(ctx.owned);
    return row ? viewOf(row) : null;
  }),

  /** Reads the whole file and says what would come of it; nothing is written. */
  checkImport: ownerProcedure.input(importInput({ plan: importPlanSchema })).mutation(async ({ ctx, input }) => {
    await beginImport(ctx.owned, input.importId, "checking", input.plan);
    await ctx.platform.jobs.send(ctx.platform.db, importJob, { appId: input.appId, importId: input.importId });
  }),

  startImport: ownerProcedure.input(importInput({})).mutation(async ({ ctx, input }) => {
    await beginImport(ctx.owned, input.importId, "importing");
    await ctx.platform.jobs.send(ctx.platform.db, importJob, { appId: input.appId, importId: input.importId });
  }),

  /** Begins the import of a small file, whose batches the browser sends. */
  startBatches: ownerProcedure
    .input(importInput({}))
    .mutation(({ ctx, input }) => startBatches(ctx.platform, ctx.owned, input.importId)),

  /** One batch of it; "3 batches in parallel" come at once. Sent again, it changes nothing. */
  importBatch: ownerProcedure
    .input(importInput({ batch: z.int().min(0), records: csvRecordsSchema }))
    .mutation(({ ctx, input }) => importBatch(ctx.platform, ctx.owned, input.importId, input.batch, input.records)),

  /** The browser leaves, or cannot send what is left: the server goes on from its own copy of the file. */
  releaseBatches: ownerProcedure.input(importInput({})).mutation(async ({ ctx, input }) => {
    if (await releaseBatches(ctx.owned, input.importId))
      await ctx.platform.jobs.send(ctx.platform.db, importJob, { appId: input.appId, importId: input.importId });
  }),

  /** Stops where it is. Rows that were imported stay until they are undone. */
  cancelImport: ownerProcedure.input(importInput({})).mutation(async ({ ctx, input }) => {
    await cancelImport(ctx.owned, input.importId);
    return viewOf(await findImport(ctx.owned, input.importId));
  }),

  /** Puts an import away that is over, or was not begun. */
  closeImport: ownerProcedure
    .input(importInput({}))
    .mutation(({ ctx, input }) => closeImport(ctx.platform.blobs, ctx.owned, input.importId)),

  undoImport: ownerProcedure.input(importInput({})).mutation(async ({ ctx, input }) => {
    const undone = await undoImport(ctx.owned, input.importId, ctx.account.id);
    for (const entity of undone.entities)
      ctx.platform.events.announce(ctx.platform.db, `rows:${input.appId}:${entity}`);
    return undone;
  }),
});
