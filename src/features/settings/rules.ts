import {
  adminSettings,
  type AppStyle,
  ownerSettings,
  publishSettings,
  type Settings,
  templateSettings,
} from "./schema";

/** Who edits: `isAdmin` of the installation; `keepsTemplates` for the owner of the template library. */
export type Editor = { isAdmin: boolean; keepsTemplates: boolean };

/** Settings of a change that this person may not set. */
export function foreignSettings(change: Settings, { isAdmin, keepsTemplates }: Editor): string[] {
  const closed: readonly string[] = [...(isAdmin ? [] : adminSettings), ...(keepsTemplates ? [] : templateSettings)];
  return Object.keys(change).filter((key) => closed.includes(key));
}

/** The role in the app that a change needs. */
export const neededRole = (change: Settings): "edit" | "admin" | "owner" =>
  ownerSettings.some((key) => change[key] !== undefined)
    ? "owner"
    : publishSettings.some((key) => change[key] !== undefined)
      ? "admin"
      : "edit";

/** "The hide-watermark toggle" is for admins (1-platform.md §6). */
export const foreignStyle = (change: AppStyle, { isAdmin }: Pick<Editor, "isAdmin">): boolean =>
  !isAdmin && change.hideBuildAI !== undefined;

/** 'Category name cannot be empty' and 'Category already exists' (1-platform.md §5). */
export function categoryIssue(name: string, others: string[]): string | undefined {
  const key = name.trim().toLowerCase();
  if (key === "") return "Category name cannot be empty";
  return others.some((other) => other.trim().toLowerCase() === key) ? "Category already exists" : undefined;
}

/** The first rule that a change breaks, beyond each setting's schema. */
export function settingsIssue({ templateCategories = [] }: Settings): string | undefined {
  return templateCategories
    .map((name, index) => categoryIssue(name, templateCategories.slice(0, index)))
    .find((issue) => issue !== undefined);
}

const channels = (color: string): [number, number, number] | undefined => {
  const hex = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(color);
  if (!hex) return undefined;
  const six = hex[2] ?? hex[1]!.replaceAll(/./g, "$&$&");
  return [0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16) / 255) as [number, number, number];
};

/** WCAG 2's relative luminance. */
function luminance(color: string): number | undefined {
  const found = channels(color);
  if (!found) return undefined;
  const [red, green, blue] = found.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** WCAG 2's contrast of two colours, 1 to 21. Undefined where one is no colour. */
function contrast(left: string, right: string): number | undefined {
  const [one, other] = [luminance(left), luminance(right)];
  if (one === undefined || other === undefined) return undefined;
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/**
 * Default colours of each look (features/tool-pages/ui/page.css). For gradients the lightest colour, which is the worst case
 * for white text.
 */
const lookColors = {
  "": { back: "#f6f7f9", header: "#16181d", subheader: "#5b616e", button: "#4f46e5", onButton: "#ffffff" },
  light: { back: "#f6f7f9", header: "#16181d", subheader: "#5b616e", button: "#4f46e5", onButton: "#ffffff" },
  dark: { back: "#0f1115", header: "#eef0f4", subheader: "#a2a9b6", button: "#8b85f5", onButton: "#0f1115" },
  colorful: { back: "#4338ca", header: "#ffffff", subheader: "#f3e8ff", button: "#6d28d9", onButton: "#ffffff" },
} as const;

/** WCAG 2 AA: 3 for large text such as headers and buttons, 4.5 for normal text. */
const neededOf = { header: 3, subheader: 4.5, onButton: 4.5 };
export type ContrastHint = { of: keyof typeof neededOf; ratio: number };

/** Colour pairs of a style with too little contrast. Background pictures are not computed. */
export function contrastHints(style: AppStyle): ContrastHint[] {
  const look = lookColors[style.styleName ?? ""];
  const back = style.backgroundColor || look.back;
  const pairs: [ContrastHint["of"], string, string][] = [
    ["header", style.headerTextColor || look.header, back],
    ["subheader", style.subheaderTextColor || look.subheader, back],
    ["onButton", style.buttonTextColor || look.onButton, style.buttonBackgroundColor || look.button],
  ];
  return pairs.flatMap(([of, text, ground]) => {
    const ratio = contrast(text, ground);
    return ratio !== undefined && ratio < neededOf[of] ? [{ of, ratio: Math.round(ratio * 10) / 10 }] : [];
  });
}
