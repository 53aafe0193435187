import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import {
  accountProcedure,
  appInput,
  managerProcedure,
  ownerAdminProcedure,
  router,
  viewerProcedure,
} from "@/api/procedures";
import { AppError } from "@/errors";
import { emailSchema } from "@/features/account/schema";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { claimApp, claimInvitation, viewClaim } from "./claim";
import { claimCodeSchema, collaboratorRoleSchema, invitePath, roleWords, tokenSchema } from "./schema";
import {
  acceptInvite,
  deleteInvite,
  findInvite,
  findOwner,
  insertInvite,
  listCollaborators,
  listInvites,
  removeCollaborator,
  setRole,
} from "./store";

const idSchema = z.string().min(1).max(40);
const [invitesMax, looksMax, codesMax, quarterHour] = [50, 60, 5, 15 * 60];

/** Tokens cannot be guessed; the limit keeps nobody busy trying. */
const tokenProcedure = accountProcedure.input(z.object({ token: tokenSchema })).use(async ({ ctx, next }) => {
  if (!(await withinLimit(ctx.platform.db, `collaborate:${ctx.account.id}`, looksMax, quarterHour)))
    throw new AppError("too-many-requests");
  return next();
});

const tokenInput = z.strictObject({ token: tokenSchema });

export const collaboratorsRouter = router({
  /** Everybody who builds the app, with the caller's own role; open invitations for those who may take them back. */
  list: viewerProcedure.input(appInput({})).query(async ({ ctx }) => ({
    role: ctx.role,
    owner: await findOwner(ctx.owned),
    collaborators: await listCollaborators(ctx.owned),
    invitations: ctx.role === "admin" || ctx.role === "owner" ? await listInvites(ctx.owned) : [],
  })),

  /** A link that lets one person in, once, within a week. With an address it is mailed there too, and works for it alone. */
  invite: managerProcedure
    .input(appInput({ email: emailSchema.optional(), role: collaboratorRoleSchema }))
    .mutation(async ({ ctx, input: { email, role } }) => {
      const { db, env, mail } = ctx.platform;
      if (!(await withinLimit(db, `collaborators:${ctx.app.id}`, invitesMax, quarterHour)))
        throw new AppError("too-many-requests");
      const { id, token, expiresAt } = await insertInvite(ctx.owned, { email: email?.toLowerCase(), role });
      const url = `${env.APP_URL}${invitePath}#${token}`;
      if (email) {
        const by = ctx.account.email;
        const content = mails.collaboratorInvitation({ url, by, appName: ctx.app.name, may: roleWords[role].may });
        await mail.send({ to: email, ...renderMail(content) });
      }
      return { id, url, expiresAt: expiresAt.toISOString(), isMailed: email !== undefined };
    }),

  revoke: managerProcedure.input(appInput({ invitationId: idSchema })).mutation(async ({ ctx, input }) => {
    await deleteInvite(ctx.owned, input.invitationId);
    return {};
  }),

  setRole: managerProcedure
    .input(appInput({ accountId: idSchema, role: collaboratorRoleSchema }))
    .mutation(async ({ ctx, input }) => {
      await setRole(ctx.owned, input.accountId, input.role);
      return {};
    }),

  remove: managerProcedure.input(appInput({ accountId: idSchema })).mutation(async ({ ctx, input }) => {
    await removeCollaborator(ctx.owned, input.accountId);
    return {};
  }),

  /** Gives one's own role up. The owner has none to give. */
  leave: viewerProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    await removeCollaborator(ctx.owned, ctx.account.id);
    return {};
  }),

  invitation: tokenProcedure
    .input(tokenInput)
    .query(({ ctx, input }) => findInvite(ctx.platform.db, input.token, ctx.account.email)),

  accept: tokenProcedure
    .input(tokenInput)
    .mutation(async ({ ctx, input }) => ({ appId: await acceptInvite(ctx.platform.db, input.token, ctx.account) })),

  /** "GET settings/claimInvitation: inviteLink, claimCode" (1-platform.md §7), for admins (§6) who own the app. */
  claimInvitation: ownerAdminProcedure.input(appInput({})).query(({ ctx }) => claimInvitation(ctx.platform, ctx.owned)),

  claimed: tokenProcedure.input(tokenInput).query(({ ctx, input }) => viewClaim(ctx.platform.db, input.token)),

  claim: tokenProcedure
    .input(z.strictObject({ token: tokenSchema, code: claimCodeSchema }))
    .mutation(async ({ ctx, input }) => {
      const { appId } = await viewClaim(ctx.platform.db, input.token);
      if (!(await withinLimit(ctx.platform.db, `claim:${appId}`, codesMax, quarterHour)))
        throw new AppError("too-many-requests");
      return claimApp(ctx.platform, input, ctx.account);
    }),
});
