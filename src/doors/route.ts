import "server-only";
import { own, visit } from "@/api/gates";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { type EntitySet, findEntity } from "@/features/rows/entity";
import { entitiesOfVersion, visibleVersion } from "@/features/entities/schemas";
import type { Rows } from "@/features/rows/read";
import { readObject } from "./request";
import type { ParamName, RestCall, RestRoute } from "./rest";

type Method = RestRoute["method"];

/** The path of a route's line: "GET /api/apps/:appId?q&sort" → "/api/apps/:appId". */
type PathOf<Line extends string> = Line extends `${Method} ${infer Path}?${string}`
  ? Path
  : Line extends `${Method} ${infer Path}`
    ? Path
    : never;

/** What a route is given: exactly the parameters that its own line names. */
type CallOf<Line extends string> = RestCall<ParamName<PathOf<Line>>>;

const route =
  (hosts: RestRoute["hosts"]) =>
  <const Line extends `${Method} /${string}`>(
    line: Line,
    answer: (call: CallOf<Line>) => Promise<unknown>,
  ): RestRoute => {
    const [method, address] = line.split(" ") as [Method, string];
    const [path = "", queries] = address.split("?");
    return { method, path, queries: queries?.split("&") ?? [], hosts, answer };
  };

/**
 * What the builder's host answers: a method, a path with the query parameters that it takes ("?q&sort"), and what calls
 * the procedure.
 */
export const builder = route("builder");

/** What the apps' hosts answer. */
export const app = route("app");

/** What both answer. */
export const both = route("both");

/**
 * Calls a procedure with the body, whatever it holds: the procedure's own schema checks it, so that no type is claimed
 * for it before. Path parameters win over the body's fields, so that one request names one app, and must be inputs of
 * the procedure.
 * @param more inputs that the query names; they win over the body, too
 */
export const withBody = async <Name extends keyof Input & string, Input extends object, Output>(
  call: RestCall<Name>,
  procedure: (input: Input) => Promise<Output>,
  more: Partial<Input> = {},
): Promise<Output> => procedure({ ...(await readObject(call.request)), ...call.params, ...more } as unknown as Input);

/** What only a stream or raw bytes need: the owner's scope, by the same gate as every owner procedure. */
export async function ownApp(call: RestCall<"appId">): Promise<OwnedApp> {
  const { actor } = call.context;
  if (actor.kind !== "account") throw new AppError("not-signed-in");
  return (await own(call.context, actor.account, call.params.appId)).owned;
}

/**
 * The caller's view of an app, with the entities that it shows them: the owner the newest, everybody else the published
 * ones.
 */
export async function visitedApp(call: RestCall<"appId">): Promise<{ scope: VisitedApp; entities: EntitySet }> {
  const { app: row, visited } = await visit(call.context, call.params.appId);
  return { scope: visited, entities: await entitiesOfVersion(visited, visibleVersion(row, visited.visitor)) };
}

/** One entity of the caller's view, by the path's `:entity`. */
export async function visitedRows(call: RestCall<"appId" | "entity">): Promise<Rows & { scope: VisitedApp }> {
  const { scope, entities } = await visitedApp(call);
  return { scope, entity: findEntity(entities, call.params.entity), actor: scope.visitor };
}
