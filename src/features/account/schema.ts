import { z } from "zod";
import { emailMax, emailPattern, passwordMax, passwordMin } from "./limits";

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
  /** Their newest app and its name. */
  appId: string | null;
  appHeader: string | null;
  /** Whether one of their apps has data of their own. */
  hasBusinessInfo: boolean;
  hasPaidAppPackage: boolean;
  subscriptionPaymentsIds: string[];
  isEmailVerified: boolean;
  /** False for one that was opened at a company's provider or by a mailed link. */
  hasPassword: boolean;
  /** A pending change of address, and which mailboxes have not confirmed. */
  emailChange: { newEmail: string; waitsForOld: boolean; waitsForNew: boolean } | null;
  /** Pages redirect to verification (rules.ts). */
  mustVerifyEmail: boolean;
};

/** A session as its account sees it. */
export type SessionView = {
  sessionId: string;
  /** How its person signed in, in words; "" before it was recorded. */
  method: string;
  device: string;
  address: string;
  signedInAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
};

export const linkTokenSchema = z.string().min(1).max(100);
/** Where to go afterwards; other origins are dropped (rules.ts). */
export const continueUrlSchema = z.string().max(2_000).optional();
export const appNameSchema = z.string().trim().max(80).optional();
export const saleIdSchema = z.string().trim().min(1).max(100);
export const codeSchema = z.string().trim().max(20);

/** Normalized by trimming and lower-casing, so that a mailbox is one account. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(emailMax)
  .pipe(z.email({ pattern: emailPattern, error: "This email is invalid" }));

/** The same, with the messages of the sign-in by mail. */
export const magicEmailSchema = z
  .string({ error: "Invalid email address" })
  .trim()
  .toLowerCase()
  .max(emailMax, { error: "Invalid email address" })
  .pipe(z.email({ pattern: emailPattern, error: "Invalid email address" }));

/** Sign-in accepts any text: the only error is 'Invalid email or password'. */
export const signInSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(emailMax),
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
