/** How long a sign-in may wait for its second step, and how many wrong codes it takes. */
export const pendingMinutes = 10;
export const codeTriesMax = 5;
/** Wrong codes of one account in a day, over all its sign-ins: whoever has the password could begin any number. */
export const codeTriesPerDay = 30;
/** A WebAuthn ceremony, with time to fetch a security key. */
export const challengeMinutes = 5;
export const passkeysMax = 20;
export const recoveryCodesCount = 10;

/** What can finish a sign-in. */
export const ways = ["passkey", "code", "recovery"] as const;
export type Way = (typeof ways)[number];
