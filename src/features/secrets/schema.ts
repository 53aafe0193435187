import { z } from "zod";

/** An environment variable's name, as functions read it. */
export const secretKeySchema = z
  .string()
  .trim()
  .min(1, { error: "Please provide both key and value for all secrets or remove empty ones" })
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, {
    error: "A key has letters, numbers and underscores, and does not begin with a number",
  });

/** Limits: secrets per app, characters per value. A private key fits, a file does not. */
export const secretsMax = 100;
export const secretValueMax = 20_000;

export const secretValueSchema = z
  .string()
  .max(secretValueMax)
  // Environment variables end at NUL.
  .refine((value) => !value.includes("\0"), { error: "A value is text, without NUL characters" });

/**
 * One line of a save. An absent value keeps the stored one: values never leave the server, so that the dialog cannot
 * send them back.
 */
export const secretEntrySchema = z.strictObject({
  key: secretKeySchema,
  value: secretValueSchema.optional(),
  instructions: z.string().max(2_000).optional(),
});
export type SecretEntry = z.infer<typeof secretEntrySchema>;

/** A secret as shown to the builder, without its value. */
export type SecretView = { key: string; instructions: string; createdAt: string; updatedAt: string };
