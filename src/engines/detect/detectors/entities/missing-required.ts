import "server-only";
import type { Detector } from "../../detector";
import { callsOf } from "./entity-calls";

/** A new row without a required field: it is refused. A misspelt field is `unknown-field`'s. */
export const missingRequired: Detector = {
  name: "missing-required",
  severity: "error",
  detect: (bundle) =>
    callsOf(bundle)
      .filter(
        ({ call, entity }) =>
          call.method === "create" &&
          call.isWhole &&
          call.fields.every(({ field }) => entity.properties[field] !== undefined),
      )
      .flatMap(({ path, call, entity }) => {
        const required = entity.schema?.["required"];
        const given = new Set(call.fields.map(({ field }) => field));
        const missing = (Array.isArray(required) ? required : []).filter(
          (field): field is string =>
            typeof field === "string" &&
            !given.has(field) &&
            entity.properties[field] !== undefined &&
            entity.properties[field]["default"] === undefined,
        );
        return missing.map((field) => ({
          path,
          start: call.start,
          message: `${entity.name}.create needs the field ${field}`,
        }));
      }),
};
