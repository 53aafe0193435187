import "server-only";
import type { Bundle, EntityFile } from "../../facts/bundle";
import { type EntityCall, entityCalls } from "../../facts/usage";

/** Entity calls of an app's pages whose entity is known. */
export function callsOf(bundle: Bundle): { path: string; call: EntityCall; entity: EntityFile }[] {
  return bundle.clientCodes.flatMap((code) => {
    if (code.isBroken || bundle.resolve("@/api/entities", code.path).kind === "file") return [];
    return code.fact(entityCalls).flatMap((call) => {
      const entity = bundle.entities.get(call.entity);
      return entity?.schema && Object.keys(entity.properties).length > 0 ? [{ path: code.path, call, entity }] : [];
    });
  });
}
