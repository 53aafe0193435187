import "server-only";
import { replaceWith, type Detector } from "../../detector";
import { callsOf } from "./entity-calls";

/** A string for a number field, or a number for a string field. */
export const wrongValueType: Detector = {
  name: "wrong-value-type",
  severity: "error",
  detect: (bundle) =>
    callsOf(bundle)
      .filter(({ call }) => call.method !== "filter")
      .flatMap(({ path, call, entity }) =>
        call.fields.flatMap(({ field, value }) => {
          const type = entity.properties[field]?.["type"];
          if (!value || value.text === "") return [];
          const wantsNumber = (type === "number" || type === "integer") && value.isText;
          const wantsBoolean = type === "boolean";
          const wantsText = type === "string" && !value.isText;
          if (!wantsNumber && !wantsText && !wantsBoolean) return [];
          const text = String(value.text);
          const right = wantsText
            ? JSON.stringify(text)
            : wantsBoolean && (text === "true" || text === "false")
              ? text
              : wantsNumber && text.trim() !== "" && Number.isFinite(Number(text))
                ? String(Number(text))
                : undefined;
          return [
            {
              path,
              start: value.start,
              message: `${entity.name}.${field} is a ${type}, not ${JSON.stringify(value.text)}`,
              fixes: () => (right === undefined ? [] : [replaceWith(path, value, right, `Wrote ${right}`)]),
            },
          ];
        }),
      ),
};
