import "server-only";
import { isIP } from "node:net";
import type { Env } from "@/engines/env";

/** "name.example.com:3000" → "name.example.com", lower case; brackets of IPv6 are removed. */
export function hostName(host: string | undefined): string {
  const text = (host ?? "").trim().toLowerCase();
  if (text.startsWith("[")) return text.slice(1, text.indexOf("]"));
  return text.replace(/:\d+$/, "").replace(/\.$/, "");
}

let parsed: { text: string; url: URL } | undefined;

/** APP_URL, which every request asks for, parsed once. Not to be changed. */
export function builderUrl({ APP_URL }: Pick<Env, "APP_URL">): URL {
  if (parsed?.text !== APP_URL) parsed = { text: APP_URL, url: new URL(APP_URL) };
  return parsed.url;
}

/**
 * Whether the host is the builder's: its configured address, a plain machine name or an IP address. Everything else,
 * including anything below APPS_DOMAIN, is an app's host, so that no app is ever served from the builder's origin.
 */
export function isBuilderHost(env: Pick<Env, "APP_URL" | "APPS_DOMAIN">, host: string | undefined): boolean {
  const name = hostName(host);
  if (name === builderUrl(env).hostname) return true;
  if (name.endsWith(`.${env.APPS_DOMAIN}`)) return false;
  return name === "" || !name.includes(".") || isIP(name) !== 0;
}
