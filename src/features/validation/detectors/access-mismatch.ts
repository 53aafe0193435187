import "server-only";
import { isObject } from "../rules";
import type { Detector } from "../detector";
import { callsOf } from "./unknown-field";

const writes = new Set(["create", "update", "delete", "bulkCreate"]);
const reads = new Set(["list", "filter", "get", "subscribe"]);

/** A page that reads or writes what the entity's permissions give to nobody. */
export const accessMismatch: Detector = {
  name: "access-mismatch",
  severity: "warning",
  detect: (bundle) => callsOf(bundle).flatMap(({ path, call, entity }) => {
    const control = entity.schema?.["x-accessControl"];
    const permissions = isObject(control) && isObject(control["permissions"]) ? control["permissions"] : {};
    const kind = writes.has(call.method) ? "write" : reads.has(call.method) ? "read" : undefined;
    return kind && permissions[kind] === "none" ? [{ path, start: call.start, message: `${entity.name}.${call.method} always fails: nobody may ${kind} ${entity.name}` }] : [];
  }),
};
