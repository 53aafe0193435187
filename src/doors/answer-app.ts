import "server-only";
import { mintVisitedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { findAppHost } from "@/features/runtime/hosts";
import { messagePage, serveApp } from "@/features/runtime/serve";
import { AppError } from "@/errors";
import { visitorActor } from "./actor";
import { hostName } from "./hosts";
import { addressHeader, checkOrigin, readJson } from "./request";
import { errorResponse, serveRest } from "./rest";
import { routes } from "./routes";
import type { Context } from "./trpc";

const appRoutes = routes.filter(({ hosts }) => hosts !== "builder");

/** Everything that knocks at an app's host. Who they are is told by a bearer token of this very app; cookies play no part. */
export async function answerAppHost(platform: Platform, request: Request): Promise<Response> {
  const host = await findAppHost(platform, hostName(request.headers.get("host") ?? undefined));
  if (!host) return messagePage(404, "There is no app here", "Check the address.");
  const { pathname } = new URL(request.url);
  const actor = await visitorActor(platform, host.app.id, request.headers);
  const visitor = actor.kind === "visitor" ? actor.visitor : null;
  // Server functions are not part of this release: a call says so in the shape that the app's SDK reads.
  if (pathname.startsWith("/functions/")) return errorResponse(new AppError("function-not-found"));
  if (!pathname.startsWith("/api/")) return serveApp(platform, host, mintVisitedApp(platform.db, host.app.id, visitor), request);
  const context: Context = { platform, actor, responseHeaders: new Headers(), address: request.headers.get(addressHeader) ?? "unknown" };
  try {
    checkOrigin(request, platform.env);
    // One host is one app: another app's path does not exist here, whatever token comes with it.
    if (!pathname.startsWith(`/api/apps/${host.app.id}/`)) throw new AppError("not-found");
    return await serveRest(appRoutes, context, request, readJson, pathname);
  } catch (error) {
    return errorResponse(error, context.responseHeaders);
  }
}
