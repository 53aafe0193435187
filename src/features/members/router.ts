import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { appInput, ownerProcedure, router, visitorProcedure } from "@/api/procedures";
import { appUrl } from "@/features/apps/address";
import { gateAppSettings } from "@/features/plans/rules";
import { checkPlan, standingOf } from "@/features/plans/store";
import { AppError } from "@/errors";
import { invitationPath, invitationTokenSchema, memberRoleSchema, newInvitationSchema } from "./schema";
import {
  deleteInvitation,
  findInvitation,
  insertInvitation,
  isSignupEnabled,
  listMembers,
  setSignup,
  updateMember,
} from "./store";

const idSchema = z.string().min(1).max(40);
const [invitationsMax, looksMax, quarterHour] = [100, 60, 15 * 60];

export const membersRouter = router({
  list: ownerProcedure.input(appInput({})).query(({ ctx }) => listMembers(ctx.owned)),

  /** A link to the app's own host that admits one person, once, within a week. */
  invite: ownerProcedure.input(appInput(newInvitationSchema)).mutation(async ({ ctx, input: { email, role } }) => {
    const { db, env } = ctx.platform;
    if (!(await withinLimit(db, `invite:${ctx.app.id}`, invitationsMax, quarterHour)))
      throw new AppError("too-many-requests");
    const { id, token, expiresAt } = await insertInvitation(ctx.owned, { email, role });
    return { id, url: `${appUrl(env, ctx.app)}${invitationPath}#${token}`, expiresAt: expiresAt.toISOString() };
  }),

  revoke: ownerProcedure.input(appInput({ invitationId: idSchema })).mutation(async ({ ctx, input }) => {
    await deleteInvitation(ctx.owned, input.invitationId);
    return {};
  }),

  update: ownerProcedure
    .input(appInput({ memberId: idSchema, role: memberRoleSchema.optional(), isDisabled: z.boolean().optional() }))
    .mutation(async ({ ctx, input: { memberId, role, isDisabled } }) => {
      await updateMember(ctx.owned, memberId, { role, isDisabled });
      return {};
    }),

  /**
   * Whether strangers may sign up, whether the caller's session is good, and where mails go. Asked by the owner, and by
   * the app's own sign-in: before it offers an account, and before its first request with a session that may have
   * ended.
   */
  signup: visitorProcedure.input(appInput({})).query(async ({ ctx }) => ({
    isSignupEnabled: await isSignupEnabled(ctx.visited),
    isSignedIn: Boolean(ctx.visited.visitor),
    mail: ctx.platform.mail.kind,
  })),

  setSignup: ownerProcedure.input(appInput({ isSignupEnabled: z.boolean() })).mutation(async ({ ctx, input }) => {
    // Whoever lost the plan may still close the door.
    if (input.isSignupEnabled) checkPlan(gateAppSettings(standingOf(ctx.platform.env, ctx.account), ctx.app.kind));
    await setSignup(ctx.owned, input.isSignupEnabled);
    return { isSignupEnabled: input.isSignupEnabled };
  }),

  /** Whom an invitation is for, asked by its page. */
  invitation: visitorProcedure.input(appInput({ invitation: invitationTokenSchema })).query(async ({ ctx, input }) => {
    if (!(await withinLimit(ctx.platform.db, `invitation:${ctx.app.id}:${ctx.address}`, looksMax, quarterHour)))
      throw new AppError("too-many-requests");
    return findInvitation(ctx.visited, input.invitation);
  }),
});
