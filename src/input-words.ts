import { z } from "zod";
import { faults, labelOf, listOf } from "./value-words";

type Issue = Pick<z.core.$ZodRawIssue, "code" | "path" | "message"> & Record<string, unknown>;

/**
 * ["tools", 0, "welcomeMessage"] → "Tools 1, welcome message". Empty for a single value, such as a form's own field.
 */
function nameOf(path: readonly PropertyKey[]): string {
  const names: string[] = [];
  for (const part of path)
    if (typeof part === "number") names.push(`${names.pop() ?? "Item"} ${part + 1}`);
    else if (!["body", "input", "json"].includes(String(part)) || path.length === 1)
      names.push(labelOf(String(part)).toLowerCase());
  // An inner name includes its list and position.
  const words = names.slice(/ \d+$/.test(names.at(-2) ?? "") ? -2 : -1).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The fault without the field's name. */
function faultOf(issue: Issue): string {
  const { origin, minimum, maximum } = issue;
  const isList = origin === "array" || origin === "set";
  switch (issue.code) {
    case "invalid_type":
      return issue["input"] === undefined && issue["expected"] !== "undefined"
        ? faults.missing()
        : faults.kind(issue["expected"]);
    case "too_big":
      if (origin === "string") return faults.long(maximum);
      return isList ? faults.many(maximum) : faults.high(maximum, issue["inclusive"] !== false);
    case "too_small":
      if (origin === "string") return minimum === 1 ? faults.missing() : faults.short(minimum);
      return isList ? faults.few(minimum) : faults.low(minimum, issue["inclusive"] !== false);
    case "invalid_format":
      return faults.format(issue["format"]) ?? faults.signs();
    case "invalid_value":
      return issue["input"] === undefined ? faults.missing() : faults.choice(issue["values"]);
    case "not_multiple_of":
      return faults.step(issue["divisor"]);
    case "unrecognized_keys":
      return `has no field ${listOf(issue["keys"])}`;
    default:
      return faults.other();
  }
}

/** Turns a schema's issue into the product's words. A schema's own message takes precedence. */
export function inputWords(issue: Issue): string {
  if (issue.code === "invalid_union") {
    const nearest = nearestIssue(issue);
    if (nearest !== issue) return nearest.message ?? inputWords(nearest);
  }
  if (issue.code === "unrecognized_keys")
    return `Unknown ${Array.isArray(issue["keys"]) && issue["keys"].length > 1 ? "fields" : "field"}: ${listOf(issue["keys"])}`;
  const name = nameOf(issue.path ?? []);
  return `${name || "This"} ${faultOf(issue)}`;
}

/**
 * The best-fitting branch of a union: the furthest match, then the fewest faults. A wrong literal means that another
 * branch was intended.
 */
function nearestIssue(issue: Issue): Issue {
  const branches = ((issue["errors"] as Issue[][] | undefined) ?? []).filter((branch) => branch.length > 0);
  const rank = (branch: Issue[]) =>
    branch.length +
    100 * branch.filter(({ code, path }) => code === "invalid_value" || (path ?? []).length === 0).length;
  const [best] = branches.toSorted((left, right) => rank(left) - rank(right));
  if (!best) return issue;
  const path = [...(issue.path ?? []), ...(best[0]!.path ?? [])];
  const first: Issue = { ...best[0]!, path };
  if (first.code === "invalid_union") return nearestIssue(first);
  // A branch's path is relative to the union.
  return {
    ...first,
    message: (first.message ?? inputWords(first)).replace(
      /^This (?=is|must|takes|needs|has )/,
      `${nameOf(path) || "This"} `,
    ),
  };
}

/** All faults of an input: the first in words, and each by field. */
export function describeInput({ issues }: z.ZodError): {
  message: string;
  fields: Record<string, string[]>;
  form: string[];
} {
  const fields: Record<string, string[]> = {};
  const form: string[] = [];
  const all = (issues as unknown as Issue[]).map((issue) =>
    issue.code === "invalid_union" ? nearestIssue(issue) : issue,
  );
  for (const { path = [], message = "" } of all) {
    const field = path.map(String).join(".");
    if (field === "") form.push(message);
    else (fields[field] ??= []).push(message);
  }
  return { message: all[0]?.message ?? "", fields, form };
}

/** The first fault of a value by a schema, in the product's words; undefined when there is none. */
export const problemOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

z.config({ customError: (issue) => inputWords(issue) });
