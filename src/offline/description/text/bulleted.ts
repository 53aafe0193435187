import "server-only";
import { isPlural } from "../../language/inflect";
import { isAttribute } from "../../lexicon/lexicon";
import { isSentence } from "./notation";

const bullet = /^\s*(?:[-*•]|\d+[.)])\s+/;
/** A name, with its fields in brackets or without. */
const member = /^[^.;:!?()]{2,60}?(?:\s*\([^()]*\))?$/;
const isMember = (line: string): boolean => {
  const words = line.replace(/\s*\(.*$/, "").split(" ");
  // "managers approve requests".
  const isAct = words.length > 2 && isPlural(words[0]!) && !isPlural(words[1]!);
  return member.test(line) && words.length < 6 && !isAct && !isSentence(words.join(" "));
};

/** "HR portal – features:": what the list is of goes without saying. */
const listWord =
  / *(?:[-–—,:;.]|\bwith(?: the following)?) *(?:(?:main|key|core|required) )?(?:features|modules|functions|requirements) ?:$/i;

/** "Watchmaker repairs like this:": what is listed there is what one of them has. */
const rowsLike = /^((?:[a-z'’-]+ ){0,3}[a-z]+s)(?: (?:like this|like so|as follows|looks? like this))?\s*:?$/i;
/** "state: in, quoted, on the bench": a field and its options. */
const choice = /^([a-z]+(?: [a-z]+)?)\s*:\s*([^:()]+)$/i;

/** A title of rows and lines of their fields, several of them in some lines, as one list. Null for any other. */
function fieldsUnder(heading: string[], items: string[]): string | null {
  const [, title] = (heading.length === 1 ? rowsLike.exec(heading[0]!.trim()) : null) ?? [];
  if (title === undefined || items.length < 3 || items.some((item) => /[().!?]|\b(?:with|can|should)\b/i.test(item)))
    return null;
  const fields = items.flatMap((item) => {
    const [, field, options] = choice.exec(item) ?? [];
    return field !== undefined && options !== undefined
      ? [`${field} (${options})`]
      : item.split(/\s*(?:,|\+|&)\s*/).filter(Boolean);
  });
  const areFields = fields.filter((field) => field.includes("(") || isAttribute(field)).length * 3 >= fields.length;
  return areFields && !fields.every(isPlural) ? `${title}: ${fields.join(", ")}.` : null;
}

/** "Order form:", "Dentist:", "Work (crown, bridge):": a title, and a field in each line, to be filled in. */
function formOf([heading = "", ...lines]: string[]): string | null {
  const fields = lines.map((line) => line.trim()).filter(Boolean);
  const areFields =
    fields.length > 2 && fields.every((line) => /^[^:.!?]{2,60}(?:\.[^:.!?]{0,3})?(?::|_{2,})\s*_*$/.test(line));
  return areFields
    ? `${heading.trim().replace(/[:.]*$/, "")}: ${fields.map((line) => line.replace(/\.?\s*[:_\s]+$/, "")).join(", ")}.`
    : null;
}

/**
 * A bulleted list of tables of which some have their fields in brackets, as one list with commas: what stands on the
 * other lines would be read as further fields. Lines that say more than a name become sentences behind it.
 */
export function plainBullets(text: string): string {
  const lines = text.split("\n");
  const form = formOf(lines);
  if (form) return form;
  const first = lines.findIndex((line) => bullet.test(line));
  if (first === -1) return text;
  const after = lines.findIndex((line, at) => at > first && !bullet.test(line));
  const end = after === -1 ? lines.length : after;
  const items = lines.slice(first, end).map((line) => line.replace(bullet, "").trim());
  const fields = fieldsUnder(lines.slice(0, first), items);
  if (fields) return [fields, ...lines.slice(end)].join("\n");
  const members = items.filter(isMember);
  const spelled = members.filter((item) => item.endsWith(")"));
  if (spelled.length < 2 || spelled.length === items.length) return text;
  const heading = lines
    .slice(0, first)
    .join("\n")
    .trimEnd()
    .replace(listWord, "")
    .replace(/[.:]?$/, ": ");
  const sentences = items.filter((item) => !members.includes(item)).map((item) => item.replace(/[.]?$/, "."));
  return [`${first === 0 ? "" : heading}${members.join(", ")}.`, ...sentences, ...lines.slice(end)].join("\n");
}
