import "server-only";
import pluralize from "pluralize";
import { remember } from "./remember";

for (const word of ["feedback", "merchandise", "clothing", "clothes", "staff", "furniture"])
  pluralize.addUncountableRule(word);

/** Names of tables and fields are in ASCII, as German writes its umlauts where a keyboard has none; labels keep them. */
const inAscii: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", Ä: "Ae", Ö: "Oe", Ü: "Ue" };

/** Splits "dueDate", "due_date" and "Due-date" into lower-case words. */
export function wordsOf(text: string): string[] {
  // Most of what is asked: one word in lower case.
  if (/^[a-z0-9]+$/.test(text)) return [text];
  return [...splitWords(text)];
}

const splitWords = remember((text): readonly string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/&/g, " and ")
    .replace(/[äöüßÄÖÜ]/g, (letter) => inAscii[letter]!)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase()
    .split(" ")
    .filter(Boolean),
);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** "due date" → "DueDate". A name never starts with a digit. */
export function pascal(text: string): string {
  const joined = wordsOf(text).map(capital).join("").slice(0, 48);
  return /^[A-Za-z]/.test(joined) ? joined : `N${joined}`;
}

/** "Due date" → "dueDate". */
export function camel(text: string): string {
  const name = pascal(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** "due date" → "due_date", the way that fields are named in the schemas of this platform's peers. */
export function snake(text: string): string {
  const joined = wordsOf(text).join("_").slice(0, 48);
  return /^[a-z]/.test(joined) ? joined : `n_${joined}`;
}

const abbreviations = new Set([
  "i",
  "url",
  "id",
  "sku",
  "vat",
  "crm",
  "isbn",
  "seo",
  "iban",
  "hr",
  "faq",
  "usa",
  "uk",
  "vip",
  "api",
  "pdf",
  "rsvp",
  "dob",
  "ceo",
  "ok",
  "kpi",
  "pos",
  "po",
]);

/** "Vat number" → "VAT number". */
export const abbreviated = (text: string): string =>
  text.replace(/[a-z]+/gi, (word) => (abbreviations.has(word.toLowerCase()) ? word.toUpperCase() : word));

/** "due_date" → "Due date", "sku" → "SKU": how a name is shown to people. */
export function sentence(text: string): string {
  return wordsOf(text)
    .map((word, index) => (abbreviations.has(word) ? word.toUpperCase() : index === 0 ? capital(word) : word))
    .join(" ");
}

/** "my crm tool" → "My CRM Tool". */
export function headline(text: string): string {
  return text
    .split(/(?<=\p{L})['’]s(?=\s)/u)
    .map((part) =>
      wordsOf(part)
        .map((word) => (abbreviations.has(word) ? word.toUpperCase() : capital(word)))
        .join(" "),
    )
    .join("’s ")
    .replace(/\bIt (?=(?:Equipment|Department|Assets?|Inventory|Support|Team|Tickets?|Hardware|Help)\b)/, "IT ");
}

/** Nouns for many things that have no plural. */
const mass = /^(?:gear|equipment|furniture|clothing|jewell?ery|luggage|merchandise|stationery|cutlery|livestock)$/;
pluralize.addUncountableRule(mass);
// What is done and not counted: a list of "maintenance", and no maintenances.
pluralize.addUncountableRule(/^(?:maintenance|housekeeping|homework|feedback|laundry|catering|income)$/);
pluralize.addIrregularRule("ski", "skis");
pluralize.addIrregularRule("lens", "lenses");
// German: "Entnahmen" are no men either.
pluralize.addSingularRule(/(nah|stim|sum|blu|klem|flam)men$/i, "$1me");
// No men: pluralize takes "specimen" for the plural of a "speciman".
for (const word of ["specimen", "regimen", "abdomen"]) pluralize.addIrregularRule(word, `${word}s`);
for (const word of [
  "cookie",
  "movie",
  "calorie",
  "smoothie",
  "brownie",
  "rookie",
  "zombie",
  "selfie",
  "hoodie",
  "genie",
  "pixie",
  "veggie",
  "newbie",
  "birdie",
  "cabbie",
  "caddie",
])
  pluralize.addIrregularRule(word, `${word}s`);

/** Pluralize tries its hundred rules one by one. */
/** Words in -che, of which the library makes "cach" and "headach". */
const inChe =
  /^(?:(?:geo)?caches|(?:head|tooth|heart|stomach|back)?aches|avalanches|mou?staches|niches|cr[eè]ches|quiches)$/;
const singularWord = remember((word) => (inChe.test(word) ? word.slice(0, -1) : pluralize.singular(word)));

/** Words that end in -i, whose plural looks like a singular in -is. */
const inIs = /^(?:apis|kpis|taxis|skis|bikinis|alibis|emojis|kiwis|safaris|wikis|zucchinis)$/;

/** The last word in the singular: "menu items" → "menu item". Words such as "status" stay. */
export const singular = remember((text) => {
  const words = wordsOf(text);
  const last = words.pop() ?? "";
  const kept = inIs.test(last)
    ? last.slice(0, -1)
    : /(ss|us|is)$/.test(last) || ["news", "series", "species", "canvas"].includes(last)
      ? last
      : singularWord(last);
  return [...words, kept].join(" ");
});

/** The last word in the plural: "Deal" → "deals". */
export const plural = remember((text) => {
  const words = wordsOf(text);
  const last = words.pop() ?? "";
  return [...words, pluralize.plural(last)].join(" ");
});

/** True for "contacts", false for "contact", "status" and "address". */
export const isPlural = remember((text) => {
  const last = wordsOf(text).at(-1) ?? "";
  return mass.test(last) || (last !== singular(last) && pluralize.isPlural(last));
});

/** "an", "a": for sentences about a thing. */
export const article = (noun: string) => (/^([aeiou](?!ser|ni|ti|sa)|hour)/i.test(noun) ? "an" : "a");

/** Whether one slip makes one of the words the other: a letter more, less or another, or two that changed places. */
export function isOneOff(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || left === right) return false;
  const least = Math.min(left.length, right.length);
  let from = 0;
  while (from < least && left[from] === right[from]) from += 1;
  let behind = 0;
  while (behind < least - from && left.at(-1 - behind) === right.at(-1 - behind)) behind += 1;
  const one = left.slice(from, left.length - behind);
  const other = right.slice(from, right.length - behind);
  if (one.length < 2 && other.length < 2) return true;
  return one.length === 2 && one[0] === other[1] && one[1] === other[0];
}

/** Edits between two words, counting a swap of neighbours as one; stops counting beyond 3. */
export function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1;
      let best = Math.min(row[j - 1]! + 1, rows[i - 1]![j]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[left.length]![right.length]!;
}

/** How many typing errors a name of this length may hold and still be recognised: none for short names, at most two. */
export const typosAllowed = (name: string) => (name.length < 4 ? 0 : name.length < 7 ? 1 : 2);

/** "a, b and c". */
export function listed(items: string[], joiner = "and"): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} ${joiner} ${items.at(-1)}`;
}
