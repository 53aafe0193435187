import "server-only";
import { newId } from "@/db/id";
import type { VisitedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import type { AppHost } from "@/features/runtime/hosts";
import { AppError } from "@/errors";
import { calledName, isHostCookie } from "./rules";
import { loadFunctions } from "./store";

/** `/functions/{name}` on an app's host: anybody's on a published app, its builder's alone in the preview. */
export async function callFunction(platform: Platform, { app, mode }: AppHost, visited: VisitedApp, request: Request): Promise<Response> {
  if (mode === "preview" && visited.visitor?.id !== app.ownerId) throw new AppError("not-signed-in");
  if (mode === "published" && !app.publishedVersionId) throw new AppError("not-published");
  const name = calledName(new URL(request.url).pathname);
  if (!name) throw new AppError("function-not-found");
  return invokeFunction(platform, app.id, name, request, newId("c"));
}

/** @param id names the call in the app's log */
export async function invokeFunction(platform: Platform, appId: string, name: string, request: Request, id: string): Promise<Response> {
  watch(platform, appId);
  const answer = await platform.functions.invoke({ appId, name, request, id }, () => loadFunctions(platform, appId));
  const cookies = answer.headers.getSetCookie();
  answer.headers.delete("set-cookie");
  for (const cookie of cookies.filter(isHostCookie)) answer.headers.append("set-cookie", cookie);
  return answer;
}

const watched = new WeakMap<Platform, Set<string>>();

/** Follows what this app's process depends on, once it has one: other servers deploy too, and secrets are rotated. */
export function watch(platform: Platform, appId: string): void {
  const apps = watched.get(platform) ?? new Set();
  watched.set(platform, apps);
  if (apps.has(appId)) return;
  apps.add(appId);
  platform.events.subscribe(`functions:${appId}`, (fingerprint) => platform.functions.markStale(appId, fingerprint));
  platform.events.subscribe(`secrets:${appId}`, () => platform.functions.markStale(appId));
}
