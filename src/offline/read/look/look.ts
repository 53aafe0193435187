import "server-only";
import { colorsIn, luminance } from "../../language/colors";
import type { Draft, Reader } from "../draft/draft";

const about =
  /\b(?:colou?rs?|themes?|accent|brand(?:ing)?|palette|look|style|styling|design|background|buttons?|header|scheme|tint|primary|paint|hue)\b/i;
const soft =
  /^(?:make|turn|paint|colou?r|change|switch|set|use|go|style|give|i want|i'd like|i would like|let's (?:use|go)|please)\b/i;

/** "make it green", "use navy as the main colour on a cream background". */
export const readColor: Reader = (clause, draft) => {
  const colors = colorsIn(clause);
  if (colors.length === 0 || /\b(?:field|column|option|dropdown|chart|badge)s?\b/i.test(clause)) return false;
  const isOpen =
    /^(?:make|turn|paint|colou?r|switch|change|set|style|go|use|i want|i'd like|let's (?:use|go))\s+(?:it|this|that|everything|the (?:whole )?(?:app|site|page|thing|ui|interface|buttons?)|my app|all(?: of it)?|to|with|for|in)?\s*(?:all |more |to |with |in |a bit |be )*/i.test(
      clause,
    ) &&
    /^[\w\s#',-]+$/.test(clause) &&
    clause.split(/\s+/).length <= 9;
  if (!about.test(clause) && !(soft.test(clause) && isOpen)) return false;
  const background = colors.find(
    ({ at, name }) =>
      /^\s*(?:colou?r(?:ed)?\s+)?(?:background|backdrop|page|canvas)/i.test(clause.slice(at + name.length)) ||
      /background\s*(?:colou?r)?\s*(?:to|is|should be|of|as|:|in|be|=|with|a|an|the)*\s*(?:an?\s+)?$/i.test(
        clause.slice(0, at),
      ),
  );
  const accent = colors.find((color) => color !== background);
  const { look } = draft.model;
  if (accent) look.colors.accent = accent.hex;
  if (background) {
    look.colors.page = background.hex;
    look.mode = luminance(background.hex) < 0.2 ? "dark" : "light";
  }
  const said = [accent && `${accent.name} as its main colour`, background && `a ${background.name} background`]
    .filter(Boolean)
    .join(" and ");
  draft.done.push(`The app has ${said} now; texts stay readable in the light and the dark theme.`);
  return true;
};

const currencies: [RegExp, string][] = [
  [/€|\beuros?\b|\beur\b/i, "EUR"],
  [/£|\b(?:british )?pounds?\b|\bgbp\b/i, "GBP"],
  [/\bfrancs?\b|\bchf\b/i, "CHF"],
  [/¥|\byen\b|\bjpy\b/i, "JPY"],
  [/₹|\brupees?\b|\binr\b/i, "INR"],
  [/\bcad\b/i, "CAD"],
  [/\baud\b/i, "AUD"],
  [/\$|\bdollars?\b|\busd\b/i, "USD"],
];

export const currencyIn = (text: string) => currencies.find(([pattern]) => pattern.test(text))?.[1];

/** "change the text 'New contact' to 'Add person'": words as they stand in the app's files. */
export const readReplaceText: Reader = (clause, draft: Draft) => {
  const match =
    /^(?:change|replace|update|edit|reword|swap|make)\s+(?:the\s+)?(?:text|words?|wording|label|title|heading|headline|button|message|phrase|copy)?\s*(?:that says |saying |which says |on the button |of the button )?"([^"]+)"\s+(?:to|with|by|into|for|say|as)\s+(?:say\s+)?"([^"]+)"$/i.exec(
      clause.replace(/'([^']+)'/g, '"$1"'),
    ) ??
    /^(?:instead of)\s+"([^"]+)"\s*,?\s*(?:say|write|show|use|put)\s+"([^"]+)"$/i.exec(
      clause.replace(/'([^']+)'/g, '"$1"'),
    ) ??
    swapped(
      /^(?:say|write|show|use|put)\s+"([^"]+)"\s+(?:instead of|rather than|in place of)\s+"([^"]+)"$/i.exec(
        clause.replace(/'([^']+)'/g, '"$1"'),
      ),
    );
  if (!match) return false;
  draft.replaced.push({ from: match[1]!, to: match[2]! });
  return true;
};

const swapped = (match: RegExpExecArray | null) => match && [match[0], match[2]!, match[1]!];
