import "server-only";
import { type Context, KnownApp, visitHost } from "@/api/gates";
import type { VisitedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { countView } from "@/features/analytics/collect";
import { callFunction } from "@/features/functions/call";
import { serveToolPage } from "@/features/tool-pages/serve-page";
import { type AppHost, findAppHost } from "@/features/runtime/hosts";
import { messagePage, serveApp } from "@/features/runtime/serve";
import { hookPath } from "@/features/triggers/schema";
import { AppError } from "@/errors";
import { type Actor } from "@/api/actor";
import { visitorActor } from "./actor";
import { answerFor } from "./caller-of";
import { checkOrigin } from "./check-origin";
import { hostName } from "./hosts";
import { ownerToken } from "./owner-token";
import { compileRoutes, errorResponse, serveRest } from "./rest";
import { routes } from "./routes";
import { answerHook } from "./triggers";
import { addressHeader, urlOf } from "./web";
import { HeaderList, isWhole } from "./json-response";
import { hearOfRights, standingOf, whileAllowed } from "@/api/while-allowed";

const appRoutes = compileRoutes(routes.filter(({ hosts }) => hosts !== "builder"));

/** Every request to an app's host. Visitors are known by a bearer token of this app; cookies are ignored. */
export function answerAppHost(platform: Platform, request: Request): Promise<Response> {
  const name = hostName(request.headers.get("host") ?? undefined);
  return answerFor(request, name, () => answerHost(platform, request, name));
}

async function answerHost(platform: Platform, request: Request, name: string): Promise<Response> {
  const host = await findAppHost(platform, name);
  const { pathname } = urlOf(request);
  if (!host)
    return pathname.startsWith("/api/")
      ? errorResponse(new AppError("app-not-found"))
      : messagePage(404, "There is no app here", "Check the address.");
  if (pathname.startsWith(hookPath))
    return answerHook(platform, host, request).catch((error: unknown) => errorResponse(error));
  const actor = await visitorActor(platform, host.app.id, request.headers);
  if (pathname.startsWith("/functions/"))
    return answerFunction(platform, host, actor, request).catch((error: unknown) => errorResponse(error));
  const answer = pathname.startsWith("/api/")
    ? await answerApi(platform, host.app.id, actor, request, host.app)
    : await servePage(platform, host, visitHost(platform, host.app.id, actor), request);
  if (isWhole(answer)) return answer;
  return whileAllowed(answer, () => ({
    first: standingOf(actor, host.app),
    hear: (listener) => hearOfRights(platform.events, actor, host.app, listener),
    now: async () => {
      const [now, again] = await Promise.all([
        visitorActor(platform, host.app.id, request.headers),
        findAppHost(platform, name),
      ]);
      return standingOf(now, again?.app);
    },
  }));
}

async function servePage(platform: Platform, host: AppHost, visited: VisitedApp, request: Request): Promise<Response> {
  const toolPage = await serveToolPage(platform.env, host, visited, request);
  if (!toolPage) return serveApp(platform, host, visited, request);
  // The pages of tools are counted here; those of an app's own code tell by themselves (shipped/sdk/visit.js).
  const isPage = toolPage.ok && toolPage.headers.get("content-type")?.startsWith("text/html");
  if (isPage && host.mode === "published") {
    const { headers, url } = request;
    const { hostname, pathname } = new URL(url);
    await countView(platform, {
      appId: host.app.id,
      address: headers.get(addressHeader) ?? "unknown",
      userAgent: headers.get("user-agent") ?? "",
      page: pathname,
      referrer: headers.get("referer") ?? "",
      host: hostname,
    });
  }
  return toolPage;
}

/**
 * A call of one of the app's functions. The owner's builder token works here too, so that a script that deploys by REST
 * can also call. It is never forwarded: the function gets a token of this app's host instead.
 */
async function answerFunction(platform: Platform, host: AppHost, actor: Actor, request: Request): Promise<Response> {
  const { app } = host;
  const token = actor.kind === "anonymous" ? await ownerToken(platform, app, request.headers) : undefined;
  if (!token) return callFunction(platform, host, visitHost(platform, app.id, actor), request);
  const headers = new Headers(request.headers);
  headers.set("authorization", `Bearer ${token}`);
  const { url, method, body, signal } = request;
  const call = new Request(url, { method, headers, body, signal, ...(body && { duplex: "half" }) });
  const owner = await visitorActor(platform, app.id, headers);
  return callFunction(platform, host, visitHost(platform, app.id, owner), call);
}

/** A function's call of its own app's API, as the visitor whose token it forwards. */
export function answerFunctionApi(platform: Platform, appId: string, request: Request): Promise<Response> {
  return answerFor(request, appId, async () =>
    answerApi(platform, appId, await visitorActor(platform, appId, request.headers), request, undefined, true),
  );
}

async function answerApi(
  platform: Platform,
  appId: string,
  actor: Actor,
  request: Request,
  row?: AppHost["app"],
  isFunction = false,
): Promise<Response> {
  const url = urlOf(request);
  const context: Context = {
    platform,
    actor,
    known: row && new KnownApp(row),
    isFunction,
    responseHeaders: new HeaderList(),
    device: request.headers.get("user-agent")?.slice(0, 300) ?? "",
    address: request.headers.get(addressHeader) ?? "unknown",
  };
  try {
    checkOrigin(request, platform.env);
    // A host serves one app: another app's paths do not exist here, whatever the token.
    const isOwn =
      url.pathname.startsWith(`/api/apps/${appId}/`) ||
      (url.pathname.startsWith("/api/live_api/user/") && url.searchParams.get("appId") === appId);
    if (!isOwn) throw new AppError("not-found");
    return await serveRest(appRoutes, context, request, url);
  } catch (error) {
    return errorResponse(error, context.responseHeaders);
  }
}
