import "server-only";
import { z } from "zod";
import type { Context } from "@/api/gates";
import { withinLimit } from "@/api/limit";
import { publicProcedure } from "@/api/procedures";
import type { account } from "@/db/schema/account";
import type { Database } from "@/db/open";
import { log } from "@/engines/log";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { AppError } from "@/errors";
import { waysOf } from "@/features/factors/store";
import { admit } from "./admit";
import { evenly } from "./evenly";
import { noPassword } from "./password";
import { issueLink, linkUrl, useLink } from "./link";
import { proveAddress, storePassword } from "./reset-password";
import { continueUrlSchema, linkTokenSchema, magicEmailSchema } from "./schema";
import { findByEmail } from "./store";
import { tellOfChange } from "./tell-of-change";

const [perAddress, perEmail, hour] = [30, 5, 3_600];

type Owner = typeof account.$inferSelect;

/**
 * Whether a mailed link takes the account over: the first sign-in of the mailbox's owner. An administrator's second
 * factor is not given up to a mailbox.
 */
const takesOver = async (db: Database, { id, isAdmin, emailVerifiedAt }: Owner): Promise<boolean> =>
  !emailVerifiedAt && !(isAdmin && (await waysOf(db, id)).length > 0);

/** What whoever registered the address before set up opens nothing any more. */
async function takeOver(ctx: Context, tx: Database, owner: Owner): Promise<void> {
  await storePassword(tx, owner.id, noPassword);
  for (const removed of await proveAddress(tx, owner)) await tellOfChange(ctx, tx, owner.email, removed);
}

export const magicLinkProcedures = {
  /** Mails a sign-in link. Same response and duration for every address. */
  sendMagicLink: publicProcedure
    .input(z.strictObject({ email: magicEmailSchema, continueUrl: continueUrlSchema }))
    .mutation(async ({ ctx, input: { email, continueUrl } }) => {
      const { db, env, mail } = ctx.platform;
      const isWithin =
        (await withinLimit(db, `magic-link-address:${ctx.address}`, perAddress, hour)) &&
        (await withinLimit(db, `magic-link:${email}`, perEmail, hour));
      if (!isWithin) throw new AppError("too-many-requests");
      return evenly(async () => {
        try {
          const row = await findByEmail(db, email);
          if (!row || row.disabledAt) return {};
          await db.transaction(async (tx) => {
            const token = await issueLink(tx, { accountId: row.id, kind: "sign-in", email: row.email });
            const url = linkUrl(env, "sign-in", token, continueUrl);
            const endsPassword = row.passwordHash !== noPassword && (await takesOver(tx, row));
            await mail.send(
              { to: row.email, ...renderMail(mails.signIn({ url, email: row.email, endsPassword })) },
              tx,
            );
          });
          return {};
        } catch (error) {
          log("error", "magic-link", { error });
          throw new AppError("magic-link-failed");
        }
      });
    }),

  completeMagicLink: publicProcedure
    .input(z.strictObject({ token: linkTokenSchema }))
    .mutation(async ({ ctx, input }) => {
      try {
        const { owner, isTaken } = await ctx.platform.db.transaction(async (tx) => {
          const used = await useLink(tx, ["sign-in"], input.token);
          if (!used) throw new AppError("magic-link-invalid");
          const isTaken = !used.account.disabledAt && (await takesOver(tx, used.account));
          if (isTaken) await takeOver(ctx, tx, used.account);
          return { owner: used.account, isTaken };
        });
        const hasEndedPassword = isTaken && owner.passwordHash !== noPassword;
        return { ...(await admit(ctx, owner, "link")), hasEndedPassword };
      } catch (error) {
        if (error instanceof AppError) throw error;
        log("error", "magic-sign-in", { error });
        throw new AppError("magic-sign-in-failed");
      }
    }),
};
