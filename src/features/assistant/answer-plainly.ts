import { type Count, countWords, searchedRows } from "@/features/rows/limits";
import type { Found, FoundRow } from "./find-rows";

const rowsShown = 5;
const fieldsShown = 8;

/** "OrderItem" → "order item", singular or plural by count. */
function counted(all: Count, entity: string): string {
  const name = entity
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  const plural = /[^aeiou]y$/.test(name)
    ? `${name.slice(0, -1)}ies`
    : /(?:s|x|ch|sh)$/.test(name)
      ? `${name}es`
      : `${name}s`;
  return `${countWords(all)} ${all.count === 1 ? name : plural}`;
}

/** A row as a quotation. */
function quote({ entity, title, fields }: FoundRow): string {
  const rest = fields.filter(({ value }) => value !== title).slice(0, fieldsShown);
  return [
    `> **${title}** (${entity})`,
    ...rest.map(({ label, value }) => `> ${label}: ${value.replace(/\s+/g, " ")}`),
  ].join("\n");
}

/**
 * An answer without a model: quotes matching rows and documents, and claims nothing else.
 * @param isAnonymous signing in may show more
 * @param documents quotation of matching documents; empty for none
 */
export function answerPlainly(
  { rows, readable, counted: count, terms, isPartial }: Found,
  isAnonymous: boolean,
  documents = "",
): { text: string; shown: FoundRow[] } {
  const more = isAnonymous ? " Signing in may show more." : "";
  if (documents !== "" && !count && (rows.length === 0 || rows[0]!.method === "entity"))
    return { text: `I found this in the documents of this app:\n\n${documents}`, shown: [] };
  if (readable.length === 0) return { text: `There is nothing in this app that I may read for you.${more}`, shown: [] };
  const glance = isPartial ? ` I looked through the newest ${searchedRows.toLocaleString("en-US")} of each.` : "";
  const shown = count?.count === 0 ? [] : rows.slice(0, rowsShown);
  if (count) {
    const said =
      terms > 0
        ? `${count.isAtLeast ? "At least " : ""}${counted(count, count.entity)} ${count.count === 1 ? "fits" : "fit"} that.${glance}`
        : `There ${count.count === 1 ? "is" : "are"} ${counted(count, count.entity)}.`;
    return { text: [said, ...shown.map(quote)].join("\n\n"), shown };
  }
  if (rows.length === 0) {
    const kinds = readable.map((one) => counted(one, one.name)).join(", ");
    return { text: `I found nothing about that. I can look through ${kinds}.${glance}${more}`, shown: [] };
  }
  const isList = rows[0]!.method === "entity";
  const heading = isList
    ? "Here is what this app has, the newest first:"
    : rows.length === 1
      ? "I found this:"
      : `I found ${rows.length} entries${rows.length > shown.length ? `. The best ${shown.length} are` : ""}:`;
  const beside = documents === "" ? [] : ["The documents of this app say:", documents];
  return { text: [heading, ...shown.map(quote), ...beside].join("\n\n"), shown };
}
