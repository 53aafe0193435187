import "server-only";
import { randomBytes } from "node:crypto";
import { withinLimit } from "@/api/limit";
import { appInput, visitorProcedure } from "@/api/procedures";
import { inTransaction, type VisitedApp } from "@/db/scope";
import { log } from "@/engines/log";
import { issueCode, useCode } from "@/features/account/email-code";
import { evenly } from "@/features/account/evenly";
import { hashPassword } from "@/features/account/password";
import { codeSchema, magicEmailSchema } from "@/features/account/schema";
import { appUrl } from "@/features/apps/address";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { proveMemberAddress, setMemberPassword } from "@/features/members/links";
import { admitMember, isSignupEnabled } from "@/features/members/store";
import { claimSalesOf } from "@/features/memberships/store";
import { AppError } from "@/errors";
import { lookOfMail } from "./look-of-mail";
import { emailSignInPath } from "./schema";
import { findMember, openVisitorSession } from "./store";

const [perAddress, perEmail, hour] = [60, 5, 3_600];

/** Whoever has the code reads this mailbox: what was bought with it is theirs. */
async function enter(scope: VisitedApp, memberId: string, email: string) {
  await claimSalesOf(scope, memberId, email);
  return { customToken: await openVisitorSession(scope, { memberId }), tenantId: scope.appId };
}

export const emailSignInProcedures = {
  /**
   * Mails a member a code and a link. Everybody gets the same answer after the same time; who may not come in gets no
   * mail.
   */
  sendMagicLink: visitorProcedure
    .input(appInput({ email: magicEmailSchema }))
    .mutation(async ({ ctx, input: { email } }) => {
      const { platform, visited, app, address } = ctx;
      const isWithin =
        (await withinLimit(platform.db, `code-address:${app.id}:${address}`, perAddress, hour)) &&
        (await withinLimit(platform.db, `code:${app.id}:${email}`, perEmail, hour));
      if (!isWithin) throw new AppError("too-many-requests");
      return evenly(async () => {
        try {
          const member = await findMember(visited, { email });
          const mayEnter = member ? !member.disabledAt : await isSignupEnabled(visited);
          const look = await lookOfMail(visited, app);
          await platform.db.transaction(async (tx) => {
            const code = await issueCode({ db: tx, sealer: platform.sealer }, { place: app.id, email });
            if (!mayEnter) return;
            const url = `${appUrl(platform.env, app)}${emailSignInPath}#${encodeURIComponent(email)}:${code}`;
            const endsPassword = member !== undefined && !member.emailVerifiedAt;
            const mail = renderMail({ ...mails.appSignIn({ url, code, appName: app.name, endsPassword }), ...look });
            await platform.mail.send({ to: email, ...mail }, tx);
          });
          return {};
        } catch (error) {
          log("error", "send-code", { error });
          throw new AppError("magic-link-failed");
        }
      });
    }),

  /**
   * "customToken, tenantId; 429 with code ATTEMPTS_EXCEEDED" (1-platform.md §7). The token is good for this app's host
   * alone, and `tenantId` is the app.
   */
  validateOtp: visitorProcedure
    .input(appInput({ email: magicEmailSchema, otp: codeSchema }))
    .mutation(async ({ ctx, input: { email, otp } }) => {
      const { platform, visited, app } = ctx;
      if (!(await withinLimit(platform.db, `code-tries:${app.id}:${ctx.address}`, perAddress, hour)))
        throw new AppError("ATTEMPTS_EXCEEDED");
      try {
        await useCode(platform, { place: app.id, email }, otp);
        const known = await findMember(visited, { email });
        if (known?.disabledAt) throw new AppError("account-disabled");
        if (known?.emailVerifiedAt) return await enter(visited, known.id, email);
        // Whoever came by a code has no password; nobody knows this one. Guards against account pre-hijacking: whoever
        // signed up with this address before may be somebody else, so their password and sessions end.
        const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
        return await inTransaction(visited, async (scope) => {
          const { id } = known ?? (await admitMember(scope, { email, passwordHash }));
          if (known) await setMemberPassword(scope, id, passwordHash);
          await proveMemberAddress(scope, id);
          return enter(scope, id, email);
        });
      } catch (error) {
        if (error instanceof AppError) throw error;
        log("error", "validate-code", { error });
        throw new AppError("magic-sign-in-failed");
      }
    }),
};
