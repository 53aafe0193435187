import type { Env } from "@/engines/env";

/** Where an app lives: its own verified domain, else its address under the apps' domain, with the builder's protocol and port. */
export function appUrl(
  env: Pick<Env, "APP_URL" | "APPS_DOMAIN">,
  app: { slug: string; customDomain: string | null },
): string {
  const builder = new URL(env.APP_URL);
  const host = app.customDomain ?? `${app.slug}.${env.APPS_DOMAIN}`;
  return `${builder.protocol}//${host}${builder.port && `:${builder.port}`}`;
}

/** The preview's address goes by id: it stays when the app's address changes, and it never shows the published build. */
export function previewUrl(env: Pick<Env, "APP_URL" | "APPS_DOMAIN">, appId: string): string {
  return appUrl(env, { slug: appId, customDomain: null });
}
