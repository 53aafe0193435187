import "server-only";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { signInTriesOf, withinLimit } from "@/api/limit";
import { publicProcedure } from "@/api/procedures";
import { account, accountLink, accountSession, emailChange } from "@/db/schema/account";
import { oidcIdentity } from "@/db/schema/oidc";
import type { Database } from "@/db/open";
import { log } from "@/engines/log";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { AppError } from "@/errors";
import { dropFactors, dropPending } from "@/features/factors/store";
import { evenly } from "./evenly";
import { findLink, issueLink, linkUrl, useLink } from "./link";
import { hashPassword, isStrong } from "./password";
import { continueUrlSchema, emailSchema, linkTokenSchema, newPasswordSchema } from "./schema";
import { findByEmail } from "./store";

const [perAddress, perEmail, hour] = [30, 5, 3_600];

/** Sets a password; ends every session, begun sign-in, link and change of email of the account. Its second factor stays. */
export async function storePassword(db: Database, accountId: string, passwordHash: string): Promise<void> {
  await db.update(account).set({ passwordHash }).where(eq(account.id, accountId));
  await db.delete(accountSession).where(eq(accountSession.userId, accountId));
  await db.delete(accountLink).where(eq(accountLink.accountId, accountId));
  await db.delete(emailChange).where(eq(emailChange.accountId, accountId));
  await dropPending(db, accountId);
}

/**
 * Marks the address as verified by a mailed link. Guards against account pre-hijacking: whoever registered the address
 * may be somebody else, so the first proof removes every other way in that they set up. An administrator's second
 * factor stays: it is not given up to a mailbox, and whoever administers needs no hijacked account.
 * @returns what was removed, in words for the account's holder
 */
export async function proveAddress(
  db: Database,
  { id, emailVerifiedAt, isAdmin }: Pick<typeof account.$inferSelect, "id" | "emailVerifiedAt" | "isAdmin">,
): Promise<string[]> {
  if (emailVerifiedAt) return [];
  await db
    .update(account)
    .set({ emailVerifiedAt: sql`now()` })
    .where(eq(account.id, id));
  const identities = await db.delete(oidcIdentity).where(eq(oidcIdentity.accountId, id)).returning();
  const hadFactor = !isAdmin && (await dropFactors(db, id));
  const first = "because this was the first proof that the address is yours. You can set it up again in your settings.";
  return [
    ...(identities.length > 0 ? [`The single sign-on that was connected before was removed, ${first}`] : []),
    ...(hadFactor ? [`The second step of the sign-in that was set up before was removed, ${first}`] : []),
  ];
}

export const resetPasswordProcedures = {
  /** Same response and duration whether the account exists or not. */
  sendPasswordReset: publicProcedure
    .input(
      z.strictObject({ email: emailSchema, continueUrl: continueUrlSchema, mainAppId: z.string().max(40).optional() }),
    )
    .mutation(async ({ ctx, input: { email, continueUrl } }) => {
      const { db, env, mail } = ctx.platform;
      const isWithin =
        (await withinLimit(db, `reset-address:${ctx.address}`, perAddress, hour)) &&
        (await withinLimit(db, `reset:${email}`, perEmail, hour));
      if (!isWithin) throw new AppError("too-many-requests");
      return evenly(async () => {
        const row = await findByEmail(db, email);
        if (!row || row.disabledAt) return {};
        await db.transaction(async (tx) => {
          const token = await issueLink(tx, { accountId: row.id, kind: "reset-password", email: row.email });
          const url = linkUrl(env, "reset-password", token, continueUrl);
          await mail.send({ to: row.email, ...renderMail(mails.resetPassword({ url, email: row.email })) }, tx);
        });
        return {};
      });
    }),

  /** Sets a password by a mailed link. A weak password does not consume the link. */
  resetPassword: publicProcedure
    .input(z.strictObject({ token: linkTokenSchema, password: newPasswordSchema }))
    .mutation(async ({ ctx, input: { token, password } }) => {
      const { db, mail } = ctx.platform;
      try {
        const found = await findLink(db, ["reset-password"], token);
        if (!found) throw new AppError("reset-link-invalid");
        if (found.account.disabledAt) throw new AppError("reset-no-account");
        if (!isStrong(password, found.email)) throw new AppError("weak-new-password");
        const passwordHash = await hashPassword(password);
        await db.transaction(async (tx) => {
          const link = await useLink(tx, ["reset-password"], token);
          if (!link) throw new AppError("reset-link-invalid");
          await storePassword(tx, link.account.id, passwordHash);
          const removed = await proveAddress(tx, link.account);
          const content = mails.passwordChanged({ email: link.email, removed });
          await mail.send({ to: link.email, ...renderMail(content) }, tx);
        });
        await signInTriesOf(db, "sign-in", ctx.address, found.email).clear();
        return { email: found.email };
      } catch (error) {
        if (error instanceof AppError) throw error;
        log("error", "reset-password", { error });
        throw new AppError("reset-failed");
      }
    }),
};
