import "server-only";
import { signInTriesOf, withinLimit } from "@/api/limit";
import { publicProcedure, router, unverifiedProcedure } from "@/api/procedures";
import { log } from "@/engines/log";
import { AppError } from "@/errors";
import { admit, admitProcedures } from "./admit";
import { changeEmailProcedures, findEmailChange } from "./change-email";
import { changePasswordProcedures } from "./change-password";
import { createProcedures } from "./create";
import { instructionsProcedures } from "./instructions";
import { magicLinkProcedures } from "./magic-link";
import { hashPassword, isStrong, matchesPassword, noPassword } from "./password";
import { resetPasswordProcedures } from "./reset-password";
import { mustVerifyEmail } from "./rules";
import { type AccountView, signInSchema, signUpSchema } from "./schema";
import { endRetired, findSessionRow, retireSession } from "./session";
import { securityProcedures } from "./security";
import { sessionProcedures } from "./sessions";
import { sessionsOf, startSession } from "./start-session";
import { factsOf, findByEmail, insertAccount } from "./store";
import { mailVerification, verifyEmailProcedures } from "./verify-email";

const signUpTries = 30;
const windowSeconds = 15 * 60;

export const accountRouter = router({
  ...createProcedures,
  ...verifyEmailProcedures,
  ...resetPasswordProcedures,
  ...changePasswordProcedures,
  ...changeEmailProcedures,
  ...magicLinkProcedures,
  ...instructionsProcedures,
  ...sessionProcedures,
  ...admitProcedures,
  ...securityProcedures,

  signUp: publicProcedure.input(signUpSchema).mutation(async ({ ctx, input }) => {
    const { db, env } = ctx.platform;
    if (!(await withinLimit(db, `sign-up:${ctx.address}`, signUpTries, windowSeconds)))
      throw new AppError("too-many-requests");
    if (!isStrong(input.password, input.email)) throw new AppError("weak-password");
    try {
      const row = await insertAccount(db, input.email, await hashPassword(input.password));
      if (env.EMAIL_VERIFICATION === "on")
        // The account exists either way: the mail can be requested again.
        await mailVerification(ctx.platform, row).catch((error: unknown) => log("error", "sign-up-mail", { error }));
      return await startSession(ctx, row.id, { method: "sign-up" });
    } catch (error) {
      if (error instanceof AppError) throw error;
      log("error", "sign-up", { error });
      throw new AppError("sign-up-failed");
    }
  }),

  signIn: publicProcedure.input(signInSchema).mutation(async ({ ctx, input }) => {
    const { db } = ctx.platform;
    const tries = signInTriesOf(db, "sign-in", ctx.address, input.email);
    if (!(await tries.count())) throw new AppError("too-many-logins");
    const row = await findByEmail(db, input.email);
    if (!(await matchesPassword(row?.passwordHash, input.password)) || !row) throw new AppError("invalid-credentials");
    if (row.disabledAt) throw new AppError("account-disabled");
    await tries.clear();
    return admit(ctx, row, "password");
  }),

  signOut: publicProcedure.mutation(async ({ ctx }) => {
    const sessions = sessionsOf(ctx);
    if (ctx.actor.kind === "account") {
      await sessions.invalidateSession(ctx.actor.token);
      await endRetired(ctx.platform.db, ctx.actor.account.id);
    }
    ctx.responseHeaders.append("set-cookie", sessions.createBlankSessionCookie().serialize());
    return {};
  }),

  /**
   * Token rotation. The old token works for another minute, for requests in flight. The web app refreshes every 50
   * minutes (1-platform.md §9).
   */
  refresh: unverifiedProcedure.mutation(async ({ ctx }) => {
    const { db } = ctx.platform;
    const before = await findSessionRow(db, ctx.token);
    const { token } = await startSession(ctx, ctx.account.id, before ?? { method: "" });
    await retireSession(db, ctx.token);
    return { token };
  }),

  /** The account as its owner sees it (1-platform.md §3). */
  current: unverifiedProcedure.query(async ({ ctx }): Promise<AccountView> => {
    const { account } = ctx;
    const { db, env } = ctx.platform;
    const [facts, change] = [await factsOf(db, account), await findEmailChange(db, account.id)];
    return {
      accountId: account.id,
      email: account.email,
      accountType: account.accountType,
      plan: account.plan,
      subscriptionId: account.subscriptionId,
      planSubscriptionStatus: account.planSubscriptionStatus,
      planSubscriptionCancelledAt: account.planSubscriptionCancelledAt?.toISOString() ?? null,
      ...facts,
      isAdmin: account.isAdmin,
      isEmailVerified: account.emailVerifiedAt !== null,
      hasPassword: account.passwordHash !== noPassword,
      mustVerifyEmail: mustVerifyEmail(account, env.EMAIL_VERIFICATION),
      emailChange: change
        ? {
            newEmail: change.newEmail,
            waitsForOld: change.oldConfirmedAt === null,
            waitsForNew: change.newConfirmedAt === null,
          }
        : null,
    };
  }),
});
