import "server-only";
import { replaceWith, type Detector } from "../../detector";
import { nearest } from "../../fixes/nearest";
import { callsOf } from "./entity-calls";

/** A value outside a field's enum: the row is refused, or a filter matches nothing. */
export const badEnumValue: Detector = {
  name: "bad-enum-value",
  severity: "error",
  detect: (bundle) =>
    callsOf(bundle).flatMap(({ path, call, entity }) =>
      call.fields.flatMap(({ field, value }) => {
        const options = entity.properties[field]?.["enum"];
        if (!Array.isArray(options) || !value || value.text === "" || options.includes(value.text)) return [];
        const texts = options.filter((option) => typeof option === "string");
        return [
          {
            path,
            start: value.start,
            message: `${entity.name}.${field} does not allow ${JSON.stringify(value.text)}`,
            fixes: () =>
              [nearest(String(value.text), texts)].flatMap((near) =>
                near === undefined
                  ? []
                  : [
                      replaceWith(
                        path,
                        value,
                        JSON.stringify(near),
                        `Wrote ${JSON.stringify(near)} for ${JSON.stringify(value.text)}`,
                      ),
                    ],
              ),
          },
        ];
      }),
    ),
};
