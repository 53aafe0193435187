/** "After login the user goes to redirectTo or the main page, except on exempt paths" (1-platform.md §4): those that are about signing in or out. */
const isExempt = (path: string) => /^\/(?:login|logout|auth|error)(?:\/|$)/i.test(path);

/**
 * Where to go after a sign-in: a path of this very site, or undefined for anything that would leave it.
 * Parsed as the browser will parse it, which drops tabs and line breaks and takes `\` for `/`; only then are origins compared.
 * @param origin the builder's origin, as APP_URL or the address bar gives it
 */
export function redirectTarget(target: string | null | undefined, origin: string): string | undefined {
  if (!target || !URL.canParse(target, origin)) return undefined;
  const url = new URL(target, origin);
  // `blob:` has the origin of the page inside it, and "/.//host" comes out as a path that starts with two slashes.
  const isHere = url.origin === new URL(origin).origin && /^https?:$/.test(url.protocol);
  return isHere && !url.pathname.startsWith("//") && !isExempt(url.pathname)
    ? url.pathname + url.search + url.hash
    : undefined;
}

/** "An unverified email goes to verifyEmail" (1-platform.md §4). An admin sets the installation up, and reads the outbox. */
export function mustVerifyEmail(
  account: { isAdmin: boolean; emailVerifiedAt: Date | null },
  setting: "on" | "off",
): boolean {
  return setting === "on" && !account.isAdmin && account.emailVerifiedAt === null;
}

/** A name on ADMIN_EMAILS counts once its address is verified: anybody can sign up with an address that is not theirs. */
export function isAdmin(
  account: { isAdmin: boolean; email: string; emailVerifiedAt: Date | null },
  adminEmails: string[],
): boolean {
  return account.isAdmin || (account.emailVerifiedAt !== null && adminEmails.includes(account.email.toLowerCase()));
}
