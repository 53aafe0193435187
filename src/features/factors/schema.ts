import { z } from "zod";

export const pendingTokenSchema = z.string().min(1).max(100);
export const challengeIdSchema = z.string().min(1).max(100);
export const passkeyIdSchema = z.string().min(1).max(1_400);
export const passkeyNameSchema = z.string().trim().min(1, { error: "Enter a name" }).max(60);
/** Six digits of an authenticator app, or a recovery code. */
export const secondCodeSchema = z.string().trim().min(1, { error: "Enter the code" }).max(40);

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);

const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal("public-key"),
  /** No extension is asked for, so none is read. */
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** What a browser answers to `navigator.credentials.create()`. */
export const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
export type Registration = z.output<typeof registrationSchema>;

/** What a browser answers to `navigator.credentials.get()`. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(4_000),
    userHandle: bytes(200).nullish(),
  }),
});
export type Assertion = z.output<typeof assertionSchema>;

/** A passkey as its owner sees it. */
export type PasskeyView = {
  passkeyId: string;
  name: string;
  isSynced: boolean;
  createdAt: string;
  lastUsedAt: string | null;
};
