import "server-only";
import type { Env } from "@/engines/env";
import type { Platform } from "@/engines/platform";
import { type AppRow, findByDomain, findByHostLabel } from "@/features/apps/store";

/** An app's two faces: the preview by its id, for its builder; the published app by its address or domain, for everybody. */
export type AppHost = { app: AppRow; mode: "preview" | "published" };

/** @param name the Host header's name, lower case and without a port */
export async function findAppHost({ db, env }: Platform, name: string): Promise<AppHost | undefined> {
  const label = labelBelow(env, name);
  if (label === undefined) {
    const app = await findByDomain(db, name);
    return app && { app, mode: "published" };
  }
  const app = await findByHostLabel(db, label);
  return app && { app, mode: app.id === label ? "preview" : "published" };
}

/** "crm.apps.example.com" → "crm". One label only: names below an app's are nobody's. */
function labelBelow({ APPS_DOMAIN }: Pick<Env, "APPS_DOMAIN">, name: string): string | undefined {
  if (!name.endsWith(`.${APPS_DOMAIN}`)) return undefined;
  return name.slice(0, -APPS_DOMAIN.length - 1);
}
