import "server-only";
import { z } from "zod";
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

const [perAddress, perEmail, hour] = [30, 5, 3_600];

/** First sign-in of a mailbox's owner: what whoever registered the address before set up opens nothing any more. */
async function takeOver(tx: Database, owner: typeof account.$inferSelect): Promise<void> {
  await storePassword(tx, owner.id, noPassword);
  await proveAddress(tx, owner);
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
            await mail.send({ to: row.email, ...renderMail(mails.signIn({ url, email: row.email })) }, tx);
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
        const link = await ctx.platform.db.transaction(async (tx) => {
          const used = await useLink(tx, ["sign-in"], input.token);
          const isFirst = used && !used.account.emailVerifiedAt;
          // A second factor is not given up to a mailbox.
          if (isFirst && (await waysOf(tx, used.account.id)).length === 0) await takeOver(tx, used.account);
          return used;
        });
        if (!link) throw new AppError("magic-link-invalid");
        return await admit(ctx, link.account, "link");
      } catch (error) {
        if (error instanceof AppError) throw error;
        log("error", "magic-sign-in", { error });
        throw new AppError("magic-sign-in-failed");
      }
    }),
};
