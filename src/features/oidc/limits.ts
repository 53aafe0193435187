/** How long a person may take at the provider. */
export const visitMinutes = 10;

/** Binds a visit to its browser; over https prefixed with `__Secure-`. */
export const visitCookieName = "joinery_oidc";
export const callbackPath = "/api/auth/oidc/callback";

/** Why a visit did not end in a session: /login and /settings show these words, and no others. */
export const oidcProblems = {
  failed: "The sign-in was not completed. Try again, or sign in another way.",
  expired: "This sign-in took too long or was begun in another browser. Try again.",
  email: "The provider did not confirm your email address, so it cannot be used here.",
  taken:
    "There is an account with your address already. Sign in with its password, then connect the two in your account settings.",
  connected: "This person is connected to another account already.",
  disabled: "User is disabled, contact us for more info",
} as const;
export type OidcProblem = keyof typeof oidcProblems;
