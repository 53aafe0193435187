import "server-only";
import type { Env } from "@/engines/env";
import type { Platform } from "@/engines/platform";
import { type AppRow, findByHost } from "@/features/apps/store";

/**
 * An app's two faces: the preview by its id, for its builder; the published app by its address or domain, for
 * everybody.
 */
export type AppHost = { app: AppRow; mode: "preview" | "published" };

/** @param name the Host header's name, lower case and without a port */
export async function findAppHost({ db, env }: Platform, name: string): Promise<AppHost | undefined> {
  const label = labelBelow(env, name);
  const app = await findByHost(db, label ?? name);
  return app && { app, mode: app.id === label ? "preview" : "published" };
}

/** "crm.apps.example.com" → "crm". One label only: deeper names below the apps' domain can be custom domains. */
function labelBelow({ APPS_DOMAIN }: Pick<Env, "APPS_DOMAIN">, name: string): string | undefined {
  const label = name.endsWith(`.${APPS_DOMAIN}`) ? name.slice(0, -APPS_DOMAIN.length - 1) : undefined;
  return label?.includes(".") ? undefined : label;
}
