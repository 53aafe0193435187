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

/**
 * When a row stands out: `is` is an option's value, a number or a field that may be compared ("<5", "<reorder_level"), or
 * "overdue" for a past date.
 */
export type Reason = { field: string; is: string; isNot?: true };
/** Highlighted rows. Where there are further reasons, all must hold. */
export type Condition = Reason & { entity: string; color: string; and?: Reason[] };

/** Narrow conditions before wide ones: a row that meets two has the colour of the first. */
export function narrowFirst(conditions: readonly Condition[]): Condition[] {
  const rank = ({ is, and }: Condition): [number, number, number] => {
    const [, sign = "", limit = ""] = /^([<>])=?(-?[\d.]+)$/.exec(is) ?? [];
    return [-(and?.length ?? 0), sign ? 1 : 0, sign === "<" ? Number(limit) : sign ? -Number(limit) : 0];
  };
  return conditions.toSorted((left, right) => {
    const [a, b] = [rank(left), rank(right)];
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : a[at]! - b[at]!;
  });
}

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
