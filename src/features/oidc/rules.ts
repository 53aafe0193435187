import { type VisitEnd } from "./schema";
import { type OidcProblem, oidcProblems } from "./limits";

/** What the button calls the provider: OIDC_NAME, else its host. */
export const providerName = ({
  OIDC_ISSUER,
  OIDC_NAME,
}: {
  OIDC_ISSUER?: string | undefined;
  OIDC_NAME?: string | undefined;
}) => OIDC_NAME ?? (OIDC_ISSUER ? new URL(OIDC_ISSUER).hostname : "");

/** The words of a problem that an address names; unknown ones say nothing. */
export const problemWords = (code: string | null): string | undefined =>
  code !== null && Object.hasOwn(oidcProblems, code) ? oidcProblems[code as OidcProblem] : undefined;

/** Only `true` counts: an address that the provider did not verify could be anybody's. */
export function verifiedEmail(claims: { email?: unknown; email_verified?: unknown }): string | undefined {
  const { email, email_verified: isVerified } = claims;
  return typeof email === "string" && isVerified === true ? email.trim().toLowerCase() : undefined;
}

/**
 * The page that a visit ends at, on this site. A second step's token is in the fragment, which no server, log or
 * referrer sees.
 */
export function pageAfter(end: VisitEnd): string {
  if (end.kind === "problem")
    return end.isConnecting ? `/settings?problem=${end.problem}` : `/login?problem=${end.problem}`;
  if (end.kind !== "second-step") return end.redirectTo ?? (end.kind === "connected" ? "/settings" : "/home");
  const query = end.redirectTo ? `?redirectTo=${encodeURIComponent(end.redirectTo)}` : "";
  return `/login${query}#second-step=${encodeURIComponent(JSON.stringify(end.step))}`;
}
