import "server-only";
import { luminance } from "../language/colors";
import type { Font, Preset } from "../model/look";
import { colorsByRole, type Role, roleNames } from "./color-roles";
import { fonts, presets } from "../model/look";
import { type Reader } from "../draft/draft";
import { wordsOf } from "../language/inflect";

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
  if (look.layout === "top" && said.some(({ role }) => role === "sidebar")) {
    // "give it a light grey sidebar" asks for one; "make the sidebar light grey" takes for granted what is not there.
    if (!/\b(?:an?|with|own) (?:[\w-]+ ){0,3}side ?bar\b/i.test(clause)) {
      draft.skipped.push(
        `“${clause}”: there is no sidebar, the menu is at the top. Say “menu on the left” to have one.`,
      );
      return true;
    }
    look.layout = "sidebar";
  }
  for (const { role, hex, name } of said) {
    const key: Role = role === "sidebar" ? "header" : (role as Role);
    look.colors[key] = hex;
    if (key === "page") look.mode = luminance(hex) < 0.2 ? "dark" : look.mode === "dark" ? "light" : look.mode;
    const part = role === "sidebar" ? "sidebar" : roleNames[key];
    draft.done.push(`The ${part} ${/[^s]s$/.test(part) ? "are" : "is"} ${name} now.`);
  }
  return true;
};

const fontWords: [RegExp, Font][] = [
  [/\binter\b/i, "inter"],
  [
    /\bdm sans\b|\b(?:modern|clean|simple|plain) fonts?\b|\b(?:roboto|open sans|lato|verdana|calibri)\b|\bsans[- ]?serif\b|\bfonts?\b.*\b(?:modern|clean|simple|plain)\b|\bhelvetica\b|\barial\b/i,
    "dm-sans",
  ],
  [
    /\bnunito\b|\brounded? font|\b(?:friendl(?:y|ier)|playful|cheerful|cute|fun) font|\bfont\b.*\b(?:friendl(?:y|ier)|playful|cheerful|cute)|\bfont\b.*\bround/i,
    "nunito",
  ],
  [/\bspace grotesk\b|\bgrotesk\b|\btechy? font/i, "space-grotesk"],
  [/\bjetbrains(?: mono)?\b|\bmono(?:space(?:d)?)?\b|\btypewriter\b|\bcode font/i, "jetbrains-mono"],
  [/\bplayfair(?: display)?\b|\belegant font|\bfonts?\b.*\belegant/i, "playfair-display"],
  [
    /\bfraunces\b|\bserifs?\b|\b(?:classic(?:al)?|old[- ]?fashioned|traditional|serious|bookish) fonts?\b|\bfonts?\b.*\b(?:classic(?:al)?|old[- ]?fashioned|traditional|books?)\b|\btimes(?: new roman)?\b|\bgeorgia\b/i,
    "fraunces",
  ],
];

/** The bundled font that words mean. */
export const fontIn = (text: string): Font | undefined => fontWords.find(([pattern]) => pattern.test(text))?.[1];
export const fontsOffered = `the fonts that come with apps are ${Object.values(fonts).join(", ")}; say which one, as in “use the font Nunito”.`;

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
