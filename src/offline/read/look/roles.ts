import "server-only";
import { colorsIn, luminance } from "../../language/colors";

import type { Font, Preset } from "../../model/look";
import { colorsByRole, type Role } from "./color-roles";
import { fonts, presets } from "../../model/look";
import { manyOf, oneOf, type Reader } from "../draft/draft";
import { singular, wordsOf } from "../../language/inflect";

const names: Record<Role, string> = {
  page: "page background",
  components: "components",
  text: "text",
  accent: "main colour",
  header: "header",
  cards: "cards",
  buttons: "buttons",
};

/** "background light gray, buttons navy", "make the header dark green": each colour goes to its part, and to nothing else. */
export const readRoles: Reader = (clause, draft) => {
  if (/\b(?:field|column|option|dropdown|chart|badge)s?\b|\bif\b|\bwhen\b/i.test(clause)) return false;
  const said = colorsByRole(clause);
  if (!said || said.length === 0) return false;
  if (said.some(({ role }) => role === "footer")) {
    draft.skipped.push(`“${clause}”: the footer has no colour of its own; it follows the page background.`);
    return true;
  }
  const { look } = draft.model;
  for (const { role, hex, name } of said) {
    const key: Role = role === "sidebar" ? "header" : (role as Role);
    look.colors[key] = hex;
    if (key === "page") look.mode = luminance(hex) < 0.2 ? "dark" : look.mode === "dark" ? "light" : look.mode;
    const part = role === "sidebar" ? "sidebar" : names[key];
    draft.done.push(`The ${part} ${/[^s]s$/.test(part) ? "are" : "is"} ${name} now.`);
  }
  return true;
};

const fontWords: [RegExp, Font][] = [
  [/\binter\b/i, "inter"],
  [/\bdm sans\b|\bsans[- ]?serif\b|\bhelvetica\b|\barial\b/i, "dm-sans"],
  [/\bnunito\b|\brounded? font|\bfriendly font|\bfont\b.*\bround/i, "nunito"],
  [/\bspace grotesk\b|\bgrotesk\b|\btechy? font/i, "space-grotesk"],
  [/\bjetbrains(?: mono)?\b|\bmono(?:space(?:d)?)?\b|\btypewriter\b|\bcode font/i, "jetbrains-mono"],
  [/\bplayfair(?: display)?\b|\belegant font/i, "playfair-display"],
  [/\bfraunces\b|\bserif\b|\btimes(?: new roman)?\b|\bgeorgia\b/i, "fraunces"],
];

/** The bundled font that words mean. */
export const fontIn = (text: string): Font | undefined => fontWords.find(([pattern]) => pattern.test(text))?.[1];
export const fontsOffered = `the fonts that come with apps are ${Object.values(fonts).join(", ")}; say which one, as in “use the font Nunito”.`;

export const readFont: Reader = (clause, draft) => {
  if (!/\b(?:fonts?|typeface|typography|lettering|serif|monospaced?)\b/i.test(clause) || colorsIn(clause).length > 0)
    return false;
  const font = fontIn(clause);
  if (!font) {
    draft.skipped.push(`“${clause}”: ${fontsOffered}`);
    return true;
  }
  draft.model.look.font = font;
  draft.done.push(`The font is ${fonts[font]} now.`);
  return true;
};

export const readDensity: Reader = (clause, draft) => {
  const density =
    /\b(?:compact|dense|denser|tighter|condensed|less (?:white ?)?space|more (?:rows|content) (?:on|per) (?:the |a )?screen)\b/i.test(
      clause,
    )
      ? "compact"
      : /\b(?:airy|airier|spacious|roomy|roomier|more (?:white ?)?(?:space|spacing|room|air)|breathing room|comfortable)\b/i.test(
            clause,
          )
        ? "airy"
        : /\bnormal (?:density|spacing)\b/i.test(clause)
          ? "normal"
          : null;
  if (!density || /\b(?:field|column|page for|table for)\b/i.test(clause)) return false;
  draft.model.look.density = density;
  draft.done.push(`The pages are ${density} now.`);
  return true;
};

/** "use the warm style", "make it look playful": a preset by its name or by a word for it. */
const styleWords: [RegExp, Preset][] = [
  [/\b(?:playful|fun|funny|cheerful|friendly|friendlier|kids)\b/i, "playful"],
  [/\b(?:elegant|luxur\w+|classy|classier|fancy|refined)\b/i, "elegant"],
  [/\b(?:editorial|magazine|newspaper|bookish)\b/i, "editorial"],
  [/\b(?:mono|terminal|hacker|developer|technical)\b/i, "mono"],
  [/\b(?:warm|warmer|cozy|cozier|cosy|cosier|homely)\b/i, "warm"],
  [/\b(?:nature|natural|organic|earthy)\b/i, "nature"],
  [/\b(?:night|midnight|neon)\b/i, "night"],
  [/\b(?:bold|bolder|loud|striking)\b/i, "bold"],
  [/\b(?:fresh|fresher|airy|light and airy|clean|modern)\b/i, "fresh"],
  [/\b(?:calm|calmer|quiet|minimal(?:ist)?|sober|plain|professional|serious|business-?like)\b/i, "calm"],
];
/** The preset that words mean. */
export const styleIn = (text: string): Preset | undefined =>
  presets.find((preset) => wordsOf(text).includes(preset)) ?? styleWords.find(([pattern]) => pattern.test(text))?.[1];

export const readStyle: Reader = (clause, draft) => {
  if (
    colorsIn(clause).length > 0 ||
    !/\b(?:style|look|looks|design|theme|preset|feel|vibe|make (?:it|this|everything|the (?:app|site|page|whole thing)))\b/i.test(
      clause,
    ) ||
    wordsOf(clause).length > 12 ||
    /\b(?:field|column|table|option|dark|light|text|title)\b/i.test(clause)
  )
    return false;
  const said = styleIn(clause);
  if (!said) return false;
  draft.model.look.preset = said;
  draft.done.push(`The style is ${said} now.`);
  return true;
};

/** "contacts as a gallery": a list shown as cards. */
export const readGallery: Reader = (clause, draft) => {
  if (
    !/\b(?:gallery|card view|cards view|as cards|in cards|photo grid|grid of cards|grid view|as a grid|as a table|table view|feed view|as a feed)\b/i.test(
      clause,
    )
  )
    return false;
  const entity =
    draft.model.entities.find((one) => new RegExp(`\\b(?:${manyOf(one)}|${oneOf(one)})\\b`, "i").test(clause)) ??
    (draft.model.entities.length === 1
      ? draft.model.entities[0]
      : draft.model.entities.find(({ name }) => name === draft.touched));
  const page = entity && draft.model.pages.find((view) => view.kind === "list" && view.entity === entity.name);
  if (!entity || !page) return false;
  page.form = /\btable\b/i.test(clause) ? "table" : /\bfeed\b/i.test(clause) ? "feed" : "gallery";
  draft.done.push(`${singular(entity.name)} as ${page.form}.`);
  return true;
};
