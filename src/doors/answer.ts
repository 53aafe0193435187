import "server-only";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { currentCaller, deadlinesMs } from "@/db/caller";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { builderActor } from "./actor";
import { checkOrigin } from "./check-origin";
import { answerFor } from "./caller-of";
import { checkBody, jsonBytesMax, readBody } from "./request";
import { compileRoutes, errorResponse, serveRest } from "./rest";
import { appRouter } from "./router";
import { routes } from "./routes";
import type { AppRole } from "@/api/app-role";
import { type Context, KnownApp, roleIn } from "@/api/gates";
import { describeError } from "@/api/procedures";
import { addressHeader, urlOf } from "./web";
import { HeaderList, isWhole, wholeResponse } from "./json-response";
import { hearOfRights, isEventStream, standingOf, whileAllowed } from "@/api/while-allowed";

/** Calls per batch; tRPC's own limit is 20,000 (facts/security.md §0.5). */
const batchMax = 10;

const builderRoutes = compileRoutes(routes.filter(({ hosts }) => hosts !== "app"));

type BuilderCaller = Awaited<ReturnType<typeof builderActor>>;

function contextOf(platform: Platform, request: Request, { actor, app, cookie }: BuilderCaller): Context {
  const caller = currentCaller();
  if (caller && actor.kind === "account") caller.deadlineMs = deadlinesMs.builder;
  const responseHeaders = new HeaderList();
  if (cookie) responseHeaders.append("set-cookie", cookie);
  return {
    platform,
    actor,
    responseHeaders,
    known: app ? new KnownApp(app) : undefined,
    device: request.headers.get("user-agent")?.slice(0, 300) ?? "",
    address: request.headers.get(addressHeader) ?? "unknown",
  };
}

/** Documented REST paths on the builder's host. */
export function answerRest(platform: Platform, request: Request): Promise<Response> {
  const url = urlOf(request);
  const appId = /^\/(?:api\/)?apps\/(a[a-z0-9]{16})\//.exec(url.pathname)?.[1];
  return answerFor(request, appId, () => answerPath(platform, request, url, appId));
}

const standing = async (platform: Platform, { actor, app }: BuilderCaller, role?: AppRole): Promise<string> =>
  standingOf(actor, app, role ?? (await roleIn(platform, app, actor)));

async function answerPath(
  platform: Platform,
  request: Request,
  url: URL,
  appId: string | undefined,
): Promise<Response> {
  try {
    checkOrigin(request, platform.env);
    const caller = await builderActor(platform, request.headers, appId);
    const context = contextOf(platform, request, caller);
    const answer = await serveRest(builderRoutes, context, request, url);
    if (isWhole(answer)) return answer;
    // Only streams are worth the query for the caller's role.
    const first = isEventStream(answer) ? await standing(platform, caller, context.role) : "";
    return whileAllowed(answer, () => ({
      first,
      hear: (listener) => hearOfRights(platform.events, caller.actor, caller.app, listener),
      now: async () => standing(platform, await builderActor(platform, request.headers, appId)),
    }));
  } catch (error) {
    return errorResponse(error);
  }
}

/** tRPC, for the web app and internal tooling. */
export async function answerTrpc(platform: Platform, request: Request): Promise<Response> {
  let bounded = request;
  try {
    checkOrigin(request, platform.env);
    checkBody(request);
    if (request.method === "POST") {
      // tRPC limits no body.
      const body = await readBody(request, jsonBytesMax);
      const { method, headers, signal } = request;
      bounded = new Request(request.url, { method, headers, body, signal });
    }
  } catch (error) {
    return errorResponse(error);
  }
  return answerFor(request, undefined, async () => {
    const answer = await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: bounded,
      router: appRouter,
      maxBatchSize: batchMax,
      createContext: async () => contextOf(platform, request, await builderActor(platform, request.headers)),
      // Log what is masked, once; for REST errorResponse does it.
      onError: ({ error, path }) => {
        if (describeError(error).reason === "internal")
          log("error", "procedure", { path, error: error.cause ?? error });
      },
      responseMeta: ({ ctx }) => {
        const headers = new Headers();
        ctx?.responseHeaders.forEach((value, name) => headers.append(name, value));
        return { headers };
      },
    });
    return wholeResponse(answer);
  });
}

/** Health check: 503 while the server cannot work. */
export async function answerHealth(platform: Platform, version: string): Promise<Response> {
  const database = await platform.db.execute("select 1").then(
    () => platform.database.kind,
    () => "unreachable",
  );
  const ok = database !== "unreachable";
  return Response.json(
    { ok, version, database, model: platform.env.MODEL_PROVIDER, functions: platform.functions.kind },
    { status: ok ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
