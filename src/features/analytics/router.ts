import "server-only";
import { z } from "zod";
import { appInput, editorProcedure, router, viewerProcedure, visitorProcedure } from "@/api/procedures";
import { appUrl } from "@/features/apps/address";
import { errorKey } from "@/features/turns/resolve-errors";
import { countView, mayReport } from "./collect";
import { daysOf } from "./rules";
import { counters, type DayCounts, faultSchema, type Part, type PartKind, spanSchema, viewSchema } from "./schema";
import { countDays, deleteFault, listFaults, topParts, writeFault } from "./store";

const today = () => new Date().toISOString().slice(0, 10);

/** A visitor of the published app. Its builder, looking at the preview, is none. */
const countedProcedure = visitorProcedure.use(({ ctx, next }) => {
  const { visited, app, address, device = "" } = ctx;
  const isBuilder = visited.visitor?.isBuilder === true;
  const seen = { appId: app.id, address, userAgent: device };
  return next({ ctx: { ...ctx, seen: isBuilder || !app.publishedVersionId ? undefined : seen } });
});

export const analyticsRouter = router({
  /** A page of the published app was opened. Nothing of the visitor is stored but that somebody came. */
  view: countedProcedure.input(appInput(viewSchema)).mutation(async ({ ctx, input: { page, referrer } }) => {
    const { hostname: host } = new URL(appUrl(ctx.platform.env, ctx.app));
    if (ctx.seen) await countView(ctx.platform, { ...ctx.seen, page, referrer, host });
    return {};
  }),

  /** A visitor met an error. */
  fault: countedProcedure.input(appInput(faultSchema)).mutation(async ({ ctx, input: { appId: _appId, ...fault } }) => {
    if (ctx.seen && (await mayReport(ctx.platform, ctx.seen)))
      await writeFault(ctx.visited, { ...fault, key: errorKey(fault).slice(0, 300) });
    return {};
  }),

  /** The last days by day, their sums, those of as many days before, and where and by what visitors came. */
  overview: viewerProcedure
    .input(appInput({ span: spanSchema.default(30) }))
    .query(async ({ ctx, input: { span } }) => {
      const days = daysOf(span * 2, today());
      const [from, to] = [days[span]!, days.at(-1)!];
      const counted = await countDays(ctx.owned, days[0]!, to);
      const sum = (list: DayCounts[]) =>
        Object.fromEntries(counters.map((name) => [name, list.reduce((total, one) => total + one[name], 0)])) as Record<
          (typeof counters)[number],
          number
        >;
      const parts = (kind: PartKind): Promise<Part[]> => topParts(ctx.owned, kind, from, to);
      return {
        days: counted.slice(span),
        totals: sum(counted.slice(span)),
        before: sum(counted.slice(0, span)),
        pages: await parts("page"),
        referrers: await parts("referrer"),
        devices: await parts("device"),
      };
    }),

  /** Errors that visitors met, the last one first. */
  faults: viewerProcedure.input(appInput({})).query(({ ctx }) => listFaults(ctx.owned)),

  dismissFault: editorProcedure.input(appInput({ key: z.string().max(300) })).mutation(async ({ ctx, input }) => {
    await deleteFault(ctx.owned, input.key);
    return {};
  }),
});
