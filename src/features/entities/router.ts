import "server-only";
import { z } from "zod";
import { withoutCaller } from "@/db/caller";
import { newId } from "@/db/id";
import { checkRoom } from "@/api/check-room";
import { appInput, editorProcedure, router, viewerProcedure, visitorProcedure } from "@/api/procedures";
import { jsonLength } from "@/engines/json";
import { AppError } from "@/errors";
import { aggregateRows } from "@/features/rows/aggregate";
import { countRows } from "@/features/rows/count";
import { undoChange } from "@/features/rows/history";
import { pageRows, pageRowsMax } from "@/features/rows/limits";
import { listPeople } from "@/features/rows/people";
import { getRow } from "@/features/rows/get-row";
import { listRows } from "@/features/rows/read";
import { createRow } from "@/features/rows/create-row";
import { bulkCreateRows, createFittingRows } from "@/features/rows/create-rows";
import { deleteRows, updateFittingRows, updateRows } from "@/features/rows/store";
import { takenTimes } from "@/features/rows/taken-times";
import { updateRow } from "@/features/rows/update-row";
import { permissionsSchema } from "@/shipped/access";
import { changeColumn, previewColumn, undoColumn } from "./change-column";
import { withIndexes } from "./index-fields";
import { namesMax } from "./limits";
import { restoreWithRows, rowsThen } from "./restore-rows";
import {
  adding,
  announce,
  answered,
  changeRows,
  checkStranger,
  entityInput,
  idSchema,
  idsSchema,
  rowChangesInput,
  rowSchema,
  rowsProcedure,
} from "./row-procedures";
import { accessName } from "./rules";
import { columnChangeSchema } from "./schema";
import { headEntities, visibleVersion } from "./schemas";
import { setPermissions } from "./set-permissions";

export const entitiesRouter = router({
  /** Entities of the newest version by name, with schemas and permissions; and broken files. */
  schemas: viewerProcedure.input(appInput({})).query(async ({ ctx }) => {
    const { entities, broken } = await headEntities(ctx.owned);
    const list = [...entities.values()].map(({ name, schema, permissions, access }) => ({
      name,
      schema,
      permissions,
      permissionsName: accessName(schema),
      access,
    }));
    return { entities: list.sort((a, b) => a.name.localeCompare(b.name)), broken };
  }),

  /** People that a reference to User may name. Only the builder sees members as such. */
  people: viewerProcedure.input(appInput({})).query(({ ctx }) => listPeople(ctx.owned, namesMax)),

  /** Who the caller is to this app, and which version's entities apply. */
  view: visitorProcedure
    .input(appInput({}))
    .query(({ ctx }) => ({ visitor: ctx.visited.visitor, versionId: visibleVersion(ctx.app, ctx.visited.visitor) })),

  list: rowsProcedure
    .input(
      entityInput({
        q: z.unknown().optional(),
        sort: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(pageRowsMax).default(pageRows),
        cursor: z.string().max(4_000).optional(),
        offset: z.number().int().min(0).max(10_000_000).optional(),
        fields: z.array(z.string().max(60)).max(200).optional(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const list = () => listRows(ctx.rows, ctx.reach.read, input);
      return answered(ctx, await withIndexes(ctx.platform, input.appId, ctx.rows.entity, input, list));
    }),

  /** Above 10,000 rows the count is an estimate and says so: `{ count, isEstimate: true }`. */
  count: rowsProcedure
    .input(entityInput({ q: z.unknown().optional() }))
    .query(({ ctx, input }) => countRows(ctx.rows, ctx.reach.read, input.q)),

  /** Aggregates of the rows that a list would return, in all or by group. */
  aggregate: rowsProcedure
    .input(
      entityInput({
        q: z.unknown().optional(),
        group: z.string().max(400).optional(),
        metrics: z.string().max(4_000).optional(),
      }),
    )
    .query(({ ctx, input }) => aggregateRows(ctx.rows, ctx.reach.read, input)),

  /** Taken times of a table that books them, for whoever may book. */
  taken: rowsProcedure
    .input(
      entityInput({
        from: z.string().max(40),
        to: z.string().max(40),
        per: z.record(z.string().max(200), z.string().max(200)).optional(),
      }),
    )
    .query(({ ctx, input }) => takenTimes(ctx.rows, ctx.reach, input)),

  get: rowsProcedure
    .input(entityInput({ id: idSchema }))
    .query(async ({ ctx, input }) => answered(ctx, await getRow(ctx.rows, ctx.reach.read, input.id))),

  create: rowsProcedure.input(entityInput({ data: rowSchema })).mutation(async ({ ctx, input }) => {
    await checkStranger(ctx, 1);
    await checkRoom(ctx.platform, input.appId, jsonLength(input.data));
    const row = await createRow(ctx.rows, ctx.reach.create, input.data);
    announce(ctx.platform, input.appId, input.entity);
    return answered(ctx, row);
  }),

  bulkCreate: adding(bulkCreateRows),

  update: rowsProcedure.input(entityInput({ id: idSchema, data: rowSchema })).mutation(async ({ ctx, input }) => {
    await checkRoom(ctx.platform, input.appId, jsonLength(input.data));
    const row = await updateRow(ctx.rows, ctx.reach.update, { id: input.id, fields: input.data }, newId("c"));
    if (!row) throw new AppError("row-not-found");
    announce(ctx.platform, input.appId, input.entity);
    return answered(ctx, row);
  }),

  /** Like `bulkCreate`, but skips and reports invalid rows (paste into a table). */
  createFitting: adding(createFittingRows, 1),

  /** Like `bulkUpdate`, but skips and reports invalid changes. */
  updateFitting: rowsProcedure
    .input(rowChangesInput)
    .mutation(({ ctx, input }) =>
      changeRows(ctx, input, (changes, changeId) => updateFittingRows(ctx.rows, ctx.reach.update, changes, changeId)),
    ),

  /** Merges each row's own fields; rows out of reach are missing from the response. */
  bulkUpdate: rowsProcedure.input(rowChangesInput).mutation(({ ctx, input }) =>
    changeRows(ctx, input, async (changes, changeId) => ({
      items: await updateRows(ctx.rows, ctx.reach.update, changes, changeId),
    })),
  ),

  delete: rowsProcedure.input(entityInput({ id: idSchema })).mutation(async ({ ctx, input }) => {
    const changeId = newId("c");
    if ((await deleteRows(ctx.rows, ctx.reach.delete, [input.id], changeId)).length === 0)
      throw new AppError("row-not-found");
    announce(ctx.platform, input.appId, input.entity);
    return { changeId };
  }),

  /** @returns the deleted ids */
  bulkDelete: rowsProcedure
    .input(
      entityInput({
        ids: idsSchema,
        changeId: z
          .string()
          .regex(/^c[a-z0-9]{8,30}$/)
          .optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const changeId = input.changeId ?? newId("c");
      const ids = await deleteRows(ctx.rows, ctx.reach.delete, input.ids, changeId);
      announce(ctx.platform, input.appId, input.entity);
      return { ids, changeId };
    }),

  /** Undoes a change of rows. */
  undo: editorProcedure.input(appInput({ changeId: z.string().max(60) })).mutation(async ({ ctx, input }) => {
    const undone = await withoutCaller(() => undoChange(ctx.owned, input.changeId, ctx.account.id));
    for (const entity of undone.entities) announce(ctx.platform, input.appId, entity);
    return undone;
  }),

  /** Dry run of "Also bring back the rows of that time", per entity. */
  rowsThen: viewerProcedure
    .input(appInput({ versionId: z.string().max(60) }))
    .query(({ ctx, input }) => withoutCaller(() => rowsThen(ctx.owned, input.versionId))),

  /** A restore including the rows of the version's time. */
  restoreWithRows: editorProcedure
    .input(appInput({ versionId: z.string().max(60), messageId: z.string().max(60).optional() }))
    .mutation(async ({ ctx, input }) => {
      const restored = await withoutCaller(() =>
        restoreWithRows(ctx.owned, input.versionId, input.messageId, ctx.account.id),
      );
      for (const entity of restored.entities) announce(ctx.platform, input.appId, entity);
      return restored;
    }),

  /** Dry run of a column change. */
  previewColumn: editorProcedure
    .input(entityInput({ change: columnChangeSchema }))
    .query(({ ctx, input }) => withoutCaller(() => previewColumn(ctx.owned, input.entity, input.change))),

  /** Changes a column's schema and values together. `lossMax`: values that the builder agreed to lose. */
  changeColumn: editorProcedure
    .input(entityInput({ change: columnChangeSchema, lossMax: z.number().int().min(0).default(0) }))
    .mutation(async ({ ctx, input }) => {
      const changed = await withoutCaller(() =>
        changeColumn(ctx.owned, input.entity, input.change, input.lossMax, ctx.account.id),
      );
      announce(ctx.platform, input.appId, input.entity);
      return changed;
    }),

  undoColumn: editorProcedure
    .input(entityInput({ versionId: z.string().max(60), changeId: z.string().max(60) }))
    .mutation(async ({ ctx, input }) => {
      const undone = await withoutCaller(() => undoColumn(ctx.owned, input.entity, input, ctx.account.id));
      announce(ctx.platform, input.appId, input.entity);
      return undone;
    }),

  setPermissions: editorProcedure
    .input(entityInput({ permissions: permissionsSchema }))
    .mutation(({ ctx, input }) => setPermissions(ctx.owned, input.entity, input.permissions)),
});
