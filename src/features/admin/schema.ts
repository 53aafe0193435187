import { z } from "zod";

/** An account by its id or its address. */
export const accountRefSchema = z.string().trim().min(1).max(254);

export const pageSize = 50;

/** tRPC's infinite queries name their direction. */
export const directionSchema = z.literal("forward").optional();

/** Descriptions of actions in the audit log. */
export const auditWords = {
  "plan-given": "Gave a plan",
  "plan-edited": "Edited a plan",
  "account-disabled": "Disabled an account",
  "account-enabled": "Enabled an account",
  "admin-made": "Made an admin",
  "admin-ended": "Took admin rights away",
  "password-set": "Set a password",
  "second-factor-reset": "Reset a second factor",
  "email-verified": "Verified an address",
  "signed-in-as": "Signed in as somebody",
  "signed-out-of": "Went back from somebody's account",
  "job-retried": "Tried a job again",
  "models-changed": "Changed the models",
  "backup-written": "Wrote a backup",
} as const;
export type AuditVerb = keyof typeof auditWords;
