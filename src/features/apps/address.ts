import type { Env } from "@/engines/env";

/** An app's URL: its verified custom domain, else its label below APPS_DOMAIN, with the builder's protocol and port. */
export function appUrl(
  env: Pick<Env, "APP_URL" | "APPS_DOMAIN">,
  app: { slug: string; customDomain: string | null },
): string {
  const builder = new URL(env.APP_URL);
  const host = app.customDomain ?? `${app.slug}.${env.APPS_DOMAIN}`;
  return `${builder.protocol}//${host}${builder.port && `:${builder.port}`}`;
}

/** The preview's host is the app's id: stable when the slug changes, and never the published build. */
export function previewUrl(env: Pick<Env, "APP_URL" | "APPS_DOMAIN">, appId: string): string {
  return appUrl(env, { slug: appId, customDomain: null });
}
