import "server-only";
import type { Entity } from "../model/app-model";
import { kindOf } from "../model/field-kinds";
import type { Reason } from "../model/look";

type Test = string | number | boolean | Record<string, unknown>;
const signs: Record<string, string> = { "<": "$lt", "<=": "$lte", ">": "$gt", ">=": "$gte" };

/** Options and boxes after which nothing is left to do, so that no date of theirs is overdue (`openQuery` in lib/fields of the kit). */
const settled =
  /^(?:done|completed?|closed|cancelled|canceled|paid|won|lost|archived|delivered|returned|resolved|solved|fixed|rejected|hired|sold|finished|achieved|published|left|declined|approved)$/i;
const doneName = /(?:done|completed?|paid|returned|resolved|finished|checked|bought)$/;

function testOf(entity: Entity, { field, is, ...reason }: Reason): Test {
  const isNot = reason.isNot === true;
  const property = entity.properties[field];
  const kind = property && kindOf(field, property);
  if (kind === "boolean") return (is === "true") !== isNot ? true : { $ne: true };
  if (is === "empty") return { [isNot ? "$nin" : "$in"]: [null, ""] };
  if (is === "overdue") return { [isNot ? "$gte" : "$lt"]: "today" };
  const [, sign = "", limit = ""] = /^([<>]=?)(.+)$/.exec(is) ?? [];
  if (sign && /^[+-]\d+d$/.test(limit)) return { [signs[sign]!]: limit };
  if (sign) return { [signs[sign]!]: entity.properties[limit] ? { $field: limit } : Number(limit) };
  const value = property?.type === "number" || property?.type === "integer" ? Number(is) : is;
  return isNot ? { $ne: value } : value;
}

/** The rows of a page as the server's filter: of reasons for one field any will do, and those of several must all hold. */
export function queryOf(entity: Entity, where: readonly Reason[]): Record<string, Test> {
  const query: Record<string, Test> = {};
  for (const field of new Set(where.map((reason) => reason.field))) {
    const tests = where.filter((reason) => reason.field === field).map((reason) => testOf(entity, reason));
    const denied = tests.flatMap((test) => (typeof test === "object" && "$ne" in test ? [test.$ne] : []));
    query[field] =
      tests.length === 1
        ? tests[0]!
        : denied.length === tests.length
          ? { $nin: denied }
          : tests.every((test) => typeof test !== "object")
            ? { $in: tests }
            : Object.assign({}, ...tests.filter((test) => typeof test === "object"));
  }
  return where.some(({ is, isNot }) => is === "overdue" && !isNot) ? { ...unsettled(entity), ...query } : query;
}

/** The rows that still need something. */
function unsettled({ properties }: Entity): Record<string, Test> {
  const isSettled = (option: string | number) => settled.test(String(option));
  const [state] = Object.entries(properties).filter(([, { enum: options }]) => options?.some(isSettled));
  const [box] = Object.keys(properties).filter((name) => doneName.test(name) && properties[name]!.type === "boolean");
  return {
    ...(state && { [state[0]]: { $nin: state[1].enum!.filter(isSettled) } }),
    ...(box && { [box]: { $ne: true } }),
  };
}
