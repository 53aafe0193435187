import "server-only";
import { lookingRole, roleRefusals } from "@/api/app-role";
import { newId } from "@/db/id";
import type { VisitedApp } from "@/db/scope";
import type { FunctionCall } from "@/engines/functions/open";
import { appDeleted } from "@/engines/functions/schema";
import type { Platform } from "@/engines/platform";
import type { AppHost } from "@/features/runtime/hosts";
import { AppError } from "@/errors";
import { calledName, isHostCookie } from "./rules";
import { loadFunctions } from "./store";

/** `/functions/{name}` on an app's host: for anybody on a published app, for the builder only in the preview. */
export async function callFunction(
  platform: Platform,
  { app, mode }: AppHost,
  visited: VisitedApp,
  request: Request,
): Promise<Response> {
  if (mode === "preview" && !visited.visitor?.isBuilder) throw new AppError("not-signed-in");
  // A function may change anything, whoever calls it.
  if (mode === "preview" && visited.visitor?.role === lookingRole)
    throw new AppError("app-role", { needed: "edit" }, roleRefusals.edit);
  if (mode === "published" && !app.publishedVersionId) throw new AppError("not-published");
  const name = calledName(new URL(request.url).pathname);
  if (!name) throw new AppError("function-not-found");
  return invokeFunction(platform, app.id, name, request, newId("c"));
}

/** @param id tags the call's log lines */
export async function invokeFunction(
  platform: Platform,
  appId: string,
  name: string,
  request: Request,
  id: string,
  trigger?: FunctionCall["trigger"],
): Promise<Response> {
  watch(platform, appId);
  const answer = await platform.functions.invoke({ appId, name, request, id, ...(trigger && { trigger }) }, () =>
    loadFunctions(platform, appId),
  );
  const cookies = answer.headers.getSetCookie();
  answer.headers.delete("set-cookie");
  for (const cookie of cookies.filter(isHostCookie)) answer.headers.append("set-cookie", cookie);
  return answer;
}

/**
 * Subscribes to what the app's process depends on: deployments by other servers, rotated secrets, deletion of the app.
 */
export function watch({ functions, events }: Platform, appId: string): void {
  functions.keep(appId, () => {
    const ends = [
      events.subscribe(`functions:${appId}`, (news) =>
        news === appDeleted ? functions.stop(appId) : functions.markStale(appId, news),
      ),
      events.subscribe(`secrets:${appId}`, () => functions.markStale(appId)),
    ];
    return () => ends.forEach((end) => end());
  });
}
