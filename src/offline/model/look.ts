import "server-only";

export const presets = [
  "calm",
  "bold",
  "editorial",
  "playful",
  "mono",
  "warm",
  "nature",
  "night",
  "elegant",
  "fresh",
] as const;
export type Preset = (typeof presets)[number];

/** Bundled fonts, by their Fontsource package: `@fontsource-variable/<name>`. */
export const fonts = {
  inter: "Inter",
  "dm-sans": "DM Sans",
  nunito: "Nunito",
  "space-grotesk": "Space Grotesk",
  "jetbrains-mono": "JetBrains Mono",
  fraunces: "Fraunces",
  "playfair-display": "Playfair Display",
} as const;
export type Font = keyof typeof fonts;

/** "components" is everything pressed or highlighted, unless something narrower ("buttons", "accent") was said. */
export const colorRoles = ["page", "components", "text", "accent", "header", "cards", "buttons"] as const;
export type ColorRole = (typeof colorRoles)[number];

/** Highlighted rows: `is` is an option's value, a number that may be compared ("<5"), or "overdue" for a past date. */
export type Condition = { entity: string; field: string; is: string; color: string };

/** An app's look: a preset with overrides. Colours are "#rrggbb". */
export type Look = {
  preset: Preset;
  colors: Partial<Record<ColorRole, string>>;
  conditions?: Condition[];
  font?: Font;
  density?: "compact" | "normal" | "airy";
  radius?: "sharp" | "soft" | "round";
  mode: "system" | "light" | "dark";
  layout: "sidebar" | "top";
  currency?: string;
};

export const defaultLook: Look = { preset: "calm", colors: {}, mode: "system", layout: "sidebar" };

/** Parses the look of an app's file; apps of earlier releases have an accent and a background. */
export function readLook(stored: Partial<Look> & { accent?: string; background?: string } = {}): Look {
  const { accent, background, ...look } = stored;
  const colors = { ...look.colors, ...(accent && { accent }), ...(background && { page: background }) };
  return { ...defaultLook, ...look, colors };
}
