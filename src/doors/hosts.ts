import "server-only";
import { isIP } from "node:net";
import type { Env } from "@/engines/env";

/** "name.example.com:3000" → "name.example.com", lower case; an IPv6 address keeps its brackets off. */
export function hostName(host: string | undefined): string {
  const text = (host ?? "").trim().toLowerCase();
  if (text.startsWith("[")) return text.slice(1, text.indexOf("]"));
  return text.replace(/:\d+$/, "").replace(/\.$/, "");
}

/**
 * Which side of the house a request knocks at. The builder answers to its configured address, to plain machine names
 * and to IP addresses; anything below the apps' domain, or unknown, is an app's host, so that an app can never be
 * served from the builder's origin.
 */
export function isBuilderHost(env: Pick<Env, "APP_URL" | "APPS_DOMAIN">, host: string | undefined): boolean {
  const name = hostName(host);
  if (name === new URL(env.APP_URL).hostname) return true;
  if (name.endsWith(`.${env.APPS_DOMAIN}`)) return false;
  return name === "" || !name.includes(".") || isIP(name) !== 0;
}
