import "server-only";
import { listed, sentence } from "../language/inflect";
import { luminance } from "../language/colors";
import { colorsByRole } from "../look/color-roles";
import { currencyIn } from "../look/look";
import { fontIn, fontsOffered, readRoles, styleIn } from "../look/roles";
import { asks, type Clause, clauseOf, isAll, isNumber, type Rule } from "../request/meaning/clause";
import { has, isFiller, isUnknown, type Mark } from "../request/meaning/marks";

/** What is asked of the look of an app. */
export const looks = ["dark", "light", "compact", "airy", "round", "sharp", "top", "side", "font", "style"];

/** "dark theme with green buttons", "cream background, round corners": every part of the look that is named. */
export const readLooks: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const currency = asks(clause, "add", "have", "field") ? undefined : currencyIn(text);
  const isStranger = (mark: Mark) => has(marks[marks.indexOf(mark) + 1] ?? mark, "font") && isUnknown(mark);
  const isPrice = (mark: Mark) => mark.fields.some((ref) => isNumber(ref)) || mark.kind === "money";
  if (
    !asks(clause, ...looks) ||
    !isAll(
      clause,
      (mark) =>
        isLookMark(mark) ||
        isStranger(mark) ||
        (currency !== undefined && (isPrice(mark) || has(mark, "currency"))) ||
        (asks(clause, "font") && (mark.words[0] === "something" || fontIn(`${mark.text} font`) !== undefined)),
    )
  )
    return false;
  const hasColor = marks.some(({ color }) => color);
  if (hasColor && (colorsByRole(text)?.length ?? 0) === 0) return false;
  // "make the header dark" names a part and no colour; of a dark background that is the mode.
  const isOfMode = (mark: Mark) =>
    (mark.role === "page" && asks(clause, "dark", "light")) ||
    (/^(?:menu|navigation|nav|sidebar)$/.test(mark.words[0]!) && asks(clause, "top", "side"));
  if (!hasColor && marks.some((mark) => mark.role !== undefined && mark.asks.length === 0 && !isOfMode(mark)))
    return false;
  const { look } = draft.model;
  const before = { ...look };
  // White space has no colour.
  if (hasColor) readRoles(text.replaceAll(/white ?space/gi, "space"), draft);
  if (asks(clause, "compact")) look.density = "compact";
  if (asks(clause, "airy")) look.density = "airy";
  if (asks(clause, "round")) look.radius = "round";
  if (asks(clause, "sharp")) look.radius = "sharp";
  if (asks(clause, "top")) look.layout = "top";
  if (asks(clause, "side")) look.layout = "sidebar";
  if (currency) look.currency = currency;
  const style = marks.find((mark) => has(mark, "style"));
  // "more elegant fonts" asks for a font alone.
  if (style && !(asks(clause, "font") && fontIn(text))) look.preset = styleIn(style.text) ?? look.preset;
  if (asks(clause, "font")) {
    const font = fontIn(text);
    if (font) look.font = font;
    else draft.unclear.push(`“${text}”: ${fontsOffered}`);
  }
  const page = look.colors.page;
  if (asks(clause, "dark")) {
    look.mode = "dark";
    if (page !== undefined && luminance(page) > 0.2) delete look.colors.page;
  }
  if (asks(clause, "light") && !asks(clause, "dark")) {
    look.mode = "light";
    if (page !== undefined && luminance(page) < 0.2) delete look.colors.page;
  }
  const already = [
    asks(clause, "dark", "light") && before.mode === look.mode && `the app is ${look.mode}`,
    asks(clause, "compact", "airy") && before.density === look.density && `the pages are ${look.density}`,
    asks(clause, "round", "sharp") && before.radius === look.radius && `the corners are ${look.radius}`,
    asks(clause, "top", "side") &&
      before.layout === look.layout &&
      (look.layout === "top" ? "the menu is at the top" : "the menu is at the side"),
  ].filter((text) => typeof text === "string");
  if (already.length > 0) draft.already.push(`${sentence(listed(already))} already.`);
  return true;
};

/** "use the elegant style", "it should look more professional": one of the styles by a word for it. */
export const readStyle: Rule = ({ text, marks, draft }) => {
  const preset = styleIn(text);
  if (!preset || !/\b(?:styles?|styling|looks?|design|feel|feeling|vibe|appearance)\b/i.test(text)) return false;
  const isOfStyle = (mark: Mark) =>
    isFiller(mark) ||
    styleIn(mark.text) !== undefined ||
    mark.words.every((word) => /^(?:very|kind|sort|feel|feeling|vibe|whole|totally)$/.test(word)) ||
    (mark.entities.length + mark.fields.length === 0 && has(mark, "look", "style", "become", "show", "have", "can"));
  if (!marks.every(isOfStyle)) return false;
  if (draft.model.look.preset === preset) draft.already.push(`The style is ${preset} already.`);
  draft.model.look.preset = preset;
  return true;
};

const isLookMark = (mark: Mark): boolean =>
  mark.color !== undefined ||
  mark.role !== undefined ||
  /^(?:enable|activate|apply|set|move)$/.test(mark.words[0]!) ||
  has(mark, ...looks, "become", "have", "show", "add", "colour", "table", "look");

/** "use pounds, not dollars", "prices in swiss francs". */
export const readCurrency: Rule = (clause) => {
  const { draft, marks } = clause;
  const said = clause.text.replace(/,?\s+(?:not|instead of|rather than)\b.*$/i, "");
  const currency = currencyIn(said);
  const isMoney = (mark: Mark) =>
    /^(?:prices?|amounts?|money|currency|costs?|values?|sums?)$/.test(mark.words[0]!) ||
    mark.kind === "money" ||
    mark.fields.some((ref) => isNumber(ref)) ||
    /^set$/.test(mark.words[0]!) ||
    has(mark, "currency", "show", "become", "have");
  if (!currency || asks(clause, "add", "field") || !isAll(clause, isMoney)) return false;
  // "the fee is in euros" is of that field alone only where it was no money before.
  if (marks.some(({ entities }) => entities.length > 0)) return false;
  draft.model.look.currency = currency;
  return true;
};

/** "the app is too blue": what is complained of is no wish for that colour. */
export const readTooColored: Rule = ({ text, marks, draft }) => {
  const [color, ...others] = marks.filter((mark) => mark.color);
  const before = color === undefined ? "" : text.slice(0, color.at);
  if (!color || others.length > 0 || !/\btoo (?:much |many )?$/i.test(before)) return false;
  if (marks.some(({ entities, fields }) => entities.length + fields.length > 0)) return false;
  draft.skipped.push(`“${text}”: name the colour that it should have instead, as in “make the app green”.`);
  return true;
};

const ofApp =
  /^(?:colou?r|mark|highlight|paint):?(?: (?:the|my|our|this|whole|entire|app|application|site|website|page|everything|it|all|theme|design|main|accent|colou?r|in|to|a|an|nice|please|scheme):?)*$/i;

const isAccentSaid = ({ draft }: Clause): boolean => draft.done.some((line) => line.startsWith("The main colour is "));

/** "take a warm red": a colour for all of the app, where nothing else is named. */
export const readAccent: Rule = ({ text, draft }) => {
  const clause = clauseOf(text.replace(/,?\s+(?:instead of|rather than|and not)\s.*$/i, ""), draft);
  const colors = clause.marks.filter(({ color }) => color);
  // "colour those red" is about rows.
  if (/\b(?:those|these|them|the ones)\b/i.test(text)) return false;
  // "colour maybe yellow": of an option that there is not.
  if (/^(?:colou?r|mark|highlight|paint)\b/i.test(text) && !ofApp.test(text.slice(0, colors[0]?.at).trim()))
    return false;
  if (isAccentSaid(clause)) return false;
  // "dark blue and grey": an app has one main colour.
  const [first, second] = colors;
  const isPair =
    second &&
    colors.length === 2 &&
    /^(?:,|\s*(?:,|and|&|with|\/|\+)\s*(?:an? )?(?:bit of )?)+$/i.test(clause.text.slice(first!.end, second.at));
  if (
    !(colors.length === 1 || isPair) ||
    (!asks(clause, "become", "have", "add", "colour", "look") &&
      !/\b(?:take|use|try|prefer|rather|in)\b/i.test(clause.text))
  )
    return false;
  if (
    !clause.marks.every(
      (mark) =>
        mark === colors[0] ||
        (isPair && mark === second) ||
        (isFiller(mark) && mark.entities.length === 0) ||
        /^(?:take|try|prefer|switch)$/.test(mark.words[0]!) ||
        has(mark, "become", "colour", "look"),
    )
  )
    return false;
  clause.draft.model.look.colors.accent = colors[0]!.color!.hex;
  if (isPair)
    draft.skipped.push(
      `“${second.text}”: there is one main colour, and I took ${first!.text}; say where the other goes, as in “${second.text} header”.`,
    );
  return true;
};

/** "background light gray, buttons navy": each colour goes to its part. What else is asked of the look is left to others. */
export const readColors: Rule = (clause) =>
  !asks(clause, "compact", "airy", "round", "sharp", "top", "side") && readRoles(clause.text, clause.draft);

/** "i don't like the blue": what is complained of asks for nothing. */
export const isComplaint = (text: string) =>
  /^(?:i|we) (?:really )?(?:don't|dont|do not|hate|dislike|never liked?) (?:really )?(?:like|love|want|the|this|that)?\b/i.test(
    text,
  ) && !/\bneed\b/i.test(text);
