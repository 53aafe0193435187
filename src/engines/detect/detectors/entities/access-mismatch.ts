import "server-only";
import { isObject } from "../../facts/json";
import type { Detector } from "../../detector";
import { callsOf } from "./entity-calls";

const writes = new Set(["create", "update", "delete", "bulkCreate"]);
const reads = new Set(["list", "filter", "get", "subscribe"]);

/** Code that checks access or role before it shows actions. */
const asksWho = /\.access\(|\brole\b|\bisAdmin\b/;

/**
 * A page that reads or writes what the entity's permissions allow nobody, or offers everybody what only admins may
 * write.
 */
export const accessMismatch: Detector = {
  name: "access-mismatch",
  severity: "warning",
  detect(bundle) {
    const isAware = bundle.clientCodes.some(({ content }) => asksWho.test(content));
    return callsOf(bundle).flatMap(({ path, call, entity }) => {
      const control = entity.schema?.["x-accessControl"];
      // Row rules depend on data, so the result is unknown here.
      if (isObject(control) && control["rules"] !== undefined) return [];
      const permissions = isObject(control) && isObject(control["permissions"]) ? control["permissions"] : {};
      const kind = writes.has(call.method) ? "write" : reads.has(call.method) ? "read" : undefined;
      const at = { path, start: call.start };
      if (kind && permissions[kind] === "none")
        return [{ ...at, message: `${entity.name}.${call.method} always fails: nobody may ${kind} ${entity.name}` }];
      const isOffered =
        kind === "write" && permissions["write"] === "admin" && permissions["read"] !== "admin" && !isAware;
      return isOffered
        ? [
            {
              ...at,
              message: `${entity.name}.${call.method} fails for all but admins: offer it only where ${entity.name}.access() allows it`,
            },
          ]
        : [];
    });
  },
};
