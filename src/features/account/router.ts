import "server-only";
import { type Context } from "@/api/gates";
import { type Account, publicProcedure, unverifiedProcedure, router } from "@/api/procedures";
import { newId } from "@/db/id";
import type { Env } from "@/engines/env";
import { log } from "@/engines/log";
import { AppError } from "@/errors";
import { hashPassword, isStrong, matchesPassword } from "./password";
import { signInTriesOf, withinLimit } from "@/api/limit";
import { mustVerifyEmail } from "./rules";
import { type AccountView, signInSchema, signUpSchema } from "./schema";
import { endRetired, findSessionRow, openSessions, retireSession } from "./session";
import { findByEmail, insertAccount } from "./store";

const signUpTries = 30;
const windowSeconds = 15 * 60;

function toView(row: Account, env: Env): AccountView {
  return {
    accountId: row.id,
    email: row.email,
    accountType: row.accountType,
    plan: row.plan,
    subscriptionId: row.subscriptionId,
    planSubscriptionStatus: row.planSubscriptionStatus,
    planSubscriptionCancelledAt: row.planSubscriptionCancelledAt?.toISOString() ?? null,
    isAdmin: row.isAdmin,
    isEmailVerified: row.emailVerifiedAt !== null,
    mustVerifyEmail: mustVerifyEmail(row, env.EMAIL_VERIFICATION),
  };
}

const sessionsOf = ({ platform }: Context) => openSessions(platform.db, platform.env.APP_URL.startsWith("https:"));

/** Opens a session: a new sign-in, or a new token of the one that goes on. */
async function startSession(ctx: Context, accountId: string, of?: { signInId: string; signedInAt: Date }) {
  const sessions = sessionsOf(ctx);
  const { signInId, signedInAt } = of ?? { signInId: newId("d"), signedInAt: new Date() };
  const { device = "", address } = ctx;
  const session = await sessions.createSession(accountId, { signInId, signedInAt, device, address });
  ctx.responseHeaders.append("set-cookie", sessions.createSessionCookie(session.id).serialize());
  return { token: session.id, accountId };
}

export const accountRouter = router({
  signUp: publicProcedure.input(signUpSchema).mutation(async ({ ctx, input }) => {
    const { db } = ctx.platform;
    if (!(await withinLimit(db, `sign-up:${ctx.address}`, signUpTries, windowSeconds)))
      throw new AppError("too-many-requests");
    if (!isStrong(input.password, input.email)) throw new AppError("weak-password");
    try {
      const row = await insertAccount(db, input.email, await hashPassword(input.password));
      return await startSession(ctx, row.id);
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
    return startSession(ctx, row.id);
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

  /** A new token for the old one, which stops working a minute later: a save that is under way still has it. The web app asks every 50 minutes (1-platform.md §9). */
  refresh: unverifiedProcedure.mutation(async ({ ctx }) => {
    if (ctx.actor.kind !== "account") throw new AppError("not-signed-in");
    const { db } = ctx.platform;
    const { token } = await startSession(ctx, ctx.account.id, await findSessionRow(db, ctx.actor.token));
    await retireSession(db, ctx.actor.token);
    return { token };
  }),

  current: unverifiedProcedure.query(({ ctx }) => toView(ctx.account, ctx.platform.env)),
});
