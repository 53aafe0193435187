import { z } from "zod";

type Issue = Pick<z.core.$ZodRawIssue, "code" | "path" | "message"> & Record<string, unknown>;

/** What a schema expects, as people call it. */
const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a date",
  nan: "a number",
  null: "empty",
  undefined: "left out",
};
const formats: Record<string, string> = {
  email: "an email address",
  url: "a web address",
  datetime: "a date with a time",
  date: "a date",
  uuid: "an id",
};

/** ["tools", 0, "welcomeMessage"] → "Tools 1, welcome message". Empty for a value that stands alone, as in a form's own field. */
function nameOf(path: readonly PropertyKey[]): string {
  const names: string[] = [];
  for (const part of path)
    if (typeof part === "number") names.push(`${names.pop() ?? "Item"} ${part + 1}`);
    else if (!["body", "input", "json"].includes(String(part)) || path.length === 1)
      names.push(
        String(part)
          .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
          .replaceAll(/[_-]+/g, " ")
          .trim()
          .toLowerCase(),
      );
  // The name of a list and the place in it belong to a name inside of it.
  const words = names.slice(/ \d+$/.test(names.at(-2) ?? "") ? -2 : -1).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const listOf = (values: unknown) => (Array.isArray(values) ? values.map(String).slice(0, 20).join(", ") : "");

/** What is wrong, without the name of the field. */
function faultOf(issue: Issue): string {
  const { origin, minimum, maximum } = issue;
  switch (issue.code) {
    case "invalid_type":
      return issue["input"] === undefined && issue["expected"] !== "undefined"
        ? "is required"
        : `must be ${kinds[String(issue["expected"])] ?? String(issue["expected"])}`;
    case "too_big":
      if (origin === "string") return `takes ${String(maximum)} characters max`;
      return origin === "array" || origin === "set"
        ? `takes ${String(maximum)} entries at most`
        : `must be ${issue["inclusive"] === false ? "less than" : "at most"} ${String(maximum)}`;
    case "too_small":
      if (origin === "string") return minimum === 1 ? "is required" : `needs at least ${String(minimum)} characters`;
      return origin === "array" || origin === "set"
        ? `needs at least ${String(minimum)} ${minimum === 1 ? "entry" : "entries"}`
        : `must be ${issue["inclusive"] === false ? "more than" : "at least"} ${String(minimum)}`;
    case "invalid_format":
      return formats[String(issue["format"])]
        ? `must be ${formats[String(issue["format"])]}`
        : "has signs that are not allowed here";
    case "invalid_value":
      return issue["input"] === undefined ? "is required" : `must be one of ${listOf(issue["values"])}`;
    case "not_multiple_of":
      return `must be a multiple of ${String(issue["divisor"])}`;
    case "unrecognized_keys":
      return `has no field ${listOf(issue["keys"])}`;
    default:
      return "is not valid";
  }
}

/** The one way from an issue of a schema to the product's words. A schema's own words come before these. */
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

/** Of a union's branches, the one that fits best: it got furthest, then with the fewest faults. A wrong literal says that another was meant. */
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
  // A branch knows the place inside of it alone.
  return {
    ...first,
    message: (first.message ?? inputWords(first)).replace(
      /^This (?=is|must|takes|needs|has )/,
      `${nameOf(path) || "This"} `,
    ),
  };
}

/** All that is wrong with an input: the first fault in words, and every one by its field. */
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

z.config({ customError: (issue) => inputWords(issue) });
