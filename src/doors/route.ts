import "server-only";
import { mintOwnedApp, mintVisitedApp, type OwnedApp, type VisitedApp } from "@/db/scope";
import { type EntitySet, findEntity } from "@/features/rows/entity";
import { entitiesOfVersion } from "@/features/entities/schemas";
import type { Rows } from "@/features/rows/store";
import { readObject } from "./request";
import type { RestCall, RestRoute } from "./rest";

const route =
  (hosts: RestRoute["hosts"]) =>
  (line: string, answer: RestRoute["answer"]): RestRoute => {
    const [method, path] = line.split(" ") as [RestRoute["method"], string];
    return { method, path, hosts, answer };
  };

/** What the builder's host answers: a method and a path, and what calls the procedure. */
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

/** What only a stream or raw bytes need: the owner's scope, by the same door as every owner procedure. */
export async function ownApp(call: RestCall): Promise<OwnedApp> {
  const { appId } = await call.caller.apps.get({ appId: call.params.appId! });
  return mintOwnedApp(call.context.platform.db, appId);
}

/** The caller's view of an app, with the entities that it shows them: the owner the newest, everybody else the published ones. */
export async function visitedApp(call: RestCall): Promise<{ scope: VisitedApp; entities: EntitySet }> {
  const { visitor, versionId } = await call.caller.entities.view({ appId: call.params.appId! });
  const scope = mintVisitedApp(call.context.platform.db, call.params.appId!, visitor);
  return { scope, entities: await entitiesOfVersion(scope, versionId) };
}

/** One entity of the caller's view, by the path's `:entity`. */
export async function visitedRows(call: RestCall): Promise<Rows & { scope: VisitedApp }> {
  const { scope, entities } = await visitedApp(call);
  return { scope, entity: findEntity(entities, call.params.entity!), actor: scope.visitor };
}
