import "server-only";
import { withinLimit } from "@/api/limit";
import { appInput, visitorProcedure } from "@/api/procedures";
import { inTransaction, type VisitedApp } from "@/db/scope";
import { issueCode, useCode } from "@/features/account/email-code";
import { codeSchema } from "@/features/account/schema";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { proveMemberAddress } from "@/features/members/links";
import { claimSalesOf } from "@/features/memberships/store";
import { AppError } from "@/errors";
import { lookOfMail } from "./look-of-mail";
import { findMember } from "./store";

const [codesMax, triesMax, hour] = [5, 60, 3_600];

/** Codes of another place than those that sign in: neither does what the other is for. */
const placeOf = (appId: string) => `proof:${appId}`;

/**
 * A signed-in member proves that they read the mail of the address that they signed up with, for row rules of "my
 * address". Their password and session stay, unlike with a sign-in by code (email-sign-in.ts): who has both the session
 * and the mailbox is the same person.
 */
export const proveAddressProcedures = {
  sendAddressCode: visitorProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    const { platform, visited, app } = ctx;
    const row = await signedIn(ctx);
    if (row.emailVerifiedAt) return { isVerified: true };
    if (!(await withinLimit(platform.db, `proof-code:${app.id}:${row.id}`, codesMax, hour)))
      throw new AppError("too-many-requests");
    const look = await lookOfMail(visited, app);
    await platform.db.transaction(async (tx) => {
      const code = await issueCode({ db: tx, sealer: platform.sealer }, { place: placeOf(app.id), email: row.email });
      const mail = renderMail({ ...mails.appVerifyEmail({ code, email: row.email, appName: app.name }), ...look });
      await platform.mail.send({ to: row.email, ...mail }, tx);
    });
    return { isVerified: false };
  }),

  proveAddress: visitorProcedure.input(appInput({ otp: codeSchema })).mutation(async ({ ctx, input: { otp } }) => {
    const { platform, visited, app } = ctx;
    const row = await signedIn(ctx);
    if (!(await withinLimit(platform.db, `proof-tries:${app.id}:${row.id}`, triesMax, hour)))
      throw new AppError("ATTEMPTS_EXCEEDED");
    await useCode(platform, { place: placeOf(app.id), email: row.email }, otp).catch((error: unknown) => {
      throw error instanceof AppError && error.reason === "code-invalid" ? new AppError("proof-invalid") : error;
    });
    await inTransaction(visited, (scope) => proveMemberAddress(scope, row.id));
    await claimSalesOf(visited, row.id, row.email);
    return { isVerified: true };
  }),
};

/** @throws not-signed-in, preview-profile */
async function signedIn({ visited }: { visited: VisitedApp }) {
  if (!visited.visitor) throw new AppError("not-signed-in");
  const row = await findMember(visited, { id: visited.visitor.id });
  // A builder has no account in the app.
  if (!row) throw new AppError("preview-profile");
  return row;
}
