import { z } from "zod";

/** The account as its owner sees it (1-platform.md §3). */
export type AccountView = {
  accountId: string;
  email: string;
  accountType: string;
  plan: string;
  subscriptionId: string | null;
  planSubscriptionStatus: string | null;
  planSubscriptionCancelledAt: string | null;
  isAdmin: boolean;
  isEmailVerified: boolean;
  /** The pages wait for the address to be verified (rules.ts). */
  mustVerifyEmail: boolean;
};

/** Behind https its name begins with `__Host-`. */
export const sessionCookieName = "joinery_session";

export const passwordMin = 8;
/** Long enough for any passphrase, short enough that hashing it costs nothing extra. */
export const passwordMax = 256;

/** Trimmed and lower-cased, so that one mailbox is one account. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ error: "This email is invalid" }));

/** Sign-in accepts any text: whatever is wrong with it, the answer is 'Invalid email or password'. */
export const signInSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(passwordMax),
});
export const signUpSchema = z.strictObject({
  email: emailSchema,
  password: z
    .string({ error: "This password is too weak" })
    .min(passwordMin, { error: "This password is too weak" })
    .max(passwordMax),
});
