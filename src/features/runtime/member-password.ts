import "server-only";
import { signInTriesOf, withinLimit } from "@/api/limit";
import { appInput, visitorProcedure } from "@/api/procedures";
import { inTransaction } from "@/db/scope";
import { log } from "@/engines/log";
import { evenly } from "@/features/account/evenly";
import { hashPassword, isStrong, matchesPassword } from "@/features/account/password";
import { currentPasswordSchema, emailSchema, linkTokenSchema, newPasswordSchema } from "@/features/account/schema";
import { appUrl } from "@/features/apps/address";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import {
  findMemberLink,
  issueMemberLink,
  proveMemberAddress,
  setMemberPassword,
  useMemberLink,
} from "@/features/members/links";
import { AppError } from "@/errors";
import { lookOfMail } from "./look-of-mail";
import { resetPath } from "./schema";
import { findMember, openVisitorSession } from "./store";

const [perAddress, perEmail, hour] = [30, 5, 3_600];
const [triesMax, quarterHour] = [10, 900];

export const memberPasswordProcedures = {
  /** Mails a member a link to choose a new password. Everybody gets the same answer after the same time. */
  sendPasswordReset: visitorProcedure
    .input(appInput({ email: emailSchema }))
    .mutation(async ({ ctx, input: { email } }) => {
      const { platform, visited, app } = ctx;
      const isWithin =
        (await withinLimit(platform.db, `member-reset-address:${app.id}:${ctx.address}`, perAddress, hour)) &&
        (await withinLimit(platform.db, `member-reset:${app.id}:${email}`, perEmail, hour));
      if (!isWithin) throw new AppError("too-many-requests");
      return evenly(async () => {
        const row = await findMember(visited, { email });
        if (!row || row.disabledAt) return {};
        const look = await lookOfMail(visited, app);
        await inTransaction(visited, async (scope) => {
          const url = `${appUrl(platform.env, app)}${resetPath}#${await issueMemberLink(scope, row.id)}`;
          const mail = renderMail({ ...mails.resetPassword({ url, email }), ...look });
          await platform.mail.send({ to: email, ...mail }, scope.db);
        });
        return {};
      });
    }),

  /** Sets the password that a link's reader chose, ends every session, and opens a new one. */
  resetPassword: visitorProcedure
    .input(appInput({ token: linkTokenSchema, password: newPasswordSchema }))
    .mutation(async ({ ctx, input: { token, password } }) => {
      const { platform, visited, app } = ctx;
      try {
        const row = await findMemberLink(visited, token);
        if (!row) throw new AppError("reset-link-invalid");
        if (row.disabledAt) throw new AppError("reset-no-account");
        if (!isStrong(password, row.email)) throw new AppError("weak-new-password");
        const passwordHash = await hashPassword(password);
        const look = await lookOfMail(visited, app);
        const opened = await inTransaction(visited, async (scope) => {
          if (!(await useMemberLink(scope, token))) throw new AppError("reset-link-invalid");
          await setMemberPassword(scope, row.id, passwordHash);
          await proveMemberAddress(scope, row.id);
          const mail = renderMail({ ...mails.passwordChanged({ email: row.email }), ...look });
          await platform.mail.send({ to: row.email, ...mail }, scope.db);
          return openVisitorSession(scope, { memberId: row.id });
        });
        await signInTriesOf(platform.db, `member-sign-in:${app.id}`, ctx.address, row.email).clear();
        return { token: opened };
      } catch (error) {
        if (error instanceof AppError) throw error;
        log("error", "member-reset", { error });
        throw new AppError("reset-failed");
      }
    }),

  /** Ends every other session of the member; this one goes on with a new token. */
  changePassword: visitorProcedure
    .input(appInput({ currentPassword: currentPasswordSchema, newPassword: newPasswordSchema }))
    .mutation(async ({ ctx, input }) => {
      const { platform, visited } = ctx;
      const id = visited.visitor?.id;
      if (!id) throw new AppError("not-signed-in");
      const row = await findMember(visited, { id });
      if (!row) throw new AppError("preview-profile");
      if (!(await withinLimit(platform.db, `member-password:${ctx.app.id}:${id}`, triesMax, quarterHour)))
        throw new AppError("too-many-requests");
      if (!(await matchesPassword(row.passwordHash, input.currentPassword))) throw new AppError("wrong-password");
      if (!isStrong(input.newPassword, row.email)) throw new AppError("weak-new-password");
      const passwordHash = await hashPassword(input.newPassword);
      const token = await inTransaction(visited, async (scope) => {
        await setMemberPassword(scope, id, passwordHash);
        return openVisitorSession(scope, { memberId: id });
      });
      return { token };
    }),
};
