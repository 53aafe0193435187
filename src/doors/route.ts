import "server-only";
import type { AppRole } from "@/api/app-role";
import { own, visit } from "@/api/gates";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { type EntitySet, findEntity } from "@/features/rows/entity";
import { entitiesOfVersion, visibleVersion } from "@/features/entities/schemas";
import type { Rows } from "@/features/rows/read";
import { readObject } from "./request";
import { createCaller, type ParamName, type RestCall, type RestRoute } from "./rest";

type Method = RestRoute["method"];

/** The path of a route's line: "GET /api/apps/:appId?q&sort" → "/api/apps/:appId". */
type PathOf<Line extends string> = Line extends `${Method} ${infer Path}?${string}`
  ? Path
  : Line extends `${Method} ${infer Path}`
    ? Path
    : never;

/** A route's call type: exactly the parameters in its line. */
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

/** A route of the builder's host: method and path with its query parameters ("?q&sort"), and the procedure to call. */
export const builder = route("builder");

/** A route of the apps' hosts. */
export const app = route("app");

/** A route of both. */
export const both = route("both");

/**
 * Calls a procedure with the body, which the procedure's own schema validates. Path parameters override fields of the
 * body, so that a request names one app, and must be inputs of the procedure.
 * @param more inputs from the query; they override the body too
 */
export const withBody = async <Name extends keyof Input & string, Input extends object, Output>(
  call: RestCall<Name>,
  procedure: (input: Input) => Promise<Output>,
  more: Partial<Input> = {},
): Promise<Output> => procedure({ ...(await readObject(call.request)), ...call.params, ...more } as unknown as Input);

/**
 * The procedures about rows, which answer with JSON text as the database wrote it: for routes that pass it on and read
 * none of it.
 */
export const rowTexts = ({ context }: RestCall) => createCaller({ ...context, takesText: true }).entities;

/**
 * A builder's scope for streams and raw bytes, by the same gate as procedures.
 * @param least the role that the path needs
 */
export async function builtApp(call: RestCall<"appId">, least: AppRole) {
  const { actor } = call.context;
  if (actor.kind !== "account") throw new AppError("not-signed-in");
  return { ...(await own(call.context, actor.account, call.params.appId, least)), account: actor.account };
}

export const ownApp = async (call: RestCall<"appId">, least: AppRole): Promise<OwnedApp> =>
  (await builtApp(call, least)).owned;

/**
 * The caller's view of an app and its entities: the newest version's for its builders, the published one's for everybody
 * else.
 */
export async function visitedApp(call: RestCall<"appId">): Promise<{ scope: VisitedApp; entities: EntitySet }> {
  const { app: row, visited } = await visit(call.context, call.params.appId);
  return { scope: visited, entities: await entitiesOfVersion(visited, visibleVersion(row, visited.visitor)) };
}

/** The entity of the path's `:entity` in the caller's view. */
export async function visitedRows(call: RestCall<"appId" | "entity">): Promise<Rows & { scope: VisitedApp }> {
  const { scope, entities } = await visitedApp(call);
  return { scope, entity: findEntity(entities, call.params.entity), actor: scope.visitor };
}
