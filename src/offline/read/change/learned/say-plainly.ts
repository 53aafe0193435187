import "server-only";
import type { Entity } from "../../../model/app-model";
import { labelFor } from "../../../model/field-kinds";
import { counts } from "../../../words/counts";
import { manyOf } from "../../draft/draft";
import { has, type FieldRef } from "../meaning/marks";
import { asked, kindSaid, type Meaning } from "./meaning";

/** A request of a sort in the plain words that the rules know, or nothing where what it is about is not named. */
export function sayPlainly(sort: string, meaning: Meaning): string | undefined {
  const plain = sentences[sort]?.(meaning);
  return plain?.includes("undefined") ? undefined : plain;
}

const label = (ref: FieldRef) => labelFor(ref.name, ref.entity.properties[ref.name]!).toLowerCase();
const ofTable = ({ field }: Meaning) => (field ? `${label(field)} of ${manyOf(field.entity)}` : undefined);
const many = (entity: Entity | undefined) => (entity ? manyOf(entity) : undefined);
const quoted = (name: string | undefined) => (name ? `"${name}"` : undefined);
const kindWords: Record<string, string> = {
  longtext: "a long text",
  boolean: "a checkbox",
  datetime: "a date with time",
  enum: "a dropdown",
  money: "an amount of money",
  multi: "multi select",
  email: "an email address",
  image: "an image",
  url: "a link",
};
const list = (names: string[]) => names.join(", ");
const colorOf = ({ all }: Meaning) => all.find(({ color }) => color)?.color?.name;
const countOf = ({ all, said }: Meaning): number | undefined =>
  all.find(({ number }) => number !== undefined)?.number ??
  said
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => counts[word] ?? [])[0];

/** What is done to rows; nothing where no word tells it. */
const operations = (said: Meaning): string | undefined => {
  const found = [
    ...(asked(said, "read") || /\b(?:look|read|browse|visible|public)\b/i.test(said.said) ? ["see"] : []),
    ...(asked(said, "manage") ? ["view", "edit"] : []),
    ...(asked(said, "create") ? ["add"] : []),
    ...(asked(said, "update") ? ["edit"] : []),
    ...(asked(said, "delete") ? ["delete"] : []),
  ];
  return found.length > 0 ? [...new Set(found)].join(" and ") : undefined;
};

/** A plain sentence for each sort of request. */
const sentences: Record<string, (said: Meaning) => string | undefined> = {
  "+field": (said) => {
    const { all } = said;
    const [name, ...options] = said.names;
    // "bookings need the host, who is in the list": rows of another table.
    if (!name && said.tables.length === 2) return `link ${many(said.tables[0])} to ${many(said.tables[1])}`;
    // What the app has already is no new field.
    if (!name || all.some((mark) => mark.states.length > 0 && mark.text.toLowerCase() === name.toLowerCase()))
      return undefined;
    const duty = asked(said, "required") ? " and it must be filled in" : "";
    if (options.length > 0) return `add ${quoted(name)} to ${many(said.table)}: ${list(options)}`;
    const kind = kindSaid(said);
    return `add ${quoted(name)} to ${many(said.table)}${kind && kind !== "text" ? ` as ${kindWords[kind] ?? `a ${kind}`}` : ""}${duty}${asked(said, "unique") ? ", unique" : ""}`;
  },
  "-field": (said) => said.field && `remove ${label(said.field)} from ${many(said.field.entity)}`,
  "rename-field": (said) => `rename ${ofTable(said)} to ${quoted(said.names.at(-1))}`,
  kind: (said) => {
    const kind = kindSaid(said) ?? (said.names.length > 1 ? "enum" : undefined);
    const options = kind === "enum" || kind === "multi" ? said.names : [];
    return (
      kind &&
      `make ${ofTable(said)} ${kindWords[kind] ?? `a ${kind}`}${options.length > 0 ? ` with ${list(options)}` : ""}`
    );
  },
  required: (said) => `${ofTable(said)} is required`,
  optional: (said) => `${ofTable(said)} is optional`,
  unique: (said) => `${ofTable(said)} is unique`,
  default: (said) => `${ofTable(said)} is ${said.names[0] ?? said.option} by default`,
  "+option": (said) => `add ${said.names.map(quoted).join(" and ")} to the ${ofTable(said)}`,
  "-option": (said) => `remove ${quoted(said.names[0] ?? said.option)} from the ${ofTable(said)}`,
  "rename-option": (said) =>
    `rename ${quoted(said.names.length > 1 ? said.names[0] : said.option)} in ${ofTable(said)} to ${quoted(said.names.at(-1))}`,
  "+table": ({ names: [name, ...fields] }) =>
    name && `add a table for ${name}${fields.length > 0 ? ` with ${list(fields)}` : ""}`,
  "-table": (said) => `remove the table ${many(said.tables[0])}`,
  "rename-table": (said) => `rename the table ${many(said.tables[0])} to ${quoted(said.names.at(-1))}`,
  link: (said) => (said.tables.length > 1 ? `link ${many(said.tables[0])} to ${many(said.tables[1])}` : undefined),
  "list-page": (said) => `add a page for ${many(said.table)}`,
  board: (said) => `board of ${many(said.table)}${said.field ? ` by ${label(said.field)}` : ""}`,
  calendar: (said) => `calendar of ${many(said.table)}${said.field ? ` by ${label(said.field)}` : ""}`,
  gallery: (said) => `show ${many(said.table)} as a gallery`,
  dashboard: () => "add a dashboard",
  "text-page": ({ names: [name, text] }) =>
    name && `add a page called ${quoted(name)}${text ? ` that says ${text}` : ""}`,
  "-page": (said) => `remove the ${said.names[0] ?? said.marks.flatMap(({ pages }) => pages)[0]?.title} page`,
  "rename-page": (said) =>
    `rename the page ${said.names.length > 1 ? said.names[0] : said.marks.flatMap(({ pages }) => pages)[0]?.title} to ${quoted(said.names.at(-1))}`,
  sort: (said) =>
    said.field && `sort ${many(said.field.entity)} by ${label(said.field)}${asked(said, "desc") ? " descending" : ""}`,
  group: (said) => said.field && `group ${many(said.field.entity)} by ${label(said.field)}`,
  filter: (said) => said.field && `filter ${many(said.field.entity)} by ${label(said.field)}`,
  hide: (said) => said.field && `hide ${label(said.field)} from the ${many(said.field.entity)} list`,
  color: (said) =>
    said.all.some(({ role }) => role)
      ? `make the ${said.all.find(({ role }) => role)!.text} ${colorOf(said)}`
      : `make the accent ${colorOf(said)}`,
  condition: (said) => {
    if (asked(said, "overdue"))
      return `colour ${many(said.table)} whose ${said.field ? label(said.field) : "date"} is overdue ${colorOf(said)}`;
    return (
      said.field &&
      `colour ${many(said.field.entity)} with ${label(said.field)} ${said.names[0] ?? said.option} ${colorOf(said)}`
    );
  },
  font: (said) => `use the font ${said.names[0] ?? said.said}`,
  dense: () => "make everything more compact",
  airy: () => "more space",
  dark: () => "dark mode",
  light: () => "light mode",
  round: () => "round corners",
  sharp: () => "square corners",
  "menu-top": () => "menu on top",
  "menu-side": () => "menu on the left",
  style: ({ names: [value] }) => value && `use the ${value} style`,
  currency: ({ names: [value], all, said }) =>
    `use ${value ?? all.find((mark) => has(mark, "currency"))?.text ?? said} as currency`,
  access: (said) => {
    const isOnly = asked(said, "only", "cannot");
    if (asked(said, "own"))
      return `users can only ${operations(said) ?? "view and edit"} their own ${many(said.table)}`;
    const who = asked(said, "admin")
      ? "admins"
      : asked(said, "signed")
        ? "logged in users"
        : asked(said, "anyone")
          ? "everyone"
          : undefined;
    // Nobody gets a right that no word tells.
    const may = operations(said) ?? (isOnly && who === "admins" ? "view and edit" : undefined);
    return who && may && `${isOnly ? "only " : ""}${who} can ${may} ${many(said.table)}`;
  },
  samples: (said) => `add ${countOf(said) ?? 5} sample ${many(said.table)}`,
  "app-name": ({ names }) => `call the app ${quoted(names.at(-1))}`,
  chart: (said) => {
    const amount = said.field && (asked(said, "sum") || asked(said, "average")) ? said.field : undefined;
    const by = said.marks
      .flatMap(({ fields }) => fields)
      .find((ref) => ref.name !== amount?.name && ref.entity === (amount?.entity ?? said.table));
    const shape = asked(said, "pie") ? "pie " : asked(said, "line") ? "line " : "";
    const figure = amount ? `${asked(said, "average") ? "average" : "total"} ${label(amount)} of ` : "number of ";
    const per = by ? label(by) : asked(said, "time") ? "month" : undefined;
    return per && `add a ${shape}chart of the ${figure}${many(said.table)} per ${per}`;
  },
  "-chart": (said) => `remove the chart of ${many(said.table)}${said.field ? ` by ${label(said.field)}` : ""}`,
};
