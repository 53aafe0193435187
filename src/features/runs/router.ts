import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { appInput, router, visitorProcedure } from "@/api/procedures";
import { inTransaction, type VisitedApp } from "@/db/scope";
import { publish } from "@/engines/events";
import type { Platform } from "@/engines/platform";
import { findPayment } from "@/features/memberships/store";
import { AppError } from "@/errors";
import { toolRun } from "@/db/schema/run";
import { sql } from "drizzle-orm";
import { beginRun } from "./begin";
import { findTool, listTools, styleOf } from "./tool/find-tool";
import { forget, listMemories } from "./memories";
import { readBlock } from "./block/read-block";
import { answerMax, historyPage, newRunSchema, runIdSchema, runJob, sessionSchema } from "./schema";
import { suggestPlaces } from "@/engines/places";
import { deleteRun, editBlock, findRun, listRuns, ofRun, reopenRun, type RunRow } from "./store";
import { countRun } from "./use-limits";
import { isMine, type Looker, viewOf } from "./view";
import { viewTool } from "./tool/view-tool";
import { isPersonal, visitorKey } from "./visitor";

const quarterHour = 15 * 60;
/** Runs in a quarter of an hour: of a member, of everybody at one anonymous address, and of all visitors of one app together. */
const runsMax = { member: 60, address: 30, app: 600 };

/** Places that may be looked up in a quarter of an hour. */
const placesMax = { address: 300, app: 3_000 };

const session = { session: sessionSchema.optional() };
const path = { path: newRunSchema.path };
const run = { ...path, runId: runIdSchema, ...session };

/** Knows the caller by their key. */
const runnerProcedure = visitorProcedure.input(z.object(session)).use(({ ctx, input, next }) => {
  const key = visitorKey(ctx.visited, input.session, ctx.address);
  const looker: Looker = { key, isOwner: ctx.visited.visitor?.isBuilder === true };
  return next({ ctx: { ...ctx, looker } });
});

/** Somebody with a result: to change one, the caller must be who made it. */
const ownRunProcedure = runnerProcedure
  .input(z.object({ ...path, runId: runIdSchema }))
  .use(async ({ ctx, input, next }) => {
    const row = await findRun(ctx.visited, input.runId);
    if (row.definition.path !== input.path) throw new AppError("run-not-found");
    if (!isMine(row, ctx.looker)) throw new AppError("run-not-yours");
    return next({ ctx: { ...ctx, row } });
  });

type Rated = { platform: Platform; app: { id: string }; visited: VisitedApp; address: string };

/** A run may cost a model's call: so many, whatever the tool's own limits are. */
async function checkRate({ platform, app, visited: { visitor }, address }: Rated): Promise<void> {
  const [who, tries] = visitor ? [visitor.id, runsMax.member] : [address, runsMax.address];
  const isWithin =
    (await withinLimit(platform.db, `tool-run:${app.id}:${who}`, tries, quarterHour)) &&
    (await withinLimit(platform.db, `tool-run:${app.id}`, runsMax.app, quarterHour));
  if (!isWithin) throw new AppError("too-many-requests");
}

/** Where members have to pay, a tool runs for those who have, and for its builders; others may look at it. */
async function checkMembership(visited: VisitedApp): Promise<void> {
  if (visited.visitor) return;
  const payment = await findPayment(visited);
  if (payment?.isEnabled && payment.connectedAt) throw new AppError("membership-needed");
}

const blockOf = (row: RunRow, id: string) => {
  const block = row.blocks.find((one) => one.id === id);
  if (!block) throw new AppError("run-not-found");
  return block;
};

export const runsRouter = router({
  tool: visitorProcedure.input(appInput(path)).query(({ ctx, input }) => viewTool(ctx.visited, ctx.app, input.path)),

  tools: visitorProcedure.input(appInput({})).query(async ({ ctx }) => ({
    appName: ctx.app.name,
    style: await styleOf(ctx.visited),
    tools: await listTools(ctx.visited),
  })),

  /** Completes a place field (1-platform.md §3); without a service there is nothing to suggest. */
  places: visitorProcedure
    .input(appInput({ ...path, words: z.string().trim().min(3).max(200) }))
    .query(async ({ ctx: { platform, visited, app, address }, input }) => {
      const { definition } = await findTool(visited, app, input.path);
      const service = platform.env.PLACES_URL;
      if (!service || !definition.fields.some(({ type }) => type === "place")) return { places: [] };
      const isWithin =
        (await withinLimit(platform.db, `places:${app.id}:${address}`, placesMax.address, quarterHour)) &&
        (await withinLimit(platform.db, `places:${app.id}`, placesMax.app, quarterHour));
      if (!isWithin) throw new AppError("too-many-requests");
      return { places: await suggestPlaces(service, input.words) };
    }),

  create: runnerProcedure.input(appInput(newRunSchema)).mutation(async ({ ctx, input }) => {
    const tool = await findTool(ctx.visited, ctx.app, input.path);
    await checkMembership(ctx.visited);
    await checkRate(ctx);
    return { runId: await beginRun(ctx.platform, ctx.visited, tool, ctx.looker.key, input) };
  }),

  /** Whoever has a result's address may see it: it cannot be guessed, and is how results are shared. */
  get: runnerProcedure.input(appInput(run)).query(async ({ ctx, input }) => {
    const row = await findRun(ctx.visited, input.runId);
    if (row.definition.path !== input.path) throw new AppError("run-not-found");
    return viewOf(ctx.visited, row, ctx.looker);
  }),

  /** The caller's own results of a tool, the newest first. */
  list: runnerProcedure
    .input(appInput({ ...path, ...session, before: runIdSchema.optional() }))
    .query(async ({ ctx, input }) => {
      const { key } = ctx.looker;
      if (!isPersonal(key)) throw new AppError("run-session");
      const { definition } = await findTool(ctx.visited, ctx.app, input.path);
      const rows = await listRuns(ctx.visited, {
        visitor: key,
        toolId: definition.toolId,
        before: input.before,
        limit: historyPage + 1,
      });
      const items = rows.slice(0, historyPage).map((row) => ({
        runId: row.id,
        status: row.status,
        title: titleOf(row),
        createdAt: row.createdAt.toISOString(),
      }));
      return { items, nextBefore: rows.length > historyPage ? items.at(-1)!.runId : null };
    }),

  /** Ends a run; what is answered is kept. */
  stop: ownRunProcedure.input(appInput(run)).mutation(async ({ ctx: { visited, row } }) => {
    const { db } = visited;
    await db
      .update(toolRun)
      .set({ stopRequestedAt: sql`now()` })
      .where(ofRun(visited, row.id));
    await publish(db, `run:${row.id}`, "stop");
    return {};
  }),

  /** Answers a block once more, or, without one, everything that was not answered. */
  regenerate: ownRunProcedure
    .input(appInput({ ...run, blockId: z.string().max(60).optional() }))
    .mutation(async ({ ctx: { visited, row, platform, looker, app, address }, input: { blockId } }) => {
      await checkMembership(visited);
      await checkRate({ visited, platform, app, address });
      const open = row.blocks.filter(({ id, status }) => (blockId === undefined ? status !== "done" : id === blockId));
      if (open.length === 0) throw new AppError("run-not-found");
      await inTransaction(visited, async (scope) => {
        await countRun(scope, looker.key, row.settings, new Date());
        await reopenRun(scope, row, new Set(open.map(({ id }) => id)));
        await platform.jobs.send(scope.db, runJob, { appId: scope.appId, runId: row.id });
      });
      return {};
    }),

  /** "Editing when userCanEditResults"; to tick an item of a checklist is no editing. */
  editBlock: ownRunProcedure
    .input(appInput({ ...run, blockId: z.string().max(60), text: z.string().max(answerMax) }))
    .mutation(async ({ ctx: { visited, row }, input: { blockId, text } }) => {
      const block = blockOf(row, blockId);
      if (!row.settings.userCanEditResults && !isTick(block.type, block.text, text)) throw new AppError("run-fixed");
      await editBlock(visited, row, { ...block, text, status: "done", isEdited: true, message: undefined });
      return {};
    }),

  delete: ownRunProcedure.input(appInput(run)).mutation(async ({ ctx: { visited, row } }) => {
    if (row.status === "queued" || row.status === "streaming") throw new AppError("run-busy");
    await deleteRun(visited, row.id);
    return {};
  }),

  /** What the app remembers of the caller (1-platform.md §7). */
  memories: runnerProcedure.input(appInput(session)).query(({ ctx }) => listMemories(ctx.visited, ctx.looker.key)),

  forget: runnerProcedure
    .input(appInput({ ...session, key: z.string().max(60).optional() }))
    .mutation(async ({ ctx, input }) => {
      await forget(ctx.visited, ctx.looker.key, input.key);
      return {};
    }),
});

/** Only the marks of a checklist differ. */
function isTick(type: RunRow["blocks"][number]["type"], before: string, after: string): boolean {
  const items = (text: string) => {
    const data = readBlock("checklist", text);
    return data.type === "checklist" ? data.items.map((item) => item.text) : [];
  };
  return type === "checklist" && JSON.stringify(items(before)) === JSON.stringify(items(after));
}

/** What a result is called in a list: what was entered. */
function titleOf({ input, fields, definition }: RunRow): string {
  const named = definition.fields.flatMap(({ name, type }) => {
    const value = fields[name];
    return value === undefined || type === "photo" || type === "tool_item_select"
      ? []
      : [
          String(
            Array.isArray(value)
              ? value.join(", ")
              : typeof value === "object"
                ? `${value.value} ${value.unit}`
                : value,
          ),
        ];
  });
  return [input, ...named].filter(Boolean).join(" · ").replace(/\s+/g, " ").slice(0, 120) || definition.header;
}
