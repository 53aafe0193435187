import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import type { Context } from "@/api/gates";
import { type Account, unverifiedProcedure } from "@/api/procedures";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { AppError } from "@/errors";
import { hashPassword, isStrong, matchesPassword, noPassword } from "./password";
import { mustVerifyEmail } from "./rules";
import { storePassword } from "./reset-password";
import { currentPasswordSchema, newPasswordSchema } from "./schema";
import { startSession } from "./start-session";

const [triesMax, quarterHour] = [10, 900];

/**
 * Re-authentication before actions that a borrowed browser must not do.
 * @throws too-many-requests, wrong-password, no-password
 */
export async function confirmPassword({ platform }: Context, account: Account, password: string): Promise<void> {
  if (!(await withinLimit(platform.db, `confirm-password:${account.id}`, triesMax, quarterHour)))
    throw new AppError("too-many-requests");
  if (account.passwordHash === noPassword) throw new AppError("no-password");
  if (!(await matchesPassword(account.passwordHash, password))) throw new AppError("wrong-password");
}

/**
 * Guards against account pre-hijacking: whoever only claims an address adds no way in that would outlive its owner's
 * password reset.
 * @throws email-unverified
 */
export function checkOwnsAddress({ platform, account }: Context & { account: Account }): void {
  if (mustVerifyEmail(account, platform.env.EMAIL_VERIFICATION)) throw new AppError("email-unverified");
}

export const changePasswordProcedures = {
  /** Ends all other sessions; this one gets a new token. */
  changePassword: unverifiedProcedure
    .input(z.strictObject({ currentPassword: currentPasswordSchema, newPassword: newPasswordSchema }))
    .mutation(async ({ ctx, input }) => {
      await confirmPassword(ctx, ctx.account, input.currentPassword);
      const { id, email } = ctx.account;
      if (!isStrong(input.newPassword, email)) throw new AppError("weak-new-password");
      const passwordHash = await hashPassword(input.newPassword);
      const { db, mail } = ctx.platform;
      await db.transaction(async (tx) => {
        await storePassword(tx, id, passwordHash);
        await mail.send({ to: email, ...renderMail(mails.passwordChanged({ email })) }, tx);
      });
      return startSession(ctx, id, { method: "password" });
    }),
};
