/** Over https prefixed with `__Host-`. */
export const sessionCookieName = "joinery_session";

export const emailMax = 254;
/** Ordinary addresses, without quoted or international ones. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const passwordMin = 8;
/** Generous for passphrases, and bounds the cost of hashing. */
export const passwordMax = 256;

/** Lifetimes of mailed links and codes (design §6). */
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

/** First steps of a sign-in; a passkey is a whole one, and an admin signs in as somebody else (features/admin). */
export const firstSteps = {
  password: "password",
  "sign-up": "sign-up",
  link: "mailed link",
  oidc: "single sign-on",
} as const;
export type FirstStep = keyof typeof firstSteps;
