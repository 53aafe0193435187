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
  /** Their newest app, and what it is called. */
  appId: string | null;
  appHeader: string | null;
  /** Whether they brought data of their own into one of their apps. */
  hasBusinessInfo: boolean;
  hasPaidAppPackage: boolean;
  subscriptionPaymentsIds: string[];
  isEmailVerified: boolean;
  /** A change of email that is under way, and which mailbox has not confirmed it yet. */
  emailChange: { newEmail: string; waitsForOld: boolean; waitsForNew: boolean } | null;
  /** The pages wait for the address to be verified (rules.ts). */
  mustVerifyEmail: boolean;
};

/** Behind https its name begins with `__Host-`. */
export const sessionCookieName = "joinery_session";

export const passwordMin = 8;
/** Long enough for any passphrase, short enough that hashing it costs nothing extra. */
export const passwordMax = 256;

/** How long what is mailed can be used (design §6). */
export const linkMinutes = {
  "verify-email": 24 * 60,
  "reset-password": 60,
  "change-email-old": 24 * 60,
  "change-email-new": 24 * 60,
  "sign-in": 15,
} as const;
export type LinkMode = keyof typeof linkMinutes;
export const codeMinutes = 10;
export const codeTriesMax = 5;

/** "7 attempts, 4 s apart, with an initial 3 s wait when sale_id is present" (1-platform.md §9). */
export const saleTries = { firstWaitMs: 3_000, count: 7, waitMs: 4_000 };
/** "Payment account poll: 15 retries, 4 seconds apart" (2-builder.md §9). */
export const paymentPoll = { count: 15, waitMs: 4_000 };

/** A session as its account sees it. */
export type SessionView = {
  sessionId: string;
  device: string;
  address: string;
  signedInAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
};

export const linkTokenSchema = z.string().min(1).max(100);
/** Where to go afterwards; what leaves this site is dropped (rules.ts). */
export const continueUrlSchema = z.string().max(2_000).optional();
export const appNameSchema = z.string().trim().max(80).optional();
export const saleIdSchema = z.string().trim().min(1).max(100);
export const codeSchema = z.string().trim().max(20);

/** Trimmed and lower-cased, so that one mailbox is one account. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ error: "This email is invalid" }));

/** The same, in the words of the sign-in by mail. */
export const magicEmailSchema = z
  .string({ error: "Invalid email address" })
  .trim()
  .toLowerCase()
  .max(254, { error: "Invalid email address" })
  .pipe(z.email({ error: "Invalid email address" }));

/** Sign-in accepts any text: whatever is wrong with it, the answer is 'Invalid email or password'. */
export const signInSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(passwordMax),
});
export const currentPasswordSchema = z.string().max(passwordMax);
export const newPasswordSchema = z
  .string()
  .min(passwordMin, { error: "Password is too weak, please try again" })
  .max(passwordMax);
export const signUpSchema = z.strictObject({
  email: emailSchema,
  password: z
    .string({ error: "This password is too weak" })
    .min(passwordMin, { error: "This password is too weak" })
    .max(passwordMax),
});
