import "server-only";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { addRoute, createRouter } from "rou3";
import { type CompiledMatch, compileRouter } from "rou3/compiler";
import { isCanceled } from "@/db/caller";
import { checkJson } from "@/engines/json";
import { log } from "@/engines/log";
import type { ErrorBody } from "@/errors";
import { AppError, errors } from "@/errors";
import { type AnswerHeaders, type Context } from "@/api/gates";
import { createCallerFactory, describeError } from "@/api/procedures";
import { appRouter } from "./router";
import { jsonResponse } from "./json-response";

export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;

/** Parameter names of a path: "/apps/:appId/files/:id" → "appId" | "id". */
export type ParamName<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? ParamName<Part> | ParamName<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/**
 * Everything that a route may use: path parameters, the query, the request with its unread body, and the tRPC caller,
 * which holds every permission check. A helper declares its parameters; a route that lacks one does not compile with
 * it.
 */
export type RestCall<Name extends string = never> = {
  caller: Caller;
  context: Context;
  params: Record<Name, string>;
  query: URLSearchParams;
  request: Request;
};

export type RestRoute = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** "/api/apps/:appId/files": a colon names a parameter. */
  path: string;
  /** Accepted query parameters; others are refused, never ignored. "*" accepts any. */
  queries: string[];
  /** Which hosts answer: the builder's, the apps', or both. */
  hosts: "builder" | "app" | "both";
  /** A plain value becomes JSON; a Response is sent as it is. */
  answer(call: RestCall<string>): Promise<unknown>;
};

/** Routes compiled for look-up. Literal segments win over parameters, so that `/count` is not taken for an id. */
export type Routes = CompiledMatch<RestRoute>;

export function compileRoutes(list: RestRoute[]): Routes {
  const routes = createRouter<RestRoute>();
  for (const route of list) addRoute(routes, route.method, route.path, route);
  return compileRouter(routes);
}

export function matchRoute(
  routes: Routes,
  method: string,
  pathname: string,
): { route: RestRoute; params: Record<string, string> } | undefined {
  // The router treats "/apps/" as "/apps"; here every resource has one address.
  const found = pathname.endsWith("/") ? undefined : routes(method, pathname);
  if (!found) return undefined;
  const params: Record<string, string> = {};
  try {
    for (const [name, value] of Object.entries(found.params ?? {})) params[name] = decodeURIComponent(value);
  } catch {
    return undefined;
  }
  return { route: found.data, params };
}

export function errorResponse(error: unknown, headers?: AnswerHeaders): Response {
  const thrown = error instanceof Error ? error : new Error(String(error));
  const known = isCanceled(thrown) ? new AppError("too-slow") : thrown;
  const { reason, message, details } = describeError(known);
  if (reason === "internal")
    log("error", "rest", { error: known instanceof TRPCError ? (known.cause ?? known) : known });
  const status =
    known instanceof TRPCError ? getHTTPStatusCodeFromError(known) : reason === "invalid-input" ? 400 : 500;
  const body: ErrorBody = {
    error: {
      code: reason,
      message: reason === "internal" ? errors.internal.message : message,
      ...(details === undefined ? {} : { details }),
    },
  };
  return jsonResponse(body, { status, ...(headers && { headers }) });
}

function checkQueries({ queries }: RestRoute, given: URLSearchParams): void {
  const unknown = queries.includes("*") ? undefined : [...given.keys()].find((name) => !queries.includes(name));
  if (unknown === undefined) return;
  const takes = queries.length > 0 ? `takes ${queries.join(", ")}` : "takes no parameters";
  throw new AppError(
    "invalid-query",
    undefined,
    `"${unknown.slice(0, 60)}" is not a parameter of this path, which ${takes}`,
  );
}

/** Serves one REST request. Every rule is in the procedures that routes call. */
export async function serveRest(routes: Routes, context: Context, request: Request, url: URL): Promise<Response> {
  try {
    const found = matchRoute(routes, request.method, url.pathname);
    if (!found) throw new AppError("not-found");
    const { route, params } = found;
    checkJson({ ...params, ...(url.search && Object.fromEntries(url.searchParams)) }, "The address");
    if (url.search) checkQueries(route, url.searchParams);
    const result = await route.answer({
      caller: createCaller(context),
      context,
      params,
      query: url.searchParams,
      request,
    });
    if (result instanceof Response) {
      const more: [string, string][] = [];
      context.responseHeaders.forEach((value, name) => more.push([name, value]));
      if (more.length === 0) return result;
      // Headers of a redirect Response are immutable: copy it.
      const answer = new Response(result.body, { status: result.status, headers: result.headers });
      for (const [name, value] of more) answer.headers.append(name, value);
      return answer;
    }
    context.responseHeaders.append("cache-control", "no-store");
    return jsonResponse(result ?? {}, { headers: context.responseHeaders });
  } catch (error) {
    return errorResponse(error, context.responseHeaders);
  }
}
