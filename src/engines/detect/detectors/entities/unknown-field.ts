import "server-only";
import { rowSystemFields } from "@/shipped/contract";
import { replaceWith, type Detector, type Finding } from "../../detector";
import { nearest } from "../../fixes/nearest";
import { callsOf } from "./entity-calls";

const system: readonly string[] = [...rowSystemFields, "created_date", "updated_date", "created_by"];
/** Fields of every account besides those of the User entity. */
const userFields = ["email", "full_name", "fullName", "name", "role", "avatar", "avatarUrl"];

/** A field that the entity does not have: written values are lost, filters and sorts have no effect. */
export const unknownField: Detector = {
  name: "unknown-field",
  severity: "error",
  detect: (bundle) =>
    callsOf(bundle).flatMap(({ path, call, entity }) => {
      const known = [...Object.keys(entity.properties), ...(entity.name === "User" ? userFields : [])];
      const isKnown = (name: string) => known.includes(name.split(".")[0]!) || system.includes(name);
      const words = (name: string) => `${entity.name} has no field ${name}`;
      const uses: Finding[] = call.fields
        .filter(({ field }) => !isKnown(field))
        .map(({ field, start, end }) => ({
          path,
          start,
          message: words(field),
          fixes: ({ paths }) =>
            [nearest(field, [...known, ...system])].flatMap((near) =>
              near
                ? [
                    replaceWith(
                      path,
                      { start, end },
                      isShorthand(paths.get(path)!, field, start, end) ? `${near}: ${field}` : near,
                      `Wrote ${near} for ${field}`,
                    ),
                  ]
                : [],
            ),
        }));
      const sorted = call.sort?.text.replace(/^[-+]/, "");
      if (!call.sort || sorted === undefined || sorted === "" || isKnown(sorted)) return uses;
      const { start, end, text } = call.sort;
      return [
        ...uses,
        {
          path,
          start,
          message: words(sorted),
          fixes: () =>
            [nearest(sorted, [...known, ...system])].flatMap((near) =>
              near
                ? [replaceWith(path, { start, end }, JSON.stringify(text.replace(sorted, near)), `Sorted by ${near}`)]
                : [],
            ),
        },
      ];
    }),
};

/** A shorthand property (`{ name }`): its key cannot be renamed without its value. */
const isShorthand = (content: string, field: string, start: number, end: number) =>
  content.slice(start, end) === field && !/^\s*:/.test(content.slice(end));
