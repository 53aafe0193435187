import "server-only";
import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { publicProcedure, unverifiedProcedure } from "@/api/procedures";
import { account, accountLink, emailChange } from "@/db/schema/account";
import { type Database, sqlState } from "@/db/open";
import type { Mailer } from "@/engines/mail";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { AppError } from "@/errors";
import { confirmPassword } from "./change-password";
import { issueLink, linkUrl, useLink } from "./link";
import { currentPasswordSchema, emailSchema, linkTokenSchema } from "./schema";
import { linkMinutes } from "./limits";
import { findByEmail } from "./store";

const [changesMax, hour] = [5, 3_600];
const kinds = ["change-email-old", "change-email-new"] as const;

export async function findEmailChange(db: Database, accountId: string) {
  const [row] = await db
    .select()
    .from(emailChange)
    .where(and(eq(emailChange.accountId, accountId), gt(emailChange.expiresAt, sql`now()`)));
  return row;
}

/** Cancels a pending change and its links. */
async function dropChange(db: Database, accountId: string): Promise<void> {
  await db.delete(emailChange).where(eq(emailChange.accountId, accountId));
  await db
    .delete(accountLink)
    .where(sql`${accountLink.accountId} = ${accountId} and ${accountLink.kind} like 'change-email-%'`);
}

/**
 * Completes the change once both addresses have confirmed.
 * @returns whether it did @throws auth/email-already-exists
 */
async function completeChange(db: Database, mail: Mailer, accountId: string): Promise<boolean> {
  const change = await findEmailChange(db, accountId);
  if (!change?.oldConfirmedAt || !change.newConfirmedAt) return false;
  const { newEmail } = change;
  const [before] = await db.select({ email: account.email }).from(account).where(eq(account.id, accountId));
  try {
    // A savepoint: a unique violation would abort the caller's transaction.
    await db.transaction((tx) =>
      tx
        .update(account)
        .set({ email: newEmail, emailVerifiedAt: sql`now()` })
        .where(eq(account.id, accountId)),
    );
  } catch (error) {
    if (sqlState(error) === "23505") throw new AppError("auth/email-already-exists");
    throw error;
  }
  await dropChange(db, accountId);
  await mail.send({ to: before!.email, ...renderMail(mails.emailChanged({ newEmail })) }, db);
  return true;
}

export const changeEmailProcedures = {
  /** Mails both addresses. An unverified current address is not asked: whoever mistyped it could not read the mail. */
  requestEmailChange: unverifiedProcedure
    .input(z.strictObject({ newEmail: emailSchema, password: currentPasswordSchema }))
    .mutation(async ({ ctx, input: { newEmail, password } }) => {
      const { db, env, mail } = ctx.platform;
      const { id, email, emailVerifiedAt } = ctx.account;
      if (!(await withinLimit(db, `change-email:${id}`, changesMax, hour))) throw new AppError("too-many-requests");
      await confirmPassword(ctx, ctx.account, password);
      if (await findByEmail(db, newEmail)) throw new AppError("auth/email-already-exists");
      await db.transaction(async (tx) => {
        await dropChange(tx, id);
        await tx.insert(emailChange).values({
          accountId: id,
          newEmail,
          oldConfirmedAt: emailVerifiedAt ? null : sql`now()`,
          expiresAt: sql`now() + ${linkMinutes["change-email-new"]} * interval '1 minute'`,
        });
        const toNew = await issueLink(tx, { accountId: id, kind: "change-email-new", email: newEmail });
        const newUrl = linkUrl(env, "change-email-new", toNew);
        await mail.send({ to: newEmail, ...renderMail(mails.changeEmailNew({ url: newUrl, email, newEmail })) }, tx);
        if (!emailVerifiedAt) return;
        const toOld = await issueLink(tx, { accountId: id, kind: "change-email-old", email });
        const oldUrl = linkUrl(env, "change-email-old", toOld);
        await mail.send({ to: email, ...renderMail(mails.changeEmailOld({ url: oldUrl, newEmail })) }, tx);
      });
      return { newEmail };
    }),

  cancelEmailChange: unverifiedProcedure.mutation(async ({ ctx }) => {
    await dropChange(ctx.platform.db, ctx.account.id);
    return {};
  }),

  /** Confirms one of the two addresses; the second confirmation completes the change. */
  confirmEmailChange: publicProcedure.input(z.strictObject({ token: linkTokenSchema })).mutation(({ ctx, input }) =>
    ctx.platform.db.transaction(async (tx) => {
      const link = await useLink(tx, [...kinds], input.token);
      const change = link && (await findEmailChange(tx, link.account.id));
      if (!link || !change) throw new AppError("link-invalid");
      await tx
        .update(emailChange)
        .set(link.kind === "change-email-old" ? { oldConfirmedAt: sql`now()` } : { newConfirmedAt: sql`now()` })
        .where(eq(emailChange.accountId, link.account.id));
      const isDone = await completeChange(tx, ctx.platform.mail, link.account.id);
      return { isDone, newEmail: change.newEmail };
    }),
  ),

  /** "POST /api/live_api/account/completeEmailChange: newEmail" (1-platform.md §7). Both addresses have confirmed, or it says what is missing. */
  completeEmailChange: unverifiedProcedure
    .input(z.strictObject({ newEmail: emailSchema }))
    .mutation(async ({ ctx, input: { newEmail } }) => {
      const { db, mail } = ctx.platform;
      if (ctx.account.email === newEmail) return { email: newEmail };
      const holder = await findByEmail(db, newEmail);
      if (holder) throw new AppError("auth/email-already-exists");
      const change = await findEmailChange(db, ctx.account.id);
      if (change?.newEmail !== newEmail) throw new AppError("email-change-none");
      if (!(await db.transaction((tx) => completeChange(tx, mail, ctx.account.id))))
        throw new AppError("email-change-open");
      return { email: newEmail };
    }),
};
