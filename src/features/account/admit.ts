import "server-only";
import { z } from "zod";
import type { Context } from "@/api/gates";
import { clearLimit, withinLimit } from "@/api/limit";
import { publicProcedure } from "@/api/procedures";
import { account } from "@/db/schema/account";
import { eq } from "drizzle-orm";
import { AppError } from "@/errors";
import { spendCode } from "@/features/factors/check-code";
import { beginPending, countGuess, endPending, findPending } from "@/features/factors/pending";
import { assertionSchema, challengeIdSchema, pendingTokenSchema, secondCodeSchema } from "@/features/factors/schema";
import { codeTriesPerDay } from "@/features/factors/limits";
import { waysOf } from "@/features/factors/store";
import { askForPasskey, checkPasskey } from "@/features/factors/use-passkey";
import type { FirstStep } from "./limits";
import { startSession } from "./start-session";
import { tellOfChange } from "./tell-of-change";

const [day, quarterHour] = [86_400, 900];
/** Challenges that one address may ask for in a quarter of an hour. */
const challengesMax = 120;

/**
 * The way in after the first step, whichever it was: a session, or with a second factor a refusal that carries the
 * token for the second step.
 * @throws second-step, account-disabled
 */
export async function admit(
  ctx: Context,
  row: Pick<typeof account.$inferSelect, "id" | "disabledAt">,
  method: FirstStep,
): Promise<{ token: string; accountId: string }> {
  if (row.disabledAt) throw new AppError("account-disabled");
  const { db } = ctx.platform;
  const ways = await waysOf(db, row.id);
  if (ways.length === 0) return startSession(ctx, row.id, { method });
  throw new AppError("second-step", { signInToken: await beginPending(db, row.id, method), ways });
}

async function findEnabled({ platform }: Context, accountId: string) {
  const [row] = await platform.db.select().from(account).where(eq(account.id, accountId));
  if (!row) throw new AppError("sign-in-expired");
  if (row.disabledAt) throw new AppError("account-disabled");
  return row;
}

export const admitProcedures = {
  /** Finishes a sign-in by a code of an authenticator app, or a recovery code. */
  finishSignIn: publicProcedure
    .input(z.strictObject({ signInToken: pendingTokenSchema, code: secondCodeSchema }))
    .mutation(async ({ ctx, input: { signInToken, code } }) => {
      const { db, sealer } = ctx.platform;
      const { accountId, method } = await countGuess(db, signInToken);
      const guesses = `second-step:${accountId}`;
      if (!(await withinLimit(db, guesses, codeTriesPerDay, day)))
        throw new AppError(
          "ATTEMPTS_EXCEEDED",
          undefined,
          "Too many wrong codes today. Use a passkey, or try tomorrow.",
        );
      const { email } = await findEnabled(ctx, accountId);
      const way = await spendCode({ db, sealer }, accountId, code);
      if (!way) throw new AppError("second-code-wrong");
      await endPending(db, signInToken);
      await clearLimit(db, guesses);
      if (way === "recovery") await tellOfChange(ctx, db, email, "A recovery code was used to sign in.");
      return startSession(ctx, accountId, { method: `${method}+${way}` });
    }),

  /** What the browser needs to use a passkey: as the second step of a sign-in, or without a token as all of it. */
  passkeyOptions: publicProcedure
    .input(z.strictObject({ signInToken: pendingTokenSchema.optional() }))
    .mutation(async ({ ctx, input: { signInToken } }) => {
      const { db } = ctx.platform;
      if (!(await withinLimit(db, `passkey-address:${ctx.address}`, challengesMax, quarterHour)))
        throw new AppError("too-many-logins");
      if (signInToken === undefined) return askForPasskey(ctx.platform, "sign-in", null);
      const { accountId } = await findPending(db, signInToken);
      return askForPasskey(ctx.platform, "second-step", accountId);
    }),

  /** A passkey that verified its holder stands for both steps. */
  signInWithPasskey: publicProcedure
    .input(
      z.strictObject({
        challengeId: challengeIdSchema,
        response: assertionSchema,
        signInToken: pendingTokenSchema.optional(),
      }),
    )
    .mutation(async ({ ctx, input: { signInToken, ...answer } }) => {
      const { db } = ctx.platform;
      if (signInToken === undefined) {
        const accountId = await checkPasskey(ctx.platform, "sign-in", null, answer);
        await findEnabled(ctx, accountId);
        return startSession(ctx, accountId, { method: "passkey" });
      }
      const { accountId, method } = await findPending(db, signInToken);
      await checkPasskey(ctx.platform, "second-step", accountId, answer);
      await findEnabled(ctx, accountId);
      await endPending(db, signInToken);
      return startSession(ctx, accountId, { method: `${method}+passkey` });
    }),
};
