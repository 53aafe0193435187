import "server-only";
import { own, visit } from "@/api/gates";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { type EntitySet, findEntity } from "@/features/rows/entity";
import { entitiesOfVersion, visibleVersion } from "@/features/entities/schemas";
import type { Rows } from "@/features/rows/read";
import { readObject } from "./request";
import type { RestCall, RestRoute } from "./rest";

const route =
  (hosts: RestRoute["hosts"]) =>
  (line: string, answer: RestRoute["answer"]): RestRoute => {
    const [method, address] = line.split(" ") as [RestRoute["method"], string];
    const [path = "", queries] = address.split("?");
    return { method, path, queries: queries?.split("&") ?? [], hosts, answer };
  };

/** What the builder's host answers: a method, a path with the query parameters that it takes ("?q&sort"), and what calls the procedure. */
export const builder = route("builder");

/** What the apps' hosts answer. */
export const app = route("app");

/** What both answer. */
export const both = route("both");

/** The body as a procedure's input; the procedure's own schema checks it. Path parameters win, so that one request names one app. */
export const input = async <T>(call: RestCall, more: Record<string, unknown> = {}) =>
  ({ ...(await readObject(call.request)), ...call.params, ...more }) as T;

/** Path parameters as a procedure's input. */
export const params = <T>(call: RestCall, more: Record<string, unknown> = {}) => ({ ...call.params, ...more }) as T;

/** What only a stream or raw bytes need: the owner's scope, by the same gate as every owner procedure. */
export async function ownApp(call: RestCall): Promise<OwnedApp> {
  const { actor } = call.context;
  if (actor.kind !== "account") throw new AppError("not-signed-in");
  return (await own(call.context, actor.account, call.params.appId!)).owned;
}

/** The caller's view of an app, with the entities that it shows them: the owner the newest, everybody else the published ones. */
export async function visitedApp(call: RestCall): Promise<{ scope: VisitedApp; entities: EntitySet }> {
  const { app: row, visited } = await visit(call.context, call.params.appId!);
  return { scope: visited, entities: await entitiesOfVersion(visited, visibleVersion(row, visited.visitor)) };
}

/** One entity of the caller's view, by the path's `:entity`. */
export async function visitedRows(call: RestCall): Promise<Rows & { scope: VisitedApp }> {
  const { scope, entities } = await visitedApp(call);
  return { scope, entity: findEntity(entities, call.params.entity!), actor: scope.visitor };
}
