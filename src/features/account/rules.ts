import { isExemptPath } from "@/api/rules";

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
  return isHere && !url.pathname.startsWith("//") && !isExemptPath(url.pathname)
    ? url.pathname + url.search + url.hash
    : undefined;
}

/**
 * "After login the user goes to redirectTo or the main page" (1-platform.md §4). What else the address asked for goes along: `appId` names an
 * app to open, `goto` a dialog.
 */
export function afterSignIn(search: Pick<URLSearchParams, "get">, origin: string): string {
  const target = redirectTarget(search.get("redirectTo"), origin);
  if (target) return target;
  const [appId, goto] = [search.get("appId"), search.get("goto")];
  const path = appId ? `/build/app/${encodeURIComponent(appId)}` : "/home";
  return goto ? `${path}?${new URLSearchParams({ goto }).toString()}` : path;
}

const browsers = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:\b|Headless)(?:Chrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//],
] as const;
const systems = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** "Chrome on Linux", of what a browser calls itself. Other callers by the first word of it: "curl". */
export function deviceWords(agent: string): string {
  const named = (list: readonly (readonly [string, RegExp])[]) => list.find(([, mark]) => mark.test(agent))?.[0];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return /^[\w.-]{1,40}/.exec(agent)?.[0] ?? "Unknown device";
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
