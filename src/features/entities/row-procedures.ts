import "server-only";
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { checkRoom } from "@/api/check-room";
import { withinLimit } from "@/api/limit";
import { type Context, visit } from "@/api/gates";
import { appIdSchema, appInput, inOneStep, publicProcedure } from "@/api/procedures";
import { newId } from "@/db/id";
import { jsonLength, type JsonText } from "@/engines/json";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { findEntity, withUnique } from "@/features/rows/entity";
import { bulkRowsMax } from "@/features/rows/limits";
import type { Rows } from "@/features/rows/read";
import { type Reach, reachesOf } from "@/features/rows/rules";
import { entityNameSchema, type EntityRow } from "@/features/rows/schema";
import type { RowChange } from "@/features/rows/store";
import { entitiesOfVersion, visibleVersion } from "./schemas";

export const rowSchema = z.record(z.string().max(200), z.unknown());
export const idSchema = z.string().min(1).max(60);
export const idsSchema = z.array(idSchema).min(1).max(bulkRowsMax);

export const entityInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  inOneStep(appInput({ entity: entityNameSchema, ...shape }));

/** Whose rows are meant: strangers are refused before the rest of their input is judged. */
const placeSchema = z.object({ appId: appIdSchema, entity: entityNameSchema });

/**
 * Rows of one entity within the caller's permissions. The owner works with the newest version's schemas, everybody else
 * with the published one's, so that changed permissions take effect on publishing.
 */
export const rowsProcedure = publicProcedure.use(async ({ ctx, getRawInput, next }) => {
  // Not as an input of its own, which tRPC would copy twice for each row that is read.
  const named = placeSchema.safeParse(await getRawInput());
  if (!named.success) throw new TRPCError({ code: "BAD_REQUEST", cause: named.error });
  const { app, visited } = await visit(ctx, named.data.appId);
  const { visitor } = visited;
  const seen = findEntity(await entitiesOfVersion(visited, visibleVersion(app, visitor)), named.data.entity);
  const entity = withUnique(seen, app.uniqueFields?.[seen.name]);
  const rows: Rows = { scope: visited, entity, actor: visitor };
  return next({ ctx: { rows, reach: reachesOf(entity.access, visitor) } });
});

/** Rows that strangers add from one address in a quarter of an hour: a class behind one router gets through, a flood does not. */
const strangerRowsMax = 120;
const strangerSeconds = 15 * 60;

/**
 * Counts rows that somebody who is not signed in adds. Functions have limits of their own, and one address for all.
 * @throws too-many-requests
 */
export async function checkStranger(
  { platform, rows, reach, address, isFunction }: Context & { rows: Rows; reach: Record<"create", Reach> },
  count: number,
): Promise<void> {
  if (rows.actor || isFunction || reach.create === "nothing") return;
  const key = `stranger-rows:${rows.scope.appId}:${address}`;
  if (!(await withinLimit(platform.db, key, strangerRowsMax, strangerSeconds, count)))
    throw new AppError("too-many-requests");
}

/** Notifies open tables and running apps of changed rows; they re-read under their own permissions. */
export function announce(platform: Platform, appId: string, entity: string): void {
  platform.events.announce(platform.db, `rows:${appId}:${entity}`);
}

export const rowChangesInput = entityInput({
  rows: z
    .array(z.strictObject({ id: idSchema, data: rowSchema }))
    .min(1)
    .max(bulkRowsMax),
});

/** Changes many rows under one change id for undo. */
export async function changeRows<Changed extends object>(
  { platform }: { platform: Platform },
  { appId, entity, rows }: z.output<typeof rowChangesInput>,
  change: (changes: RowChange[], changeId: string) => Promise<Changed>,
): Promise<Changed & { changeId: string }> {
  const changeId = newId("c");
  await checkRoom(platform, appId, jsonLength(rows));
  const changed = await change(
    rows.map(({ id, data }) => ({ id, fields: data })),
    changeId,
  );
  announce(platform, appId, entity);
  return { ...changed, changeId };
}

/**
 * Rows as the caller takes them: JSON text for a door that passes it on unread, parsed for everybody else. The type is
 * what the text says.
 */
export const answered = <T>({ takesText }: Pick<Context, "takesText">, rows: JsonText<T>): T =>
  takesText ? (rows as unknown as T) : rows.read();

/** Adds many rows at once by `create`, and tells those who watch the table. */
export const adding = <Created extends { items: JsonText<EntityRow[]> }>(
  create: (rows: Rows, reach: Reach, list: Record<string, unknown>[]) => Promise<Created>,
  least = 0,
) =>
  rowsProcedure
    .input(entityInput({ rows: z.array(rowSchema).min(least).max(bulkRowsMax) }))
    .mutation(async ({ ctx, input }) => {
      await checkStranger(ctx, input.rows.length);
      await checkRoom(ctx.platform, input.appId, jsonLength(input.rows));
      const { items, ...more } = await create(ctx.rows, ctx.reach.create, input.rows);
      announce(ctx.platform, input.appId, input.entity);
      return { ...more, items: answered(ctx, items) };
    });
