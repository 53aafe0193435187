import "server-only";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { adminProcedure } from "@/api/procedures";
import { account, accountSession } from "@/db/schema/account";
import { AppError } from "@/errors";
import { hashPassword, isStrong } from "@/features/account/password";
import { dropFactors } from "@/features/factors/store";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { settle } from "@/features/payment/store";
import { planIdSchema } from "@/features/plans/schema";
import { note } from "./audit";
import { accountRefSchema, directionSchema } from "./schema";
import { findAccount, listAccounts, withAnotherAdmin } from "./store";

const onAccount = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ accountId: accountRefSchema, ...shape });

export const manageAccounts = {
  accounts: adminProcedure
    .input(
      z.strictObject({
        search: z.string().trim().max(254).default(""),
        cursor: z.string().max(40).optional(),
        direction: directionSchema,
      }),
    )
    .query(({ ctx, input }) => listAccounts(ctx.platform.db, input.search, input.cursor)),

  /** Grants a plan for free. A better paid plan stays in effect. */
  setPlan: adminProcedure.input(onAccount({ plan: planIdSchema })).mutation(({ ctx, input }) =>
    ctx.platform.db.transaction(async (tx) => {
      const { id, email } = await findAccount(tx, input.accountId);
      await tx.update(account).set({ grantedPlan: input.plan }).where(eq(account.id, id));
      await settle(tx, id);
      await note(tx, ctx.account, "plan-given", email, { plan: input.plan });
      return {};
    }),
  ),

  /** Disables an account: ends its sessions and its apps' previews. */
  setDisabled: adminProcedure.input(onAccount({ isDisabled: z.boolean() })).mutation(({ ctx, input }) =>
    ctx.platform.db.transaction(async (tx) => {
      const row = await findAccount(tx, input.accountId);
      if (input.isDisabled) {
        await withAnotherAdmin(tx, row);
        await tx.delete(accountSession).where(eq(accountSession.userId, row.id));
      }
      await tx
        .update(account)
        .set({ disabledAt: input.isDisabled ? sql`now()` : null })
        .where(eq(account.id, row.id));
      await note(tx, ctx.account, input.isDisabled ? "account-disabled" : "account-enabled", row.email);
      return {};
    }),
  ),

  setAdmin: adminProcedure.input(onAccount({ isAdmin: z.boolean() })).mutation(({ ctx, input }) =>
    ctx.platform.db.transaction(async (tx) => {
      const row = await findAccount(tx, input.accountId);
      if (!input.isAdmin) await withAnotherAdmin(tx, row);
      await tx.update(account).set({ isAdmin: input.isAdmin }).where(eq(account.id, row.id));
      await note(tx, ctx.account, input.isAdmin ? "admin-made" : "admin-ended", row.email);
      return {};
    }),
  ),

  /** For people without mail: sets a password and ends every session. */
  setPassword: adminProcedure.input(onAccount({ password: z.string().max(256) })).mutation(async ({ ctx, input }) => {
    const { db } = ctx.platform;
    const { id, email } = await findAccount(db, input.accountId);
    if (!isStrong(input.password, email)) throw new AppError("weak-new-password");
    const passwordHash = await hashPassword(input.password);
    return db.transaction(async (tx) => {
      await tx.update(account).set({ passwordHash }).where(eq(account.id, id));
      await tx.delete(accountSession).where(eq(accountSession.userId, id));
      await note(tx, ctx.account, "password-set", email);
      return {};
    });
  }),

  /** For people who lost their passkeys or authenticator app and their recovery codes. Their sessions end. */
  resetSecondFactor: adminProcedure.input(onAccount({})).mutation(({ ctx, input }) =>
    ctx.platform.db.transaction(async (tx) => {
      const { id, email } = await findAccount(tx, input.accountId);
      if (!(await dropFactors(tx, id))) throw new AppError("no-second-factor");
      await tx.delete(accountSession).where(eq(accountSession.userId, id));
      await note(tx, ctx.account, "second-factor-reset", email);
      const what = "An administrator removed your passkeys, authenticator app and recovery codes.";
      await ctx.platform.mail.send({ to: email, ...renderMail(mails.signInChanged({ email, what })) }, tx);
      return {};
    }),
  ),

  verifyEmail: adminProcedure.input(onAccount({})).mutation(({ ctx, input }) =>
    ctx.platform.db.transaction(async (tx) => {
      const { id, email } = await findAccount(tx, input.accountId);
      await tx
        .update(account)
        .set({ emailVerifiedAt: sql`coalesce(${account.emailVerifiedAt}, now())` })
        .where(eq(account.id, id));
      await note(tx, ctx.account, "email-verified", email);
      return {};
    }),
  ),
};
