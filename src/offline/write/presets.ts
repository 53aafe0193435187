import "server-only";
import type { Font, Look, Preset } from "../model/look";

/** The four colours that a theme is derived from (theme.ts); the header is the sidebar or the bar on top. */
export type Palette = { page: string; card: string; ink: string; accent: string; header?: string };

export type Style = {
  body: Font;
  heading: Font;
  light: Palette;
  dark: Palette;
  radius: number;
  /** How cover art is drawn (kit: components/ui/cover). */
  imagery: "mesh" | "blocks" | "lines" | "bubbles" | "grid" | "waves" | "leaves" | "orbits" | "arches";
  density: NonNullable<Look["density"]>;
};

export const styles: Record<Preset, Style> = {
  calm: {
    body: "inter",
    heading: "inter",
    light: { page: "#f8f8fa", card: "#ffffff", ink: "#16181d", accent: "#4f46e5", header: "#ffffff" },
    dark: { page: "#0e1015", card: "#16191f", ink: "#eceef2", accent: "#8b8cf8", header: "#121419" },
    radius: 0.625,
    imagery: "mesh",
    density: "normal",
  },
  bold: {
    body: "inter",
    heading: "space-grotesk",
    light: { page: "#ffffff", card: "#ffffff", ink: "#0a0a0a", accent: "#e0234e", header: "#0a0a0a" },
    dark: { page: "#0a0a0a", card: "#151515", ink: "#fafafa", accent: "#ff5c7c", header: "#000000" },
    radius: 0.375,
    imagery: "blocks",
    density: "normal",
  },
  editorial: {
    body: "dm-sans",
    heading: "fraunces",
    light: { page: "#faf8f3", card: "#fffefb", ink: "#1f1b16", accent: "#9f3a1d", header: "#faf8f3" },
    dark: { page: "#171410", card: "#1f1b16", ink: "#f1ebe0", accent: "#e8926d", header: "#171410" },
    radius: 0.25,
    imagery: "lines",
    density: "airy",
  },
  playful: {
    body: "nunito",
    heading: "nunito",
    light: { page: "#faf7ff", card: "#ffffff", ink: "#241c3a", accent: "#7c3aed", header: "#ffffff" },
    dark: { page: "#15111f", card: "#1e182c", ink: "#f2edff", accent: "#b794ff", header: "#191426" },
    radius: 1.125,
    imagery: "bubbles",
    density: "normal",
  },
  mono: {
    body: "inter",
    heading: "jetbrains-mono",
    light: { page: "#f6f6f4", card: "#ffffff", ink: "#171717", accent: "#15703c", header: "#efefec" },
    dark: { page: "#0c0d0c", card: "#131513", ink: "#e4e7e4", accent: "#4ade80", header: "#090a09" },
    radius: 0.125,
    imagery: "grid",
    density: "compact",
  },
  warm: {
    body: "nunito",
    heading: "fraunces",
    light: { page: "#fdf6ec", card: "#fffdf9", ink: "#2b1d12", accent: "#c2410c", header: "#fffaf3" },
    dark: { page: "#1a1310", card: "#241b16", ink: "#f8ece0", accent: "#fb9a5b", header: "#1e1612" },
    radius: 0.875,
    imagery: "waves",
    density: "normal",
  },
  nature: {
    body: "dm-sans",
    heading: "dm-sans",
    light: { page: "#f5f8f1", card: "#fefffc", ink: "#17211a", accent: "#2f6b3c", header: "#fbfdf8" },
    dark: { page: "#0e1410", card: "#161e18", ink: "#e8f1e8", accent: "#7ccb8a", header: "#111812" },
    radius: 0.75,
    imagery: "leaves",
    density: "normal",
  },
  night: {
    body: "inter",
    heading: "space-grotesk",
    light: { page: "#f3f5fb", card: "#ffffff", ink: "#10142a", accent: "#3b49df", header: "#0d1122" },
    dark: { page: "#0a0d18", card: "#121728", ink: "#e9edfb", accent: "#5cc8ff", header: "#080a13" },
    radius: 0.625,
    imagery: "orbits",
    density: "normal",
  },
  elegant: {
    body: "dm-sans",
    heading: "playfair-display",
    light: { page: "#fbfaf8", card: "#ffffff", ink: "#1b1917", accent: "#7d5a2b", header: "#fbfaf8" },
    dark: { page: "#141311", card: "#1c1a18", ink: "#f3efe8", accent: "#d9b57c", header: "#141311" },
    radius: 0.125,
    imagery: "arches",
    density: "airy",
  },
  fresh: {
    body: "dm-sans",
    heading: "dm-sans",
    light: { page: "#f3faf9", card: "#ffffff", ink: "#0f2027", accent: "#0b7a75", header: "#ffffff" },
    dark: { page: "#0b1416", card: "#121d20", ink: "#e4f2f2", accent: "#4fd1c5", header: "#0e181a" },
    radius: 1,
    imagery: "waves",
    density: "normal",
  },
};

export const radii = { sharp: 0, soft: 0.625, round: 1.25 };
/** Tailwind's spacing step: every padding, gap and height is a multiple of it. */
export const spacings = { compact: "0.225rem", normal: "0.25rem", airy: "0.27rem" };
