import "server-only";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "@/api/gates";
import { type Account, unverifiedProcedure } from "@/api/procedures";
import { passkey } from "@/db/schema/factor";
import type { Database } from "@/db/open";
import { AppError } from "@/errors";
import { beginPasskey, checkNewPasskey, insertPasskey } from "@/features/factors/add-passkey";
import {
  beginAuthenticator,
  confirmAuthenticator,
  dropAuthenticator,
  replaceRecoveryCodes,
} from "@/features/factors/check-code";
import {
  assertionSchema,
  challengeIdSchema,
  passkeyIdSchema,
  passkeyNameSchema,
  registrationSchema,
  secondCodeSchema,
} from "@/features/factors/schema";
import {
  countRecoveryCodes,
  dropUselessCodes,
  hasAuthenticator,
  listPasskeys,
  lockFactors,
  waysOf,
} from "@/features/factors/store";
import { askForPasskey, checkPasskey } from "@/features/factors/use-passkey";
import { checkOwnsAddress, confirmPassword } from "./change-password";
import { deviceWords } from "./rules";
import { currentPasswordSchema } from "./schema";
import { tellOfChange } from "./tell-of-change";

const proofSchema = z.union([
  z.strictObject({ password: currentPasswordSchema }),
  z.strictObject({ challengeId: challengeIdSchema, response: assertionSchema }),
]);
type Proof = z.output<typeof proofSchema>;

/**
 * Re-authentication by the password or a passkey: who borrows a browser adds and removes no factor.
 * @throws wrong-password, passkey-invalid, too-many-requests
 */
async function confirmIdentity(ctx: Context & { account: Account }, proof: Proof): Promise<void> {
  if ("password" in proof) await confirmPassword(ctx, ctx.account, proof.password);
  else await checkPasskey(ctx.platform, "confirm", ctx.account.id, proof);
}

type Added = { /** Shown once, with the first factor. */ recoveryCodes: string[] | null };

/** Adds a factor; the first one comes with recovery codes. */
function adding(
  ctx: Context & { account: Account },
  what: string,
  add: (tx: Database, owner: Account) => Promise<void>,
): Promise<Added> {
  const { account, platform } = ctx;
  return platform.db.transaction(async (tx) => {
    await lockFactors(tx, account.id);
    const isFirst = (await waysOf(tx, account.id)).length === 0;
    await add(tx, account);
    const engines = { db: tx, sealer: platform.sealer };
    const recoveryCodes = isFirst ? await replaceRecoveryCodes(engines, account.id) : null;
    await tellOfChange(ctx, tx, account.email, what);
    return { recoveryCodes };
  });
}

const withProof = unverifiedProcedure.input(z.strictObject({ proof: proofSchema }));

export const securityProcedures = {
  security: unverifiedProcedure.query(async ({ ctx }) => {
    const { db } = ctx.platform;
    return {
      passkeys: await listPasskeys(db, ctx.account.id),
      hasAuthenticator: await hasAuthenticator(db, ctx.account.id),
      recoveryCodesLeft: await countRecoveryCodes(db, ctx.account.id),
    };
  }),

  /** A challenge for a passkey in place of the password. */
  confirmOptions: unverifiedProcedure.mutation(({ ctx }) => askForPasskey(ctx.platform, "confirm", ctx.account.id)),

  beginPasskey: withProof.mutation(async ({ ctx, input }) => {
    checkOwnsAddress(ctx);
    await confirmIdentity(ctx, input.proof);
    return beginPasskey(ctx.platform, ctx.account);
  }),

  addPasskey: unverifiedProcedure
    .input(z.strictObject({ challengeId: challengeIdSchema, response: registrationSchema }))
    .mutation(async ({ ctx, input }): Promise<Added & { name: string }> => {
      const made = await checkNewPasskey(ctx.platform, ctx.account.id, input);
      const name = deviceWords(ctx.device ?? "");
      const what = `A passkey (${name}) was added.`;
      return { name, ...(await adding(ctx, what, (tx) => insertPasskey(tx, made, name))) };
    }),

  renamePasskey: unverifiedProcedure
    .input(z.strictObject({ passkeyId: passkeyIdSchema, name: passkeyNameSchema }))
    .mutation(async ({ ctx, input: { passkeyId, name } }) => {
      const renamed = await ctx.platform.db
        .update(passkey)
        .set({ name })
        .where(and(eq(passkey.id, passkeyId), eq(passkey.accountId, ctx.account.id)))
        .returning({ id: passkey.id });
      if (renamed.length === 0) throw new AppError("passkey-not-found");
      return { name };
    }),

  removePasskey: unverifiedProcedure
    .input(z.strictObject({ passkeyId: passkeyIdSchema, proof: proofSchema }))
    .mutation(async ({ ctx, input: { passkeyId, proof } }) => {
      const { id: accountId, email } = ctx.account;
      await confirmIdentity(ctx, proof);
      return ctx.platform.db.transaction(async (tx) => {
        await lockFactors(tx, accountId);
        const [removed] = await tx
          .delete(passkey)
          .where(and(eq(passkey.id, passkeyId), eq(passkey.accountId, accountId)))
          .returning({ name: passkey.name });
        if (!removed) throw new AppError("passkey-not-found");
        await dropUselessCodes(tx, accountId);
        await tellOfChange(ctx, tx, email, `The passkey ${removed.name} was removed.`);
        return {};
      });
    }),

  beginAuthenticator: withProof.mutation(async ({ ctx, input }) => {
    checkOwnsAddress(ctx);
    await confirmIdentity(ctx, input.proof);
    return beginAuthenticator(ctx.platform, ctx.account);
  }),

  confirmAuthenticator: unverifiedProcedure
    .input(z.strictObject({ code: secondCodeSchema }))
    .mutation(({ ctx, input }) =>
      adding(ctx, "An authenticator app was set up.", (tx, { id }) =>
        confirmAuthenticator({ db: tx, sealer: ctx.platform.sealer }, id, input.code),
      ),
    ),

  removeAuthenticator: withProof.mutation(async ({ ctx, input }) => {
    const { id, email } = ctx.account;
    await confirmIdentity(ctx, input.proof);
    return ctx.platform.db.transaction(async (tx) => {
      await lockFactors(tx, id);
      if (!(await dropAuthenticator(tx, id))) return {};
      await dropUselessCodes(tx, id);
      await tellOfChange(ctx, tx, email, "The authenticator app was turned off.");
      return {};
    });
  }),

  /** New codes; the ones before are void. */
  newRecoveryCodes: withProof.mutation(async ({ ctx, input }) => {
    const { id, email } = ctx.account;
    await confirmIdentity(ctx, input.proof);
    return ctx.platform.db.transaction(async (tx) => {
      await lockFactors(tx, id);
      if ((await waysOf(tx, id)).length === 0) throw new AppError("no-second-factor");
      const recoveryCodes = await replaceRecoveryCodes({ db: tx, sealer: ctx.platform.sealer }, id);
      await tellOfChange(ctx, tx, email, "New recovery codes were made. The ones before no longer work.");
      return { recoveryCodes };
    });
  }),
};
