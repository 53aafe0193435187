import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { appInput, managerProcedure, router, viewerProcedure, visitorProcedure } from "@/api/procedures";
import { appUrl } from "@/features/apps/address";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { gateAppSettings } from "@/features/plans/rules";
import { checkPlan, standingOf } from "@/features/plans/store";
import { AppError } from "@/errors";
import { openRemoval, sealRemoval } from "./removal";
import { mayStrangersJoin } from "./rules";
import { appLinksSchema, invitationPath, invitationTokenSchema, memberRoleSchema, newInvitationSchema } from "./schema";
import {
  deleteInvitation,
  findInvitation,
  insertInvitation,
  listInvitations,
  listMembers,
  memberSettingsOf,
  pageEntries,
  putMemberBack,
  removeMember,
  saveMemberSettings,
  updateMember,
} from "./store";

const idSchema = z.string().min(1).max(40);
const [invitationsMax, looksMax, quarterHour] = [100, 60, 15 * 60];

export const membersRouter = router({
  list: viewerProcedure.input(appInput({})).query(({ ctx }) => listMembers(ctx.owned)),

  /** One page of members, by a part of their address and by role. */
  page: viewerProcedure
    .input(
      appInput({
        search: z.string().trim().max(254).default(""),
        role: memberRoleSchema.optional(),
        cursor: idSchema.nullish(),
        /** What the query client adds to a question for the next page. */
        direction: z.literal("forward").optional(),
      }),
    )
    .query(({ ctx, input: { search, role, cursor } }) =>
      pageEntries(ctx.owned, { search, role, cursor: cursor ?? undefined }),
    ),

  invitations: viewerProcedure.input(appInput({})).query(({ ctx }) => listInvitations(ctx.owned)),

  /** A link to the app's own host that admits one person, once, within a week. With an address it is mailed there too. */
  invite: managerProcedure.input(appInput(newInvitationSchema)).mutation(async ({ ctx, input: { email, role } }) => {
    const { db, env, mail } = ctx.platform;
    if (!(await withinLimit(db, `invite:${ctx.app.id}`, invitationsMax, quarterHour)))
      throw new AppError("too-many-requests");
    const { id, token, expiresAt } = await insertInvitation(ctx.owned, { email, role });
    const url = `${appUrl(env, ctx.app)}${invitationPath}#${token}`;
    // Before the app is published the link leads nowhere.
    const isMailed = email !== undefined && ctx.app.publishedVersionId !== null;
    if (isMailed) {
      const { links } = await memberSettingsOf(ctx.owned);
      const content = mails.appInvitation({ url, appName: ctx.app.name });
      await mail.send({
        to: email,
        ...renderMail({ ...content, ...(links.supportEmail && { support: links.supportEmail }) }),
      });
    }
    return { id, url, expiresAt: expiresAt.toISOString(), isMailed };
  }),

  revoke: managerProcedure.input(appInput({ invitationId: idSchema })).mutation(async ({ ctx, input }) => {
    await deleteInvitation(ctx.owned, input.invitationId);
    return {};
  }),

  update: managerProcedure
    .input(appInput({ memberId: idSchema, role: memberRoleSchema.optional(), isDisabled: z.boolean().optional() }))
    .mutation(async ({ ctx, input: { memberId, role, isDisabled } }) => {
      await updateMember(ctx.owned, memberId, { role, isDisabled });
      return {};
    }),

  /** Takes a member out at once. Their rows stay. `undo` brings them back with their password, for ten minutes. */
  remove: managerProcedure.input(appInput({ memberId: idSchema })).mutation(async ({ ctx, input }) => {
    const row = await removeMember(ctx.owned, input.memberId);
    return { undo: sealRemoval(ctx.platform.sealer, row) };
  }),

  undoRemoval: managerProcedure.input(appInput({ undo: z.string().max(200_000) })).mutation(async ({ ctx, input }) => {
    await putMemberBack(ctx.owned, openRemoval(ctx.platform.sealer, ctx.app.id, input.undo));
    return {};
  }),

  /**
   * Whether strangers may sign up, whether the caller's session is good, and where mails go. Asked by the owner, and by
   * the app's own sign-in: before it offers an account, and before its first request with a session that may have
   * ended.
   */
  signup: visitorProcedure.input(appInput({})).query(async ({ ctx }) => {
    const settings = await memberSettingsOf(ctx.visited);
    return {
      isSignupEnabled: mayStrangersJoin(settings),
      // A member who has not paid is signed in, too.
      isSignedIn: ctx.visited.visitor !== null || (ctx.actor.kind === "visitor" && ctx.actor.appId === ctx.app.id),
      mail: ctx.platform.mail.kind,
      links: settings.links,
    };
  }),

  /** What the owner set for people, and what sign-up still needs. */
  settings: viewerProcedure.input(appInput({})).query(({ ctx }) => memberSettingsOf(ctx.owned)),

  setSignup: managerProcedure.input(appInput({ isSignupEnabled: z.boolean() })).mutation(async ({ ctx, input }) => {
    // Whoever lost the plan may still close the door.
    if (input.isSignupEnabled) {
      checkPlan(gateAppSettings(standingOf(ctx.platform.env, ctx.payer), ctx.app.kind));
      const { isPublished, hasDomain } = await memberSettingsOf(ctx.owned);
      if (!isPublished || !hasDomain) throw new AppError("signup-not-ready", { isPublished, hasDomain });
    }
    await saveMemberSettings(ctx.owned, { isSignupEnabled: input.isSignupEnabled });
    return { isSignupEnabled: input.isSignupEnabled };
  }),

  setLinks: managerProcedure
    .input(appInput(appLinksSchema.partial().shape))
    .mutation(async ({ ctx, input: { appId: _appId, ...links } }) => {
      await saveMemberSettings(ctx.owned, links);
      return {};
    }),

  /** Whom an invitation is for, asked by its page. */
  invitation: visitorProcedure.input(appInput({ invitation: invitationTokenSchema })).query(async ({ ctx, input }) => {
    if (!(await withinLimit(ctx.platform.db, `invitation:${ctx.app.id}:${ctx.address}`, looksMax, quarterHour)))
      throw new AppError("too-many-requests");
    return findInvitation(ctx.visited, input.invitation);
  }),
});
