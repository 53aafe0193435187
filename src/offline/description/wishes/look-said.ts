import "server-only";
import { colorsIn } from "../../language/colors";
import { withoutReferees } from "../../look/color-roles";
import { paletteOf } from "../../look/palette";

/** A colour as up to three words, of which `colorsIn` tells whether they are one. */
const shade = "((?:[a-z]+[ -]){0,2}[a-z]+|#[0-9a-f]{3,6})";
const part =
  "(?:page |site |app )?(?:backgrounds?|header|headers|top bar|nav(?:igation)?(?: bar)?|menu(?: bar)?|sidebar|buttons?|cards?|text|accents?|accent colou?r|main colou?r|primary colou?r|footer)";
const corner = "(?:round|rounded|rounder|sharp|square) (?:corners|cards|buttons|edges)";
const item = `(?:(?:an?|the|all) )?(?:${shade} (${part})|${corner})`;
/** "with a purple header and rounded cards". */
const withParts = new RegExp(
  `,?\\s+(?:with|and|plus|has|have) ((?:${item}(?:,? and |, |(?=$|[.!;]))){1,4})(?=$|[.!;])`,
  "gi",
);
const one = new RegExp(`^${item}$`, "i");
const corners = new RegExp(`^(?:(?:an?|the|all) )?${corner}$`, "i");
/** "a CRM with deals in dark green and white". */
const inColors =
  /(?<!\b(?:backgrounds?|headers?|bars?|navigation|menus?|sidebars?|buttons?|cards?|texts?|accents?|links?|titles?|headings?|components?|elements?|rows?|badges?))\s+in ((?:[a-z-]+ ){0,4}?[a-z-]+)(?=\s*(?:$|[.!;\n]))/gi;
/** "recipe app, orange and cream", where the message has no other list. */
const behindComma = /^([^,:;.\n]*), ([^,:;.\n]+)[.!]*$/;
const isApp =
  /\b(?:app|application|tool|system|tracker|site|website|page|crm|dashboard|planner|shop|store|portal|platform|blog|board|list|log|journal|diary|game|portfolio|directory|database|form|calendar)\b/i;

const isColor = (said: string): boolean =>
  colorsIn(said).some(({ name }) => name === said.toLowerCase().replaceAll("-", " ").trim());

/** Requests for each part of a list, or null where one of them is something else: "with a red flag and notes". */
function wishesOf(list: string): string[] | null {
  const wishes: string[] = [];
  for (const said of list.split(/,? and |, /)) {
    const [, color, where] = one.exec(said.trim()) ?? [];
    if (corners.test(said.trim())) wishes.push(/round/i.test(said) ? "rounded corners" : "sharp corners");
    else if (color && where && isColor(color)) wishes.push(`make the ${where.toLowerCase()} ${color.toLowerCase()}`);
    else return null;
  }
  return wishes;
}

/**
 * Takes the colours that an app should have out of a first message, where nobody takes them for something that it keeps.
 * @returns the rest, and requests for the look one by one
 */
export function withoutColors(text: string): { rest: string; wishes: string[] } {
  const wishes: string[] = [];
  // A sentence that tells of colours alone.
  const sentences = text.split(/(?<=[.!;\n])\s*/);
  const kept = sentences.filter((sentence, at) => {
    const said = at > 0 ? paletteOf(sentence.replace(/[.!;\s]+$/, "")) : null;
    if (said) wishes.push(...said);
    return !said;
  });
  let rest = kept.join(" ").replace(/[;\s]+$/, "");
  rest = rest.replaceAll(withParts, (said: string, list: string) => {
    const asked = withoutReferees(rest) === rest ? wishesOf(list.trim()) : null;
    if (asked) wishes.push(...asked);
    return asked ? "" : said;
  });
  rest = rest.replaceAll(inColors, (said: string, colors: string) => {
    const asked = isApp.test(rest) ? paletteOf(colors) : null;
    if (asked) wishes.push(...asked);
    return asked ? "" : said;
  });
  const [, before = "", tail = ""] = behindComma.exec(rest) ?? [];
  const asked = isApp.test(before) ? paletteOf(tail) : null;
  if (asked) {
    wishes.push(...asked);
    rest = before;
  }
  return wishes.length > 0 && /[a-z]{3}/i.test(rest) ? { rest, wishes } : { rest: text, wishes: [] };
}
