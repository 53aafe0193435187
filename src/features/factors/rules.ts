/** Codes are copied with spaces, dashes and capitals. */
export const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, "").toLowerCase();

/** Six digits come from an authenticator app; recovery codes have ten characters. */
export const isOneTimeCode = (code: string): boolean => /^\d{6}$/.test(code);

/** As shown: "k7q2m-9xw4t". */
export const showRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** In groups of four, to be typed from one screen into another. */
export const showSecret = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** What a browser binds a passkey to: the site's address as configured, never as requested. */
export function relyingParty(appUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
}
