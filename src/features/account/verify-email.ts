import "server-only";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { type Account, publicProcedure, unverifiedProcedure } from "@/api/procedures";
import { account } from "@/db/schema/account";
import type { Platform } from "@/engines/platform";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { AppError } from "@/errors";
import { issueLink, linkUrl, useLink } from "./link";
import { appNameSchema, continueUrlSchema, linkTokenSchema } from "./schema";

const [mailsMax, hour] = [5, 3_600];

/** Mails a verification link. */
export async function mailVerification(
  { db, env, mail }: Platform,
  { id, email }: Pick<Account, "id" | "email">,
  { continueUrl, appName }: { continueUrl?: string | undefined; appName?: string | undefined } = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const token = await issueLink(tx, { accountId: id, kind: "verify-email", email });
    const url = linkUrl(env, "verify-email", token, continueUrl);
    await mail.send({ to: email, ...renderMail(mails.verifyEmail({ url, email, appName })) }, tx);
  });
}

export const verifyEmailProcedures = {
  sendVerification: unverifiedProcedure
    .input(z.strictObject({ continueUrl: continueUrlSchema, appName: appNameSchema }))
    .mutation(async ({ ctx, input }) => {
      if (ctx.account.emailVerifiedAt) return { isVerified: true };
      if (!(await withinLimit(ctx.platform.db, `verify-email:${ctx.account.id}`, mailsMax, hour)))
        throw new AppError("too-many-requests");
      await mailVerification(ctx.platform, ctx.account, input);
      return { isVerified: false };
    }),

  /** Authorized by the token alone: the link is often opened on another device. */
  verifyEmail: publicProcedure.input(z.strictObject({ token: linkTokenSchema })).mutation(async ({ ctx, input }) => {
    return ctx.platform.db.transaction(async (tx) => {
      const link = await useLink(tx, ["verify-email"], input.token);
      if (!link) throw new AppError("link-invalid");
      await tx
        .update(account)
        .set({ emailVerifiedAt: sql`coalesce(${account.emailVerifiedAt}, now())` })
        .where(eq(account.id, link.account.id));
      return { email: link.email };
    });
  }),
};
