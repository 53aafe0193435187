import "server-only";
import { listed, plural } from "../../language/inflect";
import type { Entity } from "../../model/app-model";
import { counts } from "../../words/counts";
import { manyOf } from "../../draft/draft";
import { isDate, kindOfRef } from "../../request/meaning/clause";
import { daysSaid } from "../../request/meaning/days-said";
import { has } from "../../request/meaning/marks";
import { label } from "./carry/carry";
import { isAmount, isRowOfFields } from "./carry/fields";
import { inOrder } from "./carry/links";
import { byName } from "./carry/lists";
import { isLate } from "./carry/looks";
import { kindOfOptions, listedOptions } from "./carry/options";
import { rightIn } from "./carry/rights";
import { asked, kindOfNew, kindSaid, type Meaning } from "./grounds/meaning";

/** A request of a sort in the plain words that the rules know, or nothing where what it is about is not named. */
export function sayPlainly(sort: string, meaning: Meaning): string | undefined {
  const plain = sentences[sort]?.(meaning);
  return plain?.includes("undefined") ? undefined : plain;
}

const ofTable = ({ field }: Meaning) => (field ? `${label(field)} of ${manyOf(field.entity)}` : undefined);
const many = (entity: Entity | undefined) => (entity ? manyOf(entity) : undefined);
const quoted = (name: string | undefined) => (name ? `"${name}"` : undefined);
/** "call it better Number of players": how it goes by that name is no part of it. */
const quotedName = (name: string | undefined) => quoted(name?.replace(/^(?:better|rather|simply|just) (?=\S)/i, ""));
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

/** The part that is named, or else the one that was learned: "the menu itself dark blue". */
function roleOf({ all, detail, said }: Meaning): string | undefined {
  const named = all.find(({ role }) => role)?.role;
  const learned = detail("role");
  // "green app": without a word for the background, the whole app is its main colour.
  // "nice calm green look": no word of it is about letters.
  const isOfLetters = /\b(?:texts?|letters?|fonts?|writing|words|headings?|titles?|labels?)\b/i.test(said);
  return named ?? (learned === "page" || (learned === "text" && !isOfLetters) ? "accent" : learned);
}

/** What a view goes by, where the words name it: else the rules know the usual one. */
const byNamed = ({ field, all }: Meaning): string =>
  field && all.some(({ fields }) => fields.some((ref) => ref.entity === field.entity && ref.name === field.name))
    ? ` by ${label(field)}`
    : "";

const roles: Record<string, string> = {
  page: "background",
  header: "header",
  buttons: "buttons",
  cards: "cards",
  text: "text",
  accent: "accent",
};
const people: Record<string, string> = {
  admin: "admins",
  anonymous: "everyone",
  all: "logged in users",
  creator: "users",
};
const operationWords = { read: "see", create: "add", update: "edit", delete: "delete" };

/** A plain sentence for each sort of request. */
const sentences: Record<string, (said: Meaning) => string | undefined> = {
  "+field": (said) => {
    const { all } = said;
    const [name, ...options] = said.names;
    // What the app has already is no new field.
    if (
      !name ||
      isAmount(name) ||
      all.some((mark) => mark.states.length > 0 && mark.text.toLowerCase() === name.toLowerCase())
    )
      return undefined;
    const duty = asked(said, "required") ? " and it must be filled in" : "";
    if (isRowOfFields(said)) return `add ${listed(said.names.map((one) => `"${one}"`))} to ${many(said.table)}${duty}`;
    if (kindOfOptions(said, options) === "multi")
      return `add ${quoted(name)} (multi select: ${list(options)}) to ${many(said.table)}`;
    // "students pass or fail the exam": one option is no choice.
    if (options.length === 1) return undefined;
    if (options.length > 0) return `add ${quoted(name)} to ${many(said.table)}: ${list(options)}`;
    const kind = kindOfNew(said);
    return `add ${quoted(name)} to ${many(said.table)}${kind && kind !== "text" ? ` as ${kindWords[kind] ?? `a ${kind}`}` : ""}${duty}${asked(said, "unique") ? ", unique" : ""}`;
  },
  "-field": (said) => said.field && `remove ${label(said.field)} from ${many(said.field.entity)}`,
  "rename-field": (said) => `rename ${ofTable(said)} to ${quotedName(said.names.at(-1))}`,
  kind: (said) => {
    const options = listedOptions(said);
    const kind = kindOfOptions(said, options) ?? kindSaid(said);
    // "homework needs more than one line", which has more: a text of one line is less.
    const isLess = kind === "text" && said.field !== undefined && kindOfRef(said.field) === "longtext";
    if (!kind || (isLess && /\bmore\b|\blines\b/i.test(said.said))) return undefined;
    return `make ${ofTable(said)} ${kindWords[kind] ?? `a ${kind}`}${options.length > 0 ? ` with ${list(options)}` : ""}`;
  },
  required: (said) => said.field && `${listed(said.fields.map(label))} of ${many(said.table)} is required`,
  optional: (said) => said.field && `${listed(said.fields.map(label))} of ${many(said.table)} is optional`,
  unique: (said) => `${ofTable(said)} is unique`,
  default: (said) => `${ofTable(said)} is ${said.names[0] ?? said.option} by default`,
  "+option": (said) => `add ${said.names.map(quoted).join(" and ")} to the ${ofTable(said)}`,
  "-option": (said) => `remove ${quoted(said.names[0] ?? said.option)} from the ${ofTable(said)}`,
  "rename-option": (said) =>
    `rename ${quoted(said.names.length > 1 ? said.names[0] : said.option)} in ${ofTable(said)} to ${quotedName(said.names.at(-1))}`,
  "+table": ({ names: [name, ...others] }) => {
    // "boots too: table boots with brand and size" names it twice.
    const fields = others.filter((one) => one.toLowerCase() !== name?.toLowerCase());
    return name && `add a table for ${name}${fields.length > 0 ? ` with ${list(fields)}` : ""}`;
  },
  "-table": (said) => `remove the table ${many(said.table)}`,
  "rename-table": (said) => `rename the table ${many(said.table)} to ${quotedName(said.names.at(-1))}`,
  link: (said) => {
    const [child, parent] = inOrder(said);
    return `link ${many(child)} to ${many(parent)}`;
  },
  "list-page": (said) => `add a page for ${many(said.table)}`,
  board: (said) => `board of ${many(said.table)}${byNamed(said)}`,
  calendar: (said) => `calendar of ${many(said.table)}${byNamed(said)}`,
  gallery: (said) => `show ${many(said.table)} as a gallery`,
  // "an overview of visits per colour" asks for that figure, and for no other.
  // "the total revenue on the dashboard": a figure of its own is asked for.
  dashboard: (said) => (asked(said, "per", "sum", "average", "count") ? undefined : "add a dashboard"),
  "text-page": ({ names: [name, text] }) =>
    name && `add a page called ${quoted(name)}${text ? ` that says ${text}` : ""}`,
  "-page": (said) => `remove the ${said.names[0] ?? said.marks.flatMap(({ pages }) => pages)[0]?.title} page`,
  "rename-page": (said) =>
    `rename the page ${said.names.length > 1 ? said.names[0] : said.marks.flatMap(({ pages }) => pages)[0]?.title} to ${quotedName(said.names.at(-1))}`,
  sort: (said) => {
    const field = byName(said);
    return (
      field &&
      `sort ${many(field.entity)} by ${label(field)}${said.detail("way") === "desc" && !/\b(?:fastest|quickest|shortest|lowest|cheapest|oldest)\b/i.test(said.said) ? " descending" : ""}`
    );
  },
  group: (said) => said.field && `group ${many(said.field.entity)} by ${label(said.field)}`,
  filter: (said) => said.field && `filter ${many(said.field.entity)} by ${listed(said.fields.map(label))}`,
  hide: (said) => said.field && `hide ${listed(said.fields.map(label))} from the ${many(said.field.entity)} list`,
  // Two parts in two colours are for the rules, which know what goes with what.
  color: (said) =>
    said.all.filter(({ color }) => color).length < 2 && said.all.filter(({ role }) => role).length < 2
      ? `make the ${roles[roleOf(said) ?? ""]} ${colorOf(said)}`
      : undefined,
  condition: (said) => {
    if (!said.field || (said.detail("overdue") === "yes" && !isLate(said))) return undefined;
    if (isDate(said.field) && (asked(said, "today") || daysSaid({ text: said.said }))) return undefined;
    const is = said.detail("overdue") === "yes" && isDate(said.field) ? "overdue" : (said.option ?? said.names[0]);
    return `colour ${many(said.field.entity)} with ${label(said.field)} ${is} ${colorOf(said) ?? "red"}`;
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
  style: ({ names: [value], said }) => `use the ${value ?? said} style`,
  currency: ({ names: [value], all, said }) =>
    `use ${value ?? all.find((mark) => has(mark, "currency"))?.text ?? said} as currency`,
  access: (said) => {
    const right = rightIn(said);
    if (!right) return undefined;
    const { who, isOnly, operations } = right;
    const whom = typeof who === "string" ? people[who] : "role" in who ? plural(who.role) : undefined;
    const may = listed(operations.map((one) => operationWords[one]));
    return `${isOnly ? "only " : ""}${whom} can ${may} ${who === "creator" ? "their own " : ""}${many(said.table)}`;
  },
  samples: (said) => `add ${countOf(said) ?? 5} sample ${many(said.table)}`,
  "app-name": ({ names }) => `call the app ${quoted(names.at(-1))}`,
  chart: ({ table, by, amount, detail }) => {
    const fieldOf = (name: string) => table && label({ entity: table, name });
    const shape = detail("shape") === "-" ? "" : `${detail("shape")} `;
    const measure = detail("measure");
    const figure =
      measure === "count"
        ? "number of "
        : `${measure === "sum" ? "total" : "average"} ${amount && fieldOf(amount)} of `;
    const per = by ? ` per ${fieldOf(by)}` : detail("by-time") === "yes" ? " per month" : "";
    return `add a ${shape}chart of the ${figure}${many(table)}${per}`;
  },
  "-chart": (said) => `remove the chart of ${many(said.table)}${said.field ? ` by ${label(said.field)}` : ""}`,
};
