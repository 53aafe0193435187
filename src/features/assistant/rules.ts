import type { EntityProperty, EntitySchema } from "@/features/rows/schema";
import type { NamedRow } from "./schema";

/** Stop words of questions. */
const common = new Set(
  "a about all am an and any anyone anything are as at be been by can could did do does else for from get give go had has have her here hers him his how i if in into is it its just know let like list look make many may me more most much my need no not now of on one or our out please say see she he shall should show so some tell than that the their them then there these they this those to too under up us want was we were what when where which who whom whose why will with would you your find search display there's what's who's many total number count amount sum".split(
    " ",
  ),
);
const termsMax = 12;
const separators = /[\s\p{P}\p{S}]+/u;

/** "Invoices" → "invoice". Search is by prefix, so that removing endings is enough. */
export const stem = (word: string): string =>
  word.length > 4 && word.endsWith("ies")
    ? word.slice(0, -3)
    : word.length > 3 && word.endsWith("s") && !word.endsWith("ss")
      ? word.slice(0, -1)
      : word;

/** Search terms of a question. */
export function termsOf(question: string): string[] {
  const tokens = question
    .toLowerCase()
    .replace(/['’]s\b/g, "")
    .split(separators);
  const terms = tokens
    .filter((word) => word !== "" && !common.has(word) && (word.length > 1 || /\d|\P{ASCII}/u.test(word)))
    .map(stem);
  return [...new Set(terms)].slice(0, termsMax);
}

/** "OrderItem" → "order item". */
const spoken = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

/** Plural-insensitive: "category" and "categories" are one name. */
const either = (word: string) => stem(word).replace(/(?<=..)y$/, "");

/** Entities named in a question, singular or plural. */
export function namedEntities(question: string, names: string[]): string[] {
  const said = ` ${question.toLowerCase().split(separators).map(either).join(" ")} `;
  return names.filter((name) => said.includes(` ${spoken(name).split(" ").map(either).join(" ")} `));
}

/** Terms beyond the entities' names. */
export const withoutNames = (terms: string[], names: string[]): string[] => {
  const own = new Set(names.flatMap((name) => spoken(name).split(" ").map(either)));
  return terms.filter((term) => !own.has(either(term)));
};

export const asksForCount = (question: string): boolean => /\b(?:how many|number of|count)\b/i.test(question);

const titleNames = ["name", "title", "label", "subject", "question", "headline", "full_name", "fullName", "email"];

/** A row's title: its name or title, else its first text. */
export function titleOfRow({ properties }: EntitySchema, row: Record<string, unknown>): string {
  const own = Object.keys(properties);
  const texts = [
    ...titleNames.filter((name) => own.includes(name)),
    ...own.filter((name) => properties[name]!.type === "string" && !properties[name]!["x-reference"]),
  ];
  const found = texts
    .map((name) => row[name])
    .find((value): value is string => typeof value === "string" && value.trim() !== "");
  return (found ?? "Untitled").replace(/\s+/g, " ").slice(0, 120);
}

const labelOf = (name: string, { title }: EntityProperty) =>
  title ?? spoken(name).charAt(0).toUpperCase() + spoken(name).slice(1);

const valueMax = 300;

function wordsOf(value: unknown, { format }: EntityProperty): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value))
    return value
      .filter((one) => typeof one !== "object")
      .map(String)
      .join(", ")
      .slice(0, valueMax);
  if (typeof value !== "string") return JSON.stringify(value).slice(0, valueMax);
  if (format === "date-time" && !Number.isNaN(Date.parse(value)))
    return new Date(value).toISOString().slice(0, 16).replace("T", " ").replace(" 00:00", "");
  return value.slice(0, valueMax);
}

/**
 * A row as labelled values. References show the target's title, if readable.
 * @param titles readable titles by id
 */
export function fieldsOf(
  { properties }: EntitySchema,
  row: Record<string, unknown>,
  titles: ReadonlyMap<string, string>,
): { label: string; value: string }[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = property["x-reference"] ? (titles.get(String(row[name])) ?? "") : wordsOf(row[name], property);
    return value === "" ? [] : [{ label: labelOf(name, property), value }];
  });
}

/** Distinct rows named in an answer. */
export function namedSources(answer: string, candidates: NamedRow[], max = 6): NamedRow[] {
  const said = answer.toLowerCase();
  const seen = new Set<string>();
  return candidates
    .filter(({ entity, title }) => {
      const key = `${entity}/${title}`;
      if (seen.has(key) || title === "Untitled" || !said.includes(title.toLowerCase())) return false;
      seen.add(key);
      return true;
    })
    .slice(0, max);
}
