import "server-only";
import { colorsIn } from "../language/colors";
import { cssHex } from "../language/css-colors";
import type { Look } from "../model/look";

export type Role = keyof Look["colors"];
export type PartRole = Role | "sidebar" | "footer";

/** What replies call the parts that a colour goes to. */
export const roleNames: Record<Role, string> = {
  page: "page background",
  components: "components",
  text: "text",
  accent: "main colour",
  header: "header",
  cards: "cards",
  buttons: "buttons",
};

/** The words for each part that has a colour of its own. Narrow ones before wide ones. */
const roles: [RegExp, Role | "sidebar" | "footer"][] = [
  [
    /\b(?:page |app |site |website |main |overall |general |whole |body )*(?:back ?grounds?|backdrop|canvas|page colou?r)\b|(?<=^|[,;:.]\s*|\b(?:the|my|our|make|and|whole|with|a)\s)(?:page|site|website)(?=(?: (?:in|to|is|should be|must be))? {4})|(?<= {4})(?:page|site|website)(?=\s*(?:$|[,;.]))/i,
    "page",
  ],
  [/\b(?:ui |page |interface )?(?:components?|widgets?|ui elements?|elements?|controls?)\b/i, "components"],
  [
    /\b(?:page )?headers?\b|\btop ?bars?\b|\bnav ?bars?\b|\bnavigation(?: bar)?\b|\bmenus?(?: bar)?\b|\btitle bars?\b/i,
    "header",
  ],
  [/\bside ?bars?\b/i, "sidebar"],
  [/\bfooters?\b/i, "footer"],
  [/\bcards?\b|\bpanels?\b|\btiles?\b|\bboxes\b/i, "cards"],
  [/\bbuttons?\b/i, "buttons"],
  [/\b(?:texts?|fonts?|letters?|words?|typography|writing|body copy)\b/i, "text"],
  [
    /\b(?:accents?|primary|main|brand|theme|highlight|key|leading)(?: (?:colou?r|tone|shade))?\b|\bcolou?r (?:scheme|theme|palette)\b|\blinks?\b/i,
    "accent",
  ],
];

type Span = { at: number; end: number };

/** Between a colour and the part behind it: "navy [for the] buttons", "indigo [as the color of] components". */
const forPart =
  /^\s*(?:colou?r(?:ed)?)?\s*(?:as|for|on|in|to|to colou?r)?\s+(?:the|all|my|our|its|an?|every)?\s*(?:colou?r (?:of|for) (?:the |all )?)?$/i;
/** Between a part and the colour behind it: "background [color should be] ivory", "buttons [in] teal". */
const isColor =
  /^\s*(?:colou?rs?|shade|tone)?\s*[:=,-]?\s*(?:(?:is|are|should|must|shall|can|will|be|to|in|with|as|of|an?|the|set|on|color|colour|soft|light|nice|bright|using|uses|use)\s+)*$/i;

/** How far a colour is from a part, by the words between them; the least goes together. */
function costOf(text: string, color: Span, part: Span): number {
  const isBefore = color.end <= part.at;
  const between = isBefore ? text.slice(color.end, part.at) : text.slice(part.end, color.at);
  if (isBefore && /^\s*(?:colou?red|colou?r)?\s*$/i.test(between)) return 0;
  if (isBefore ? forPart.test(between) : isColor.test(between)) return /[,]/.test(between) ? 3 : 1;
  return 10 + between.length / 10 + (/[.;]/.test(between) ? 50 : 0);
}

/** The parts of the screen that a text names, the narrow words first, with the colours blanked out. */
function partsIn(plain: string): (Span & { role: PartRole })[] {
  const found: (Span & { role: PartRole })[] = [];
  let rest = plain;
  for (const [pattern, role] of roles)
    for (const match of rest.matchAll(new RegExp(pattern, "gi"))) {
      const end = match.index + match[0].length;
      found.push({ role, at: match.index, end });
      rest = rest.slice(0, match.index) + " ".repeat(match[0].length) + rest.slice(end);
    }
  return found.sort((left, right) => left.at - right.at);
}

const shown = /\b(?:yellow|red) cards?\b/gi;
const sport = /\b(?:players?|referees?|match(?:es)?|games?|fouls?|league|football|soccer|hockey|handball|goals?)\b/i;
/** A text without the cards that a referee shows: "players with goals and yellow cards". */
export const withoutReferees = (text: string): string => (sport.test(text) ? text.replaceAll(shown, "") : text);

/** Each colour of a text with the part of the app that it is for. Null where there is no colour, or no part. */
export function colorsByRole(message: string): { role: PartRole; hex: string; name: string }[] | null {
  const text = withoutReferees(message);
  const colors = colorsIn(text).map((color) => ({ ...color, end: endOf(text, color.at, color.name) }));
  if (colors.length === 0) return null;
  const plain = colors.reduce((left, { at, end }) => left.slice(0, at) + " ".repeat(end - at) + left.slice(end), text);
  const parts = partsIn(plain);
  if (parts.length === 0) return null;
  const pairs = colors
    .flatMap((color) => parts.map((part) => ({ color, part, cost: costOf(text, color, part) })))
    .filter(({ cost }) => cost < 50)
    .sort((left, right) => left.cost - right.cost);
  const colored = new Map<(typeof parts)[number], (typeof colors)[number]>();
  for (const { color, part } of pairs)
    if (!colored.has(part) && ![...colored.values()].includes(color)) colored.set(part, color);
  // "buttons and links green": parts that are joined share the colour.
  for (const [at, part] of parts.entries())
    for (const other of [parts[at - 1], parts[at + 1]]) {
      const color = other && colored.get(other);
      const between = other ? text.slice(Math.min(part.end, other.end), Math.max(part.at, other.at)) : "";
      if (color && !colored.has(part) && /^\s*(?:,|and|&)\s*(?:(?:the|all|other) )*$/i.test(between))
        colored.set(part, color);
    }
  return [...colored].map(([{ role }, { name, hex }]) => ({
    role,
    hex: role === "accent" ? hex : (cssHex(name) ?? hex),
    name,
  }));
}

/** Where a colour's name ends in a text, written with spaces, a hyphen or none. */
function endOf(text: string, at: number, name: string): number {
  let end = at;
  for (const char of name.replaceAll(" ", "")) {
    while (end < text.length && text[end]!.toLowerCase() !== char.toLowerCase()) end++;
    end++;
  }
  return end;
}
