import { isExemptPath } from "@/api/rules";
import { emailMax, emailPattern, firstSteps } from "./limits";

/** Whether a text is an email address, spaces around it aside: what `emailSchema` takes. */
export function isEmail(text: string): boolean {
  const email = text.trim();
  return email.length <= emailMax && emailPattern.test(email);
}

/**
 * Guard against open redirects: a path of this site, or undefined. Parsed like a browser does (drops tabs and line
 * breaks, takes `\` for `/`) before comparing origins.
 * @param origin the builder's origin, from APP_URL or the address bar
 */
export function redirectTarget(target: string | null | undefined, origin: string): string | undefined {
  if (!target || !URL.canParse(target, origin)) return undefined;
  const url = new URL(target, origin);
  // `blob:` URLs have the origin of their inner page, and "/.//host" normalizes to a path with two leading slashes.
  const isHere = url.origin === new URL(origin).origin && /^https?:$/.test(url.protocol);
  return isHere && !url.pathname.startsWith("//") && !isExemptPath(url.pathname)
    ? url.pathname + url.search + url.hash
    : undefined;
}

/**
 * "After login the user goes to redirectTo or the main page" (1-platform.md §4). Keeps other parameters: `appId` names
 * an app to open, `goto` a dialog.
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

/** "Chrome on Linux" from a user agent; its first word for other clients: "curl". */
export function deviceWords(agent: string): string {
  const named = (list: readonly (readonly [string, RegExp])[]) => list.find(([, mark]) => mark.test(agent))?.[0];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return /^[\w.-]{1,40}/.exec(agent)?.[0] ?? "Unknown device";
}

const secondSteps: Record<string, string> = { code: "code", recovery: "recovery code", passkey: "passkey" };

/** "by password and code" of a session's method, `password+code`. */
export function methodWords(method: string): string {
  const [first = "", second] = method.split("+");
  const begun = { ...firstSteps, passkey: "passkey", admin: "an administrator" }[first];
  if (!begun) return "";
  return second ? `by ${begun} and ${secondSteps[second] ?? second}` : `by ${begun}`;
}

/**
 * "An unverified email goes to verifyEmail" (1-platform.md §4). Admins are exempt: they set up the installation and
 * read the outbox.
 */
export function mustVerifyEmail(
  account: { isAdmin: boolean; emailVerifiedAt: Date | null },
  setting: "on" | "off",
): boolean {
  return setting === "on" && !account.isAdmin && account.emailVerifiedAt === null;
}

/** ADMIN_EMAILS counts for verified addresses only: anybody can sign up with somebody else's. */
export function isAdmin(
  account: { isAdmin: boolean; email: string; emailVerifiedAt: Date | null },
  adminEmails: string[],
): boolean {
  return account.isAdmin || (account.emailVerifiedAt !== null && adminEmails.includes(account.email.toLowerCase()));
}
