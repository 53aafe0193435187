import "server-only";
import { eq, isNull, or } from "drizzle-orm";
import { z } from "zod";
import { adminProcedure, router } from "@/api/procedures";
import { sale } from "@/db/schema/account";
import { AppError } from "@/errors";
import { paymentJob } from "@/features/payment/schema";
import { planChangeSchema } from "@/features/plans/schema";
import { updatePlan } from "@/features/plans/store";
import { listAudit, note } from "./audit";
import { manageAccounts } from "./manage-accounts";
import { directionSchema } from "./schema";
import { signInAs } from "./sign-in-as";
import { listSpend, listStorage } from "./store";

export const adminRouter = router({
  ...manageAccounts,
  ...signInAs,

  /** Changes a plan. When its products change, affected sales are looked up again. */
  updatePlan: adminProcedure.input(planChangeSchema).mutation(async ({ ctx, input }) => {
    const { db, jobs } = ctx.platform;
    const { plan: id, ...change } = input;
    const plan = await db.transaction(async (tx) => {
      await note(tx, ctx.account, "plan-edited", id, change);
      return updatePlan(tx, input);
    });
    if (input.products) {
      const rows = await db
        .select({ id: sale.id })
        .from(sale)
        .where(or(isNull(sale.plan), eq(sale.plan, id)));
      for (const { id: saleId } of rows) await jobs.send(db, paymentJob, { saleId });
    }
    return plan;
  }),

  spend: adminProcedure.query(({ ctx }) => listSpend(ctx.platform.db)),

  storage: adminProcedure.query(({ ctx }) => listStorage(ctx.platform.db)),

  /** Jobs out of retries, newest first. */
  failedJobs: adminProcedure.query(({ ctx }) => ctx.platform.jobs.listFailed(ctx.platform.db)),

  retryJob: adminProcedure
    .input(z.strictObject({ queue: z.string().min(1).max(60), jobId: z.uuid() }))
    .mutation(async ({ ctx, input }) => {
      const { db, jobs } = ctx.platform;
      if (!(await jobs.retry(db, input.queue, input.jobId))) throw new AppError("job-not-found");
      await note(db, ctx.account, "job-retried", `${input.queue} ${input.jobId}`);
      return {};
    }),

  /** The audit log, newest first. */
  audit: adminProcedure
    .input(z.strictObject({ cursor: z.number().int().optional(), direction: directionSchema }))
    .query(({ ctx, input }) => listAudit(ctx.platform.db, input.cursor)),

  /** Permission check of the log's export, which is a stream (doors/routes/admin.ts). */
  mayExport: adminProcedure.query(() => ({})),
});
